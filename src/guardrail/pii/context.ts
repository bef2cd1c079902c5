import type { Search } from "../scan.ts";

/** Whether words stand before a place, at most so many characters away. */
export function isAfter(search: Search, at: number, words: RegExp, most: number): boolean {
  return words.test(search.text.slice(Math.max(0, at - most), at));
}

/** Whether a text is nothing but what stands from one place to another: then what it is was said elsewhere. */
export function isWhole(search: Search, start: number, end: number): boolean {
  return start === 0 && search.isEnd && end === search.text.length;
}
