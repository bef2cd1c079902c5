import type { Search } from "../scan.ts";
import { isDigit, isWord } from "./characters.ts";
import { isAfter } from "./context.ts";
import type { NumberShape } from "./number-shape.ts";

const WORDS: RegExp = /\b(?:ssns?|social|soc\.? ?sec|security (?:no|number|#))/i;

/** Numbers that were printed on cards to show what one looks like (SSA, "Meaning of the Social Security Number"). */
const FAKES = "078051120 219099999 457555462";

/** Finds US social security numbers; nine digits in a row or in odd groups only behind words that say what they are. */
export function findSsn(search: Search, start: number, shape: NumberShape): void {
  const { text } = search;
  const { groups, ends, between } = shape;
  let last = 0;
  let length = 0;
  while (last < groups.length && length < 9) length += groups[last++] ?? 0;
  const end = ends[last - 1] ?? 0;
  const [separator = ""] = between;
  if (length !== 9 || last > 3 || separator.length > 1 || separator === "/") return;
  if (last === 3 && between[1] !== separator) return;
  if (isWord(text.charCodeAt(start - 1)) || isWord(text.charCodeAt(end))) return;
  if (isJoined(text, start - 1, -1) || isJoined(text, end, 1)) return;
  const digits = shape.digits.slice(0, 9);
  const area = digits.slice(0, 3);
  if (area === "000" || area === "666" || area > "899") return;
  if (digits.slice(3, 5) === "00" || digits.slice(5) === "0000" || FAKES.includes(digits)) return;
  const isFormatted = last === 3 && groups[0] === 3 && groups[1] === 2 && separator !== ".";
  const isNamed = isAfter(search, start, WORDS, 48);
  // Blanks stand between all sorts of numbers, so that none may stand next to it.
  const isSure = isFormatted && (separator === "-" || !isNeighbour(text, start, end));
  if (isNamed) add(search, start, end, 0.97);
  else if (isSure) add(search, start, end, separator === "-" ? 0.85 : 0.6);
}

function add(search: Search, start: number, end: number, score: number): void {
  search.add({ start, end, label: "ssn", score });
}

/** Whether a dash, a dot or a slash ties the number to more digits. */
function isJoined(text: string, at: number, step: 1 | -1): boolean {
  const code = text.charCodeAt(at);
  return ((code >= 45 && code <= 47) || code === 44) && isDigit(text.charCodeAt(at + step));
}

/** What has a number before it or behind it, or is one of a house, is not sure. */
function isNeighbour(text: string, start: number, end: number): boolean {
  if (/\b(?:suite|ste|apt|apartment|unit|room|box)[. #]*$/i.test(text.slice(Math.max(0, start - 16), start)))
    return true;
  return (
    isDigit(text.charCodeAt(start - 2)) || (text.charCodeAt(end) === 32 && isDigit(text.charCodeAt(end + 1)))
  );
}
