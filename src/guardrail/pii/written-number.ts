import type { ScanRule, Search } from "../scan.ts";

/** A number where it stands. */
export interface WrittenNumber {
  readonly search: Search;
  /** Where its first digit stands. */
  readonly start: number;
  /** From its first digit on: groups of digits, and up to three signs between them and behind them, 42 characters at most. */
  readonly written: string;
  /** The same, and the character behind it. */
  readonly ahead: string;
  /** What stands before it. */
  readonly before: string;
}

/** Finds one kind of thing that begins with a digit. */
export type FindNumber = (number: WrittenNumber) => void;

const LONGEST = 42;
const BEFORE = 64;
const WRITTEN: RegExp = /^\d+(?:[ ./-]{1,3}\d+)*[ ./,+-]{0,3}/;

/** One rule for all that begins with a digit: each number is read once. */
export function numberRule(finders: readonly FindNumber[], more: Partial<ScanRule>): ScanRule {
  return {
    triggers: "0123456789",
    atFirst: true,
    ...more,
    look(search, start) {
      const { text } = search;
      const [written = ""] = WRITTEN.exec(text.slice(start, start + LONGEST)) ?? [];
      const end = start + written.length;
      if (end >= text.length) search.wait(start);
      const before = text.slice(Math.max(0, start - BEFORE), start);
      const number = { search, start, written, ahead: text.slice(start, end + 1), before };
      for (const find of finders) find(number);
    },
  };
}

/** Notes what begins at the first digit. */
export function addNumber(
  { search, start }: WrittenNumber,
  length: number,
  label: string,
  score: number,
): void {
  search.add({ start, end: start + length, label, score });
}

/** Whether a number stands by itself: it is not the end of a word, nor of a longer number. */
export function isFree({ before }: WrittenNumber): boolean {
  return !/[\w\xc0-\u024f]$|\d[-./,]$/.test(before);
}

/** Whether the text is nothing but the number: then what it is was said elsewhere. */
export function isWhole({ search, start }: WrittenNumber, length: number): boolean {
  return start === 0 && search.isEnd && length === search.text.length;
}
