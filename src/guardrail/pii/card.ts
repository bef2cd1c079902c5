import { luhn } from "./luhn.ts";
import { isDigit, type WrittenNumber } from "./written-number.ts";

/** The numbers of issuers (ISO/IEC 7812-1) in their common lengths: those of other lengths need words that say what they are. */
const COMMON: RegExp =
  /^(?:(?:[456]\d|2[2-7]|35|8[12]|97)\d{14}|4\d{18}|(?:3[47]|21|18)\d{13}|3[0689]\d{12})$/;

const WORDS: RegExp =
  /\b(?:card|cc\b|visa|maestro|amex|diners|kreditkarte|kartennummer|carte|tarjeta|carta|cartão|kaart)/i;

/** In a row, in fours, or as on cards with 14 and 15 digits. */
const REGULAR: RegExp = /^(?:\d+|\d{4}([ .-])\d{4}(?:\1\d{1,4})+|\d{4}([ .-])\d{6}\2\d{4,5})$/;

/** No brackets stand in a card. */
const GROUPS: RegExp = /^\d+(?:[ ./-]{1,3}\d+)*/;

/** Finds payment cards of 12 to 19 digits with their check digit; odd groups and lengths only behind words that say so. */
export function findCard(number: WrittenNumber): void {
  const { text, start, count } = number;
  if (count < 12 || !number.isFree) return;
  // Groups behind other groups are the rest of a longer number.
  const first = number.first - start;
  if (first < 12 && (first === 4 ? /\d{4} $/ : /\d $/).test(text.slice(Math.max(0, start - 5), start)))
    return;
  const found = cardIn(text.slice(start, number.end + 2));
  const { length } = found;
  const card = found.replace(/\D+/g, "");
  if (!/[1-9]/.test(card)) return;
  const isRegular = REGULAR.test(found) && COMMON.test(card);
  const isNamed = number.isWhole(length) || WORDS.test(number.before());
  if (isRegular || isNamed) number.add(length, "credit-card", isRegular ? (isNamed ? 0.98 : 0.9) : 0.8);
}

/** The longest card that a text begins with; nothing where it begins with none. */
function cardIn(ahead: string): string {
  const written = GROUPS.exec(ahead)?.[0] ?? "";
  let longest = "";
  for (let end = 12; end <= written.length; end++) {
    // Only where a group ends.
    if (isDigit(written, end) || !isDigit(written, end - 1)) continue;
    const found = ahead.slice(0, end);
    const digits = found.replace(/\D+/g, "");
    if (digits.length < 12 || digits.length > 19 || !luhn(digits)) continue;
    const rest = ahead.slice(end);
    // More digits behind a blank are others where its own groups are complete.
    const isEnd = /^ \d/.test(rest)
      ? REGULAR.test(found) && !(/ /.test(found) && /^ \d{4}/.test(rest))
      : !/^(?:[\w\xc0-\u024f]|[-./,]\d)/.test(rest);
    if (isEnd) longest = found;
  }
  return longest;
}
