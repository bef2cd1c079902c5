import { type Term, termsOf } from "../../core/text/words.ts";
import { type Expectation, expectationOf } from "./expectations.ts";

/** A word of a question that says what it is about. */
export interface QuestionTerm {
  readonly term: string;
  /** Stems that say the same. */
  readonly alike: ReadonlySet<string>;
  /** How much it matters that an answer lacks it, from 0 to 1; holding it always counts in full. */
  readonly importance: number;
  /** Of a number: the word right before it, without which it is another number, as in "verb 35". */
  readonly after?: string;
}

/** A question taken apart. */
export interface Question {
  readonly text: string;
  readonly terms: readonly QuestionTerm[];
  readonly expected?: Expectation;
  /** What "how many" counts. */
  readonly counted?: string;
}

// Words that a question uses for what an answer may say otherwise. Plain English, of no subject.
// biome-ignore format: a list of words is read best when it is packed
const sameMeaning: readonly string[] = [
  "tall high height", "deep depth", "wide width broad", "long length duration", "heavy weigh weighed weight mass",
  "fast speed quick rate frequency", "hot warm temperature", "old age", "big large size capacity", "far distance",
  "expensive cost price", "begin began start", "end finish stop", "build built make made construct manufacture",
  "invent design devise create develop", "write wrote written author", "fly flew flown flight launch",
  "buy bought purchase", "speak spoke say said", "run ran execute", "lead led head", "cause reason",
  "die died death killed", "born birth", "teach taught", "fix repair solve", "company firm maker manufacturer",
  "error fault bug failure", "memory storage", "picture photograph image", "give receive award", "multiply multiplication", "divide division", "car vehicle", "job task work",
];

// They ask, but say nothing of what they ask about.
// biome-ignore format: a list of words is read best when it is packed
const asking: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "mani", "kind", "type", "sort", "happen", "mean", "call", "name", "explain", "describ", "exactli", "actual", "stand", "us", "differ",
]);

// They say little: nearly every answer to "how long did it take" has another verb.
// biome-ignore format: a list of words is read best when it is packed
const little: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "take", "took", "work", "make", "made", "come", "came", "go", "went", "need", "becom", "becam", "want", "put", "keep",
]);

/**
 * Takes a question apart: its words with what means the same, how much each matters, and what kind of answer it expects.
 *
 * @example
 * readQuestion("How tall is it?").expected?.kind; // "number"
 */
export function readQuestion(text: string): Question {
  const category = categoryOf(text);
  const terms: QuestionTerm[] = [];
  let before: Term | undefined;
  for (const word of termsOf(text)) {
    const { term, start } = word;
    const after = /^\d/.test(term) && before && start - before.end === 1 ? before.term : undefined;
    before = word;
    if (asking.has(term) || terms.some((known) => known.term === term)) continue;
    const importance = category.has(term) ? 0.5 : little.has(term) ? 0.6 : 1;
    terms.push({ term, alike: alike(term), importance, ...(after !== undefined && { after }) });
  }
  const expected = expectationOf(text);
  const counted = termsOf(/\bhow many ([^?.,]{1,60})/i.exec(text)?.[1] ?? "")[0]?.term;
  return { text, terms, ...(expected && { expected }), ...(counted && { counted }) };
}

/**
 * A question in other words, for a search that found too little: its words with those that mean the same. `undefined`
 * where there are no others.
 */
export function otherWords(text: string): string | undefined {
  const others = termsOf(text).flatMap(({ term }) => groupsWith(term).flatMap((group) => group.split(" ")));
  const own = termsOf(text).map(({ start, end }) => text.slice(start, end));
  const added = [...new Set(others)].filter((word) => !own.includes(word));
  return added.length === 0 ? undefined : [...own, ...added].join(" ");
}

function alike(term: string): ReadonlySet<string> {
  return new Set(groupsWith(term).flatMap((group) => termsOf(group).map((word) => word.term)));
}

function groupsWith(term: string): string[] {
  return sameMeaning.filter((group) => termsOf(group).some((word) => word.term === term));
}

/** The words that only tell what kind of thing is asked for: "how large", "which company". */
function categoryOf(text: string): ReadonlySet<string> {
  const named = text.matchAll(/\b(?:how|which|what) ([a-z]+)/gi);
  return new Set([...named].flatMap(([, word = ""]) => termsOf(word).map(({ term }) => term)));
}
