import { addNumber, isFree, type WrittenNumber } from "./written-number.ts";

/** Areas 000, 666 and from 900 on, the group 00 and the serial 0000 are not given out (20 CFR 422.103, SSA since 2011). */
const FORM: RegExp = /^(?!000|666)[0-8]\d\d[-. ]?(?!00)\d\d[-. ]?(?!0000)\d{4}(?![\w\xc0-\u024f]|[-./,]\d)/;
const GROUPED: RegExp = /^\d{3}([- ])\d\d\1/;

const WORDS: RegExp = /\b(?:ssns?|social|soc\.? ?sec)/i;

/** Numbers that were printed on cards to show what one looks like. */
const FAKES = "078051120 219099999 457555462";

/** What has blanks in it is not sure where a number of another kind stands next to it. */
const NEXT: RegExp = /(?:\d|\b(?:suite|ste|apt|apartment|unit|room|box)[. #]*) $/i;

/** Finds US social security numbers; nine digits in a row or in odd groups only behind words that say what they are. */
export function findSsn(number: WrittenNumber): void {
  const { ahead, before } = number;
  const [found] = FORM.exec(ahead) ?? [];
  if (!found || !isFree(number) || FAKES.includes(found.replace(/\D/g, ""))) return;
  const sign = GROUPED.exec(found)?.[1];
  if (WORDS.test(before)) addNumber(number, found.length, "ssn", 0.97);
  else if (sign === "-") addNumber(number, found.length, "ssn", 0.85);
  else if (sign && !NEXT.test(before) && !/^ \d/.test(ahead.slice(found.length)))
    addNumber(number, found.length, "ssn", 0.6);
}
