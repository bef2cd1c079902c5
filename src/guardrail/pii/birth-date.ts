import type { Search } from "../scan.ts";
import { isDigit, isLetter, isWord } from "./characters.ts";
import { isAfter } from "./context.ts";

/** Words that say of a date that somebody was born on it. */
const WORDS: RegExp =
  /\b(?:born|birth|birth ?day|birth ?date|d\.?o\.?b|b-?day|geboren|geburtsdatum|geburtstag|née?|naissance|nacid[oa]|nacimiento|nascid[oa]|nascimento|nat[oa]|nascita|geboorte|urodz|född|født)|рожд|родил|出生|生日|生年/i;
const MOST_BETWEEN = 48;

/** The longest of the forms below. */
const LONGEST = 32;

/** `1990-05-12`, `12.5.1990`, `5/12/90`, `12th of May 1990`, `12. Mai 1990`, `12 de mayo de 1990`, `1990年5月12日`. */
const FORM: RegExp =
  /^(?:(?:1[89]|20)\d\d(?:-[01]?\d-[0-3]?\d|\/[01]?\d\/[0-3]?\d|\.[01]?\d\.[0-3]?\d|年[01]?\d月[0-3]?\d日)|[0-3]?\d(?:-[0-3]?\d-|\/[0-3]?\d\/|\. ?[01]?\d\. ?)(?:(?:1[89]|20)\d\d|\d\d)|[0-3]?\d(?:st|nd|rd|th|\.)?(?: of| de)?[ -]?[a-z\xc0-\u024f\u0400-\u04ff]{3,10}\.?,?(?: de)?[ -](?:1[89]|20)\d\d)(?![\d_a-su-z])/i;

/** `May 12, 1990`, `Sept. 1st 1990`. */
const MONTH_FIRST: RegExp = /^[a-z]{3,9}\.? [0-3]?\d(?:st|nd|rd|th)?,? (?:1[89]|20)\d\d(?!\w)/i;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec";

/** Finds dates of birth that begin with a number. */
export function findBirthDate(search: Search, start: number): void {
  const { text } = search;
  const before = text.charCodeAt(start - 1);
  const isTied = before >= 45 && before <= 47 && isDigit(text.charCodeAt(start - 2));
  if (!isWord(before) && !isTied) find(search, start, FORM);
}

/** Finds dates of birth that begin with the name of a month; looks at the first letter of a word. */
export function findBirthMonth(search: Search, start: number): void {
  const { text } = search;
  if (isLetter(text.charCodeAt(start - 1))) return;
  const isOpen = start + 3 > text.length;
  if (isOpen || MONTHS.includes(text.slice(start, start + 3).toLowerCase())) find(search, start, MONTH_FIRST);
}

function find(search: Search, start: number, form: RegExp): void {
  const { text } = search;
  const written = form.exec(text.slice(start, start + LONGEST));
  const isOpen = !search.isEnd && start + LONGEST > text.length;
  if ((!written && !isOpen) || !isAfter(search, start, WORDS, MOST_BETWEEN)) return;
  if (isOpen) search.wait(start);
  if (written) search.add({ start, end: start + written[0].length, label: "date-of-birth", score: 0.9 });
}
