import type { Search } from "../scan.ts";
import { isDigit, type WrittenNumber } from "./written-number.ts";

/** Words that say of a date that somebody was born on it. */
const WORDS: RegExp =
  /\b(?:born|birth|birth[ _-]?day|birth[ _-]?date|d\.?o\.?b|b-?day|geboren|geburtsdatum|geburtstag|née?|naissance|nacid[oa]|nacimiento|nascid[oa]|nascimento|nat[oa]|nascita|geboortedatum|urodzon[ya]|född|født)(?![a-z])|рожд|родил|出生|生日|生年/i;
const MOST_BETWEEN = 48;

/** The longest of the forms below. */
const LONGEST = 32;

/** `1990-05-12`, `12.5.1990`, `5/12/90`, `12th of May 1990`, `12. Mai 1990`, `12 de mayo de 1990`, `1990年5月12日`. */
const FORM: RegExp =
  /^(?:(?:1[89]|20)\d\d(?:-[01]?\d-[0-3]?\d|\/[01]?\d\/[0-3]?\d|\.[01]?\d\.[0-3]?\d|年[01]?\d月[0-3]?\d日)|[0-3]?\d(?:-[0-3]?\d-|\/[0-3]?\d\/|\. ?[01]?\d\. ?)(?:(?:1[89]|20)\d\d|\d\d)|[0-3]?\d(?:st|nd|rd|th|\.)?(?: of| de)?[ -]?[a-z\xc0-\u024f\u0400-\u04ff]{3,10}\.?,?(?: de)?[ -](?:1[89]|20)\d\d)(?![\d_a-su-z])/i;

/** A word in front of a day, and the rest of such a date: `May 12, 1990`, `Sept. 1st 1990`. */
const WORD: RegExp = /(?<![a-z])([a-z]{1,9})\.? ?$/i;
const DAY_AND_YEAR: RegExp = /^[0-3]?\d(?:st|nd|rd|th)?,? (?:1[89]|20)\d\d(?!\w)/i;
const MONTHS = " jan feb mar apr may jun jul aug sep oct nov dec";
/** The longest word, its dot, a blank, and what stands before them. */
const LONGEST_WORD = 12;

/** Finds dates of birth: from their first digit, or from the month that stands before it. */
export function findBirthDate({ search, text, start, first, isFree }: WrittenNumber): void {
  const length = first - start;
  if (!isFree || length > 4 || length === 3) return;
  const next = text[first] ?? "-";
  // Behind a day a word may stand, too, but no digit behind a blank.
  const isDate =
    "-/.年".includes(next) || (length < 3 && (next === " " ? !isDigit(text, first + 1) : next > "@"));
  if (isDate) find(search, start, FORM);
  if (length < 3 && " .".includes(text[start - 1] ?? "-") && !isDigit(text, start - 2))
    find(search, start, DAY_AND_YEAR);
}

/** Where the name of a month, or the front of one, begins that ends at a place; the place itself where there is none. */
export function monthBefore(text: string, at: number): number {
  const word = WORD.exec(text.slice(Math.max(0, at - LONGEST_WORD), at));
  const isMonth = word?.[1] && MONTHS.includes(` ${word[1].slice(0, 3).toLowerCase()}`);
  return isMonth ? at - word[0].length : at;
}

function find(search: Search, at: number, form: RegExp): void {
  const { text } = search;
  const written = form.exec(text.slice(at, at + LONGEST));
  const isOpen = !search.isEnd && at + LONGEST > text.length;
  if (!written && !isOpen) return;
  const start = form === FORM ? at : monthBefore(text, at);
  const before = text.slice(Math.max(0, start - MOST_BETWEEN), start);
  // In code, what a date is made of is an example.
  if ((form !== FORM && start > at - 4) || !WORDS.test(before) || /\bDate\(.$/.test(before)) return;
  if (isOpen) search.wait(start);
  if (written) search.add({ start, end: at + written[0].length, label: "date-of-birth", score: 0.9 });
}
