import type { ScanRule, Search } from "../scan.ts";

/** A number where it stands: groups of digits, and up to three signs between them. */
export interface WrittenNumber {
  readonly search: Search;
  readonly text: string;
  /** Where its first digit stands. */
  readonly start: number;
  /** Where its first group of digits ends. */
  readonly first: number;
  /** Where its last group ends, as far as it is read: no more than 42 characters. */
  readonly end: number;
  /** How many digits there are up to there. */
  readonly count: number;
  /** Whether it stands by itself: it is not the end of a word, nor of a longer number. */
  readonly isFree: boolean;
  /** Whether the text is nothing but what begins here and is so long: then what it is was said elsewhere. */
  isWhole(length: number): boolean;
  /** What stands before it, 64 characters at most. */
  before(): string;
  /** Notes what begins at the first digit. */
  add(length: number, label: string, score: number): void;
}

/** Finds one kind of thing that has a digit at its beginning, or some letters or signs before it. */
export type FindNumber = (number: WrittenNumber) => void;

const LONGEST = 42;
const BEFORE = 64;

/** One rule for all that begins with a digit: each number is read once, and what it cannot be is decided by its groups. */
export function numberRule(finders: readonly FindNumber[], more: Partial<ScanRule> = {}): ScanRule {
  return {
    triggers: "0123456789",
    atFirst: true,
    before: "+(",
    mostBefore: 2,
    ...more,
    look(search, start) {
      const reader = search.kept instanceof NumberReader ? search.kept : new NumberReader(search);
      search.kept = reader;
      reader.read(start);
      for (const find of finders) find(reader);
    },
  };
}

/** Reads the numbers of a text from the first to the last; groups that are known from the number before are not read again. */
class NumberReader implements WrittenNumber {
  readonly search: Search;
  readonly text: string;
  start = 0;
  first = 0;
  end = 0;
  count = 0;
  isFree = false;
  #at = 0;

  constructor(search: Search) {
    this.search = search;
    this.text = search.text;
  }

  read(start: number): void {
    const { text } = this;
    let { count, end } = this;
    let at = this.#at;
    if (start < end) count -= this.first - this.start;
    else {
      count = 0;
      at = end = start;
    }
    let seen = at;
    for (; at < start + LONGEST && at - end < 4; at++) {
      const code = text.charCodeAt(at);
      seen = at + 1;
      if (code > 47 && code < 58) {
        count++;
        end = seen;
        // A blank and ()-./ may stand between groups, *+, only behind the last.
      } else if (code !== 32 && !(code > 39 && code < 48)) break;
      else if (code > 41 && code < 45) {
        seen++;
        break;
      }
    }
    let first = start;
    while (first < end && isDigit(text, first)) first++;
    if (seen > text.length) this.search.wait(frontOf(text, start));
    const code = text.charCodeAt(start - 1);
    this.isFree = !isWord(code) && !(code > 43 && code < 48 && isDigit(text, start - 2));
    this.start = start;
    this.first = first;
    this.end = end;
    this.count = count;
    this.#at = at;
  }

  isWhole(length: number): boolean {
    return this.start === 0 && this.search.isEnd && length === this.text.length;
  }

  before(): string {
    return this.text.slice(Math.max(0, this.start - BEFORE), this.start);
  }

  add(length: number, label: string, score: number): void {
    this.search.add({ start: this.start, end: this.start + length, label, score });
  }
}

/** Where the signs begin that stand right before a number. */
function frontOf(text: string, start: number): number {
  let front = start;
  while (front > start - 2 && "+(".includes(text[front - 1] ?? "-")) front--;
  return front;
}

/** Whether a digit stands at a place. */
export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 47 && code < 58;
}

/** Whether it is a letter of ASCII or Latin, a digit, or "_". */
export function isWord(code: number): boolean {
  const lower = code | 32;
  return (
    (code > 47 && code < 58) || (lower > 96 && lower < 123) || code === 95 || (code > 191 && code < 0x250)
  );
}
