import type { Token } from "./plain-text.ts";

/** A number of a text with what stands around it. */
export interface NumberFact {
  readonly value: string;
  /** What is counted or measured, as far as one can tell. */
  readonly unit: string | undefined;
  /** What stands after "per". */
  readonly per: string | undefined;
  /** `<` for a most, `>` for a least. */
  readonly bound: string | undefined;
  /** The words around it. */
  readonly near: ReadonlySet<string>;
  /** It was written as a word, which may be no number: "the one that". */
  readonly isWord: boolean;
}

/** Bounds that only stand before a number. */
const AHEAD: RegExp = /^(?:over|above|beyond|under|below|within|up)$/;

/** The numbers of a line, and the words that hold digits, such as "P1". */
export function numbersOf(tokens: readonly Token[]): NumberFact[] {
  const facts: NumberFact[] = [];
  for (const [index, { word, kind }] of tokens.entries()) {
    const isWord = /^\d/.test(kind);
    if (kind !== "#" && !isWord) {
      if (/\d/.test(word)) {
        facts.push({
          value: word,
          unit: undefined,
          per: undefined,
          bound: undefined,
          near: new Set(),
          isWord: false,
        });
      }
      continue;
    }
    const after = within(tokens.slice(index + 1, index + 5));
    const before = within(tokens.slice(Math.max(0, index - 4), index).reverse());
    const [last] = before;
    const next = after.slice(0, 2).find((one) => one.kind !== "S");
    const unit = /^[$€£]$/.test(last?.word ?? "") ? last : next?.kind === "" ? next : undefined;
    const per = after.findIndex((one) => one.word === "per");
    facts.push({
      value: isWord ? kind : word,
      unit: unit && unitOf(unit),
      per: per < 0 ? undefined : after[per + 1]?.stem,
      bound:
        boundIn(before) ??
        boundIn(
          after
            .slice(0, 3)
            .filter((one) => one !== unit && !AHEAD.test(one.word))
            .reverse(),
        ),
      near: new Set([...before, ...after].map(unitOf)),
      isWord,
    });
  }
  return facts;
}

/** Whether two numbers may be one and the same, whatever words stand around them. */
export function isSameNumber(one: NumberFact, other: NumberFact): boolean {
  if (one.value !== other.value) return false;
  if (one.bound !== undefined && other.bound !== undefined && one.bound !== other.bound) return false;
  if (one.per !== undefined && other.per !== undefined && one.per !== other.per) return false;
  if (one.unit === undefined || other.unit === undefined) return true;
  return other.near.has(one.unit) || one.near.has(other.unit);
}

/** The tokens up to a mark. */
function within(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ kind }) => kind === "." || kind === ",");
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** In Korean, what follows the first syllable is grammar. */
function unitOf({ stem }: Token): string {
  return stem.replace(/^([가-힣]).*/, "$1");
}

/** The bound nearest to a number, turned round by a negation before it. `tokens` go away from the number. */
function boundIn(tokens: readonly Token[]): string | undefined {
  const index = tokens.findIndex(({ kind }) => kind === "<" || kind === ">");
  const bound = tokens[index]?.kind;
  const isNegated = tokens.slice(index + 1, index + 3).some(({ kind }) => kind === "N" || kind === "D");
  return bound !== undefined && isNegated ? (bound === "<" ? ">" : "<") : bound;
}
