import type { Token } from "./tokens.ts";

/** A number of a text with what stands around it. */
export interface NumberFact {
  readonly value: string;
  /** What is counted or measured, as far as one can tell. */
  readonly unit?: string | undefined;
  /** The word right before it, where it is part of a name: "March 31", "section 4". */
  readonly label?: string | undefined;
  /** The unit is one that is known as such. */
  readonly isMeasure?: boolean | undefined;
  /** What stands after "per". */
  readonly per?: string | undefined;
  /** `<` for a most, `>` for a least. */
  readonly bound?: string | undefined;
  /** A negation has turned the bound round: "no more than". */
  readonly isTurned?: boolean | undefined;
  /** The bound with a negation that stands further away: "do not use words above". */
  readonly sense?: string | undefined;
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
    // "Never say more about {{secret}}" bounds nothing.
    const bound = isPlaceholder
      ? next?.kind === "U" || before.slice(0, 2).some((one) => /[<>]/.test(one.kind))
        ? boundIn(before)
        : undefined
      : (boundIn(before, after) ?? boundIn(behind.reverse()));
    return {
      value: word,
      unit: unit && unitOf(unit),
      label:
        kind === "#" && before[0]?.isCapital && (before.length > 1 || !unit) ? before[0].stem : undefined,
      isMeasure: unit?.kind === "U",
      per: after[after.findIndex((one) => one.word === "per") + 1 || 9]?.stem,
      ...bound,
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
  const isNear = (a = "", b = ""): boolean => other.near.includes(a) || one.near.includes(b);
  if (one.value !== other.value) return false;
  if (differ(one.bound, other.bound) && (one.isTurned === other.isTurned || one.sense !== other.sense))
    return false;
  if (differ(one.per, other.per) && !isNear(one.per, other.per)) return false;
  if (differ(one.label, other.label) && !isNear(one.label, other.label)) return false;
  // Endings of other languages: "Wörter", "Wörtern".
  const [unit = "", its = ""] = [one.unit, other.unit];
  if (unit.startsWith(its) || its.startsWith(unit) || (isLoose && !one.isMeasure && !other.isMeasure))
    return true;
  return isNear(unit, its);
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
function boundIn(
  tokens: readonly Token[],
  others: readonly Token[] = [],
): Pick<NumberFact, "bound" | "isTurned" | "sense"> | undefined {
  const index = tokens.findIndex(({ kind }) => /[<>]/.test(kind));
  const bound = tokens[index]?.kind;
  // "No title may be longer than", "do not write more than", but not "do not sell to people under".
  if (bound === undefined) return undefined;
  const isTurned = tokens
    .slice(index + 1)
    .filter(({ kind }) => !/[SP]/.test(kind))
    .slice(0, AHEAD.test(tokens[index]?.word ?? "") ? 1 : 3)
    .some(({ kind }) => /[ND]/.test(kind));
  const turned = bound === "<" ? ">" : "<";
  const isUnwanted =
    isTurned || [...tokens.slice(index + 1), ...others].some(({ kind }) => /[NDIi]/.test(kind));
  return { bound: isTurned ? turned : bound, isTurned, sense: isUnwanted ? turned : bound };
}
