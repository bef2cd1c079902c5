import { isDigit } from "./characters.ts";

/** A number as it is written: its groups of digits, and what stands between them. */
export interface NumberShape {
  /** The digits of all groups in a row. */
  readonly digits: string;
  /** How many digits each group has. */
  readonly groups: readonly number[];
  /** Where each group ends. */
  readonly ends: readonly number[];
  /** What stands between the groups: one less than there are groups. */
  readonly between: readonly string[];
  /** Where reading ended: what stands before was read. */
  readonly end: number;
}

/** A number longer than this is none that any rule knows. */
const LONGEST = 40;

/** Blanks, dashes, dots and slashes stand between groups, at most so many in a row. */
const MOST_BETWEEN = 3;

/** Reads the number that begins at a digit, and no more than 40 characters. */
export function numberShape(text: string, start: number): NumberShape {
  const most = start + LONGEST;
  const groups: number[] = [];
  const ends: number[] = [];
  const between: string[] = [];
  let digits = "";
  let at = start;
  for (;;) {
    const from = at;
    while (at < most && isDigit(text.charCodeAt(at))) at++;
    digits += text.slice(from, at);
    groups.push(at - from);
    ends.push(at);
    const groupEnd = at;
    while (at < most && at - groupEnd < MOST_BETWEEN && isBetween(text.charCodeAt(at))) at++;
    if (at === groupEnd || at === most || !isDigit(text.charCodeAt(at))) break;
    between.push(text.slice(groupEnd, at));
  }
  return { digits, groups, ends, between, end: at };
}

/** Whether a character can stand between two groups of digits. */
export function isBetween(code: number): boolean {
  return code === 32 || (code >= 45 && code <= 47);
}
