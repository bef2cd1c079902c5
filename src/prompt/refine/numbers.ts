import type { Token } from "./tokens.ts";

/** A number of a text with what stands around it. */
export interface NumberFact {
  readonly value: string;
  /** What is counted or measured, as far as one can tell. */
  readonly unit?: string | undefined;
  /** The unit is one that is known as such. */
  readonly isMeasure?: boolean | undefined;
  /** What stands after "per". */
  readonly per?: string | undefined;
  /** `<` for a most, `>` for a least. */
  readonly bound?: string | undefined;
  /** The words around it. */
  readonly near: readonly string[];
  readonly isPlaceholder?: boolean;
  /** It was written as a word. */
  readonly isWord?: boolean;
}

/** Bounds that only stand before a number. */
const AHEAD: RegExp = /^(?:over|above|beyond|under|below|within|up)$/;

/** The numbers of a line, the placeholders that may become one, and the words that hold digits, such as "P1". */
export function numbersOf(tokens: readonly Token[]): NumberFact[] {
  return tokens.flatMap(({ word, kind }, index) => {
    const isPlaceholder = /[\ue000-\uf8ff]/.test(word);
    if (kind !== "#" && kind !== "n" && !isPlaceholder)
      return /\d/.test(word) ? { value: word, near: [] } : [];
    const after = upToMark(tokens.slice(index + 1, index + 7));
    const before = upToMark(tokens.slice(Math.max(0, index - 6), index).reverse());
    const next = after.slice(0, 2).find((one) => one.kind !== "S");
    const unit = [before[0], next].find((one, place) =>
      place === 0 ? /^[$€£]$/.test(one?.word ?? "") : /[wsU]/.test(one?.kind ?? ""),
    );
    const behind = after.slice(0, 3).filter((one) => one !== unit && !AHEAD.test(one.word));
    return {
      value: word,
      unit: unit && unitOf(unit),
      isMeasure: unit?.kind === "U",
      per: after[after.findIndex((one) => one.word === "per") + 1 || 9]?.stem,
      // "Never say more about {{secret}}" bounds nothing.
      bound: isPlaceholder
        ? before.slice(0, 2).some((one) => /[<>]/.test(one.kind))
          ? boundIn(before)
          : undefined
        : (boundIn(before) ?? boundIn(behind.reverse())),
      near: [...before, ...after].map(unitOf),
      isWord: kind === "n",
      isPlaceholder,
    };
  });
}

/** Whether two numbers may be one and the same; where `isLoose`, although something else is counted. */
export function isSameNumber(one: NumberFact, other: NumberFact, isLoose = false): boolean {
  const differ = (a: string | undefined, b: string | undefined): boolean =>
    a !== b && a !== undefined && b !== undefined;
  if (one.value !== other.value || differ(one.bound, other.bound) || differ(one.per, other.per)) return false;
  // Endings of other languages: "Wörter", "Wörtern".
  const [unit = "", its = ""] = [one.unit, other.unit];
  if (unit.startsWith(its) || its.startsWith(unit) || (isLoose && !one.isMeasure && !other.isMeasure))
    return true;
  return other.near.includes(unit) || one.near.includes(its);
}

function upToMark(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ kind }) => /[.,:]/.test(kind));
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** In Korean, what follows the first syllable is grammar. */
function unitOf({ stem }: Token): string {
  return stem.replace(/^([가-힣]).*/, "$1");
}

/** The bound nearest to a number, turned round by a negation before it. `tokens` go away from the number. */
function boundIn(tokens: readonly Token[]): string | undefined {
  const index = tokens.findIndex(({ kind }) => /[<>]/.test(kind));
  const bound = tokens[index]?.kind;
  const isNegated = tokens.slice(index + 1, index + 4).some(({ kind }) => /[ND]/.test(kind));
  return bound && isNegated ? (bound === "<" ? ">" : "<") : bound;
}
