import { termsOf } from "../../core/text/words.ts";
import type { Passage } from "./read-evidence.ts";
import type { Question, QuestionTerm } from "./read-question.ts";
import { readSentences, type Sentence } from "./read-sentences.ts";

/** A sentence to quote, and the index of the passage it stands in. */
export interface PickedSentence {
  readonly text: string;
  readonly passage: number;
}

interface Scored {
  readonly sentence: Sentence;
  /** How much of the question the sentence and its surroundings speak of, from 0 to 1. */
  readonly coverage: number;
  readonly score: number;
}

/** What a match in the surroundings counts against one in the sentence itself. */
const matchWeights = { sentence: 1, alike: 0.9, context: 0.6, lead: 0.55, previous: 0.4 } as const;
/** A long question has words that no answer needs; a short one is about each of its words. */
const leastCoverage = { short: 0.67, long: 0.52 } as const;
const mostSentences = 3;

/**
 * The sentences that answer a question best, most fitting first, or none where they speak of too little of it: of less
 * than about two thirds of its words, each weighed by how rare it is in the passages. So a name that stands in none of
 * them, and that the question is about, leaves it without an answer.
 */
export function pickSentences(question: Question, passages: readonly Passage[]): PickedSentence[] {
  const sentences = readSentences(passages);
  if (question.terms.length === 0 || sentences.length === 0) return [];
  const weights = question.terms.map((term) => weightOf(term, sentences));
  const scored = sentences.map((sentence) => scoreOf(sentence, question, weights));
  scored.sort((left, right) => right.score - left.score);
  const best = scored[0];
  const least = question.terms.length < 6 ? leastCoverage.short : leastCoverage.long;
  if (!best || best.coverage < least) return [];
  const chosen = scored.filter((one) => one.score >= best.score * 0.85 && one.coverage >= least);
  return withNeighbours(
    chosen.slice(0, mostSentences).map(({ sentence }) => sentence),
    question,
  );
}

/** A term matters more the fewer sentences hold it; most of all where none does. */
function weightOf({ term, alike }: QuestionTerm, sentences: readonly Sentence[]): number {
  const holders = sentences.filter(
    ({ terms, context }) => terms.has(term) || context.has(term) || holdsAny(terms, alike),
  );
  return Math.log(1 + sentences.length / (0.5 + holders.length));
}

function scoreOf(sentence: Sentence, question: Question, weights: readonly number[]): Scored {
  const answers = canAnswer(sentence, question);
  // "19 keys" answers "how many": the words that only tell what kind of thing is asked for need not be there, too.
  const waived = answers && question.expected?.answer !== undefined;
  let matched = 0;
  let total = 0;
  for (const [index, term] of question.terms.entries()) {
    const weight = weights[index] ?? 0;
    const match = matchOf(term, sentence);
    total += match > 0 || term.importance === 1 ? weight : waived ? 0 : weight * term.importance;
    matched += weight * match;
  }
  const { text, passage } = sentence;
  const coverage = (matched / total) * (answers ? 1 : (question.expected?.otherwise ?? 1));
  const length = text.length > 400 || text.length < 20 ? 0.9 : 1;
  const shape = text.endsWith("?") ? 0.5 : sentence.isCut ? 0.7 : 1;
  const rank = 1 - 0.02 * Math.min(passage, 10);
  const entry = isEntry(sentence, question) ? 1.2 : 1;
  return { sentence, coverage, score: coverage * length * shape * rank * entry };
}

/** A line such as `Memory cycle: 11.7 microseconds`, whose name is what the question asks for. */
function isEntry({ text }: Sentence, { terms }: Question): boolean {
  const name = /^([^:]{2,60}): /.exec(text)?.[1];
  const words = name === undefined ? [] : termsOf(name);
  return (
    words.length > 0 &&
    words.every((word) => terms.some(({ term, alike }) => term === word.term || alike.has(word.term)))
  );
}

function matchOf({ term, alike, after }: QuestionTerm, sentence: Sentence): number {
  const { terms, context, lead, previous } = sentence;
  const holds = (words: ReadonlySet<string> | undefined): boolean =>
    words?.has(term) === true && (after === undefined || words.has(after) || context.has(after));
  if (holds(terms)) return matchWeights.sentence;
  if (holdsAny(terms, alike)) return matchWeights.alike;
  if (holds(context)) return matchWeights.context;
  if (holds(lead)) return matchWeights.lead;
  return holds(previous?.terms) ? matchWeights.previous : 0;
}

function holdsAny(terms: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const term of wanted) if (terms.has(term)) return true;
  return false;
}

/** Whether a sentence holds a number, date, … where the question asks for one; a count must stand before what is counted. */
function canAnswer({ text, heading }: Sentence, { expected, counted }: Question): boolean {
  if (!expected?.answer) return true;
  if (expected.kind === "reason" && /\b(?:why|causes?|reasons?)\b/i.test(heading)) return true;
  if (expected.kind !== "count" || counted === undefined) return expected.answer.test(text);
  const words = text.split(/\s+/);
  return words.some((word, index) => {
    const near = words.slice(index, index + 5).join(" ");
    return expected.answer?.test(word) && termsOf(near).some(({ term }) => term === counted);
  });
}

/** Adds the sentence before one that leans on it, and the one after that has what is asked for, or goes on with it. */
function withNeighbours(chosen: readonly Sentence[], question: Question): Sentence[] {
  const kind = question.expected?.kind;
  const picked: Sentence[] = [];
  const add = (sentence: Sentence | undefined): void => {
    if (sentence && !picked.includes(sentence)) picked.push(sentence);
  };
  for (const sentence of chosen) {
    const { previous, next, text } = sentence;
    if (kind === "comparison" || leansBack(text)) add(previous);
    add(sentence);
    if (!next) continue;
    const completes = leansBack(next.text) && !canAnswer(sentence, question) && canAnswer(next, question);
    const goesOn =
      kind === "reason" || kind === "event" || (kind === undefined && text.length < 45 && text.endsWith("."));
    if (completes || (goesOn && picked.length < mostSentences)) add(next);
  }
  return picked;
}

function leansBack(text: string): boolean {
  return /^(?:It|Its|They|Their|He|His|She|Her|This|These|That|Those|Both|Each|So|But)\b/.test(text);
}
