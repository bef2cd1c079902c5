import { termsOf } from "../../core/text/words.ts";

/** What kind of thing would answer a question. */
export type Expected = "number" | "time" | "person" | "place" | "reason";

/** A question taken apart. */
export interface Question {
  readonly text: string;
  /** For each word that carries meaning: the words that count as it, itself first. */
  readonly terms: readonly (readonly string[])[];
  readonly expected?: Expected;
}

// Words a question uses for what an answer says otherwise. Plain English, of no subject.
// biome-ignore format: a list of words is read best when it is packed
const sameMeaning: readonly string[] = [
  "tall high height", "deep depth", "wide width broad", "long length last duration time", "heavy weigh weight mass pound kilogram",
  "fast speed quick rate frequency megahertz", "hot warm temperature", "old age", "big large size", "far distance away",
  "expensive cost price", "often frequency", "begin start first", "end finish stop last", "build built make made construct",
  "invent design devise create develop", "write wrote written author", "launch flight fly flew flown lift",
  "buy bought purchase", "find found discover", "know knew known", "speak spoke say said", "run ran execute", "lead led",
  "cause trigger why", "big large", "clock frequency oscillator", "engineer programmer", "die died death", "born birth",
];

// They ask, but say nothing of what they ask about.
// biome-ignore format: a list of words is read best when it is packed
const asking: readonly string[] = [
  "mani", "kind", "type", "sort", "happen", "mean", "call", "name", "explain", "describ", "exactli", "actual", "stand", "us", "use",
];

/**
 * Takes a question apart: its words with what means the same, and what kind of answer it expects.
 *
 * @example
 * readQuestion("How tall is it?").expected; // "number"
 */
export function readQuestion(text: string): Question {
  const terms: string[][] = [];
  for (const { term } of termsOf(text)) {
    if (asking.includes(term) || terms.some(([own]) => own === term)) continue;
    terms.push([term, ...alike(term)]);
  }
  const expected = expectedBy(text);
  return { text, terms, ...(expected && { expected }) };
}

function alike(term: string): string[] {
  const words = sameMeaning.map((group) => termsOf(group).map((word) => word.term));
  return words.filter((group) => group.includes(term)).flat();
}

function expectedBy(text: string): Expected | undefined {
  if (/\bhow (?:many|much|tall|high|long|deep|wide|heavy|fast|far|old|big|large|often|hot)\b/i.test(text))
    return "number";
  if (/\b(?:number|percentage|weight|height|length|speed|frequency|capacity)\b/i.test(text)) return "number";
  if (/\b(?:when|what (?:year|date|day|month|time)|which (?:year|day|month)|in what year)\b/i.test(text))
    return "time";
  if (/\b(?:who|whom|whose)\b/i.test(text)) return "person";
  if (/\bwhere\b/i.test(text)) return "place";
  return /\bwhy\b/i.test(text) ? "reason" : undefined;
}
