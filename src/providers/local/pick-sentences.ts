import { sentencesOf } from "../../core/text/sentences.ts";
import { termsOf } from "../../core/text/words.ts";
import { plainSentence } from "./plain-sentence.ts";
import type { Passage } from "./read-evidence.ts";
import type { Expected, Question } from "./read-question.ts";

/** A sentence to quote, and the index of the passage it stands in. */
export interface PickedSentence {
  readonly text: string;
  readonly passage: number;
}

interface Candidate extends PickedSentence {
  readonly terms: ReadonlySet<string>;
  /** The words of its headings, title and source. */
  readonly context: ReadonlySet<string>;
  readonly previous: Candidate | undefined;
  next?: Candidate;
}

interface Scored {
  readonly candidate: Candidate;
  /** How much of the question the sentence and its surroundings speak of, from 0 to 1. */
  readonly coverage: number;
  readonly score: number;
}

/** What a match in the surroundings counts against one in the sentence itself. */
const matchWeights = { sentence: 1, alike: 0.85, context: 0.5, previous: 0.4 } as const;
const leastCoverage = 0.55;
const mostSentences = 3;

/**
 * The sentences that answer a question best, most fitting first, or none where they speak of too little of it: of about
 * half its words, each weighed by how rare it is in the passages, or not of a name or number that it asks for.
 */
export function pickSentences(question: Question, passages: readonly Passage[]): PickedSentence[] {
  const candidates = candidatesOf(passages);
  if (question.terms.length === 0 || candidates.length === 0) return [];
  const weights = question.terms.map((group) => weightOf(group, candidates));
  const scored = candidates.map((candidate) => score(candidate, question, weights));
  scored.sort((left, right) => right.score - left.score);
  const best = scored[0];
  if (!best || best.coverage < leastCoverage || lacksSubject(question, candidates)) return [];
  const chosen = scored.filter((one) => one.score >= best.score * 0.8 && one.coverage >= leastCoverage);
  return withNeighbours(chosen.slice(0, mostSentences), question.expected);
}

function candidatesOf(passages: readonly Passage[]): Candidate[] {
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (const [index, passage] of passages.entries()) {
    const about = `${passage.title ?? ""} ${sourceWords(passage.source)}`;
    let heading = "";
    let previous: Candidate | undefined;
    for (const { start, end } of sentencesOf(passage.text)) {
      const raw = passage.text.slice(start, end);
      if (/^#{1,6}\s/.test(raw)) {
        heading = raw;
        previous = undefined;
        continue;
      }
      const text = plainSentence(raw);
      // Neighbouring chunks overlap.
      if (text === "" || /^(?:```|={3}|-{3})/.test(text) || seen.has(text)) continue;
      seen.add(text);
      const candidate: Candidate = {
        text,
        passage: index,
        terms: termSet(text),
        context: termSet(`${about} ${heading}`),
        previous,
      };
      if (previous) previous.next = candidate;
      candidates.push(candidate);
      previous = candidate;
    }
  }
  return candidates;
}

/** The name of a file or page says what it is about: "apollo-14-abort.txt". */
function sourceWords(source = ""): string {
  const path = source.split(/[?#]/)[0] ?? "";
  return (path.split("/").at(-1) ?? "").replace(/\.\w{1,5}$/, "").replace(/[-_.]/g, " ");
}

function termSet(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).map(({ term }) => term));
}

function weightOf(group: readonly string[], candidates: readonly Candidate[]): number {
  const holders = candidates.filter(({ terms }) => group.some((term) => terms.has(term))).length;
  return Math.log(1 + candidates.length / (0.5 + holders));
}

function score(candidate: Candidate, question: Question, weights: readonly number[]): Scored {
  let matched = 0;
  let total = 0;
  for (const [index, group] of question.terms.entries()) {
    const weight = weights[index] ?? 0;
    total += weight;
    matched += weight * matchOf(group, candidate);
  }
  const coverage = matched / total;
  const kind = question.expected === undefined || holdsExpected(candidate.text, question.expected) ? 1 : 0.7;
  const length = candidate.text.length > 400 || candidate.text.length < 20 ? 0.85 : 1;
  const asks = candidate.text.endsWith("?") ? 0.5 : 1;
  const rank = 1 - 0.02 * Math.min(candidate.passage, 10);
  return { candidate, coverage, score: coverage * kind * length * asks * rank };
}

function matchOf(group: readonly string[], { terms, context, previous }: Candidate): number {
  const [own = "", ...alike] = group;
  if (terms.has(own)) return matchWeights.sentence;
  if (alike.some((term) => terms.has(term))) return matchWeights.alike;
  if (context.has(own)) return matchWeights.context;
  return group.some((term) => previous?.terms.has(term)) ? matchWeights.previous : 0;
}

function holdsExpected(text: string, expected: Expected): boolean {
  switch (expected) {
    case "number":
      return /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million)\b/i.test(
        text,
      );
    case "time":
      return /\b(?:1[0-9]|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\d:\d\d/.test(
        text,
      );
    case "person":
      return /\p{Lu}\p{Ll}+ (?:\p{Lu}\. )?\p{Lu}\p{Ll}+/u.test(text);
    case "place":
      return /\b(?:in|at|on|near|under|behind|between|inside|above|below) /.test(text);
    case "reason":
      return /\b(?:because|since|so that|reason|caused?|due to|therefore|to (?:avoid|keep|save|prevent))\b/i.test(
        text,
      );
  }
}

/** Whether a name or number of the question stands nowhere in the passages: then they speak of something else. */
function lacksSubject(question: Question, candidates: readonly Candidate[]): boolean {
  const names = question.text.matchAll(/(?<=[\p{L}\p{N},] )[\p{Lu}\d][\p{L}\p{N}.,-]*/gu);
  const wanted = new Set([...names].flatMap(([name]) => termsOf(name).map(({ term }) => term)));
  return [...wanted].some(
    (term) => !candidates.some(({ terms, context }) => terms.has(term) || context.has(term)),
  );
}

/** Adds the sentence before one that leans on it, and the one after where a reason may go on. */
function withNeighbours(chosen: readonly Scored[], expected: Expected | undefined): Candidate[] {
  const picked: Candidate[] = [];
  const add = (candidate: Candidate | undefined): void => {
    if (candidate && !picked.includes(candidate)) picked.push(candidate);
  };
  for (const { candidate } of chosen) {
    if (
      /^(?:It|Its|They|Their|He|His|She|Her|This|These|That|Those|Both|Each|So|But)\b/.test(candidate.text)
    ) {
      add(candidate.previous);
    }
    add(candidate);
    if (expected === "reason" && picked.length < mostSentences) add(candidate.next);
  }
  return picked;
}
