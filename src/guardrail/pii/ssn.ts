import type { WrittenNumber } from "./written-number.ts";

/** Areas 000, 666 and from 900 on, the group 00 and the serial 0000 are not given out (20 CFR 422.103, SSA since 2011). */
const FORM: RegExp = /^(?!000|666)[0-8]\d\d([-. ]?)(?!00)\d\d[-. ]?(?!0000)\d{4}(?![\w\xc0-\u024f]|[-./,]\d)/;

const WORDS: RegExp = /\b(?:ssns?|social|soc\.? ?sec)/i;

/** Numbers that were printed on cards to show what one looks like. */
const FAKES = "078051120 219099999 457555462";

/** What has blanks in it is not sure where a number of another kind stands next to it. */
const NEXT: RegExp = /(?:\d|\b(?:suite|ste|apt|apartment|unit|room|box)[. #]*) $/i;

/** Finds US social security numbers; nine digits in a row or in odd groups only behind words that say what they are. */
export function findSsn(number: WrittenNumber): void {
  const { text, start, first } = number;
  if (!number.isFree || number.count < 9 || (first - start !== 3 && first - start !== 9)) return;
  const [found, sign = ""] = FORM.exec(text.slice(start, start + 13)) ?? [];
  if (!found || FAKES.includes(found.replace(/\D/g, ""))) return;
  const before = number.before();
  const { length } = found;
  if (WORDS.test(before)) number.add(length, "ssn", 0.97);
  // The other sign is the same.
  else if (sign === "" || sign === "." || found[6] !== sign) return;
  else if (sign === "-") number.add(length, "ssn", 0.85);
  else if (!NEXT.test(before) && !/^ \d/.test(text.slice(start + length, start + length + 2)))
    number.add(length, "ssn", 0.6);
}
