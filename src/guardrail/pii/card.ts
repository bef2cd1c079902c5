import { luhn } from "./luhn.ts";
import { isDigit, type WrittenNumber } from "./written-number.ts";

/** The numbers of issuers (ISO/IEC 7812-1) in their common lengths: those of other lengths need words that say what they are. */
const COMMON: RegExp =
  /^(?:4\d{15}(?:\d{3})?|5[0-8]\d{14}|6\d{15}|2(?:2(?:0[0-4]|2[1-9]|[3-9]\d)|[3-6]\d\d|7[01]\d|720)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|8[12]\d{14}|9792\d{12}|3[47]\d{13}|(?:2131|1800)\d{11}|3(?:0[0-5]|095|[689]\d)\d{11})$/;

const WORDS: RegExp =
  /\b(?:cards?|cc|visa|master ?card|maestro|amex|american express|diners|discover|jcb|unionpay|rupay|kreditkarte|kartennummer|carte|tarjeta|carta|cartão|kaart)\b/i;

/** In a row, in fours, or as on cards with 14 and 15 digits. */
const REGULAR: RegExp = /^(?:\d+|\d{4}([ .-])\d{4}(?:\1\d{1,4})+|\d{4}([ .-])\d{6}\2\d{4,5})$/;

/** No brackets stand in a card. */
const GROUPS: RegExp = /^\d+(?:[ ./-]{1,3}\d+)*/;

/** Finds payment cards of 12 to 19 digits with their check digit; odd groups and lengths only behind words that say so. */
export function findCard(number: WrittenNumber): void {
  const { text, start, end, count } = number;
  if (count < 12 || !number.isFree) return;
  const first = number.first - start;
  // Groups behind other groups are the rest of a longer number.
  const isBehind = first < 12 && text[start - 1] === " " && isDigit(text, start - 2);
  if (isBehind && (first !== 4 || /\d{4} $/.test(text.slice(start - 5, start)))) return;
  const ahead = text.slice(start, end + 2);
  const written = GROUPS.exec(ahead)?.[0] ?? "";
  if (written.length < 12) return;
  const length = cardLength(ahead, written, first);
  const found = ahead.slice(0, length);
  const card = found.replace(/\D+/g, "");
  if (new Set(card).size < 2) return;
  const isRegular = REGULAR.test(found);
  const isNamed = number.isWhole(length) || WORDS.test(number.before());
  if (isRegular && COMMON.test(card)) number.add(length, "credit-card", isNamed ? 0.98 : 0.9);
  else if (isNamed) number.add(length, "credit-card", 0.8);
}

/** How long the longest card is that a text begins with; 0 where it begins with none. */
function cardLength(ahead: string, written: string, first: number): number {
  const total = written.replace(/\D+/g, "").length;
  // What has odd groups ends with the last of them.
  const isOdd = first !== 4 && first < 12;
  if (total < 12 || (isOdd && total > 19)) return 0;
  let digits = "";
  let length = 0;
  for (const group of written.matchAll(/\d+/g)) {
    digits += group[0];
    if (digits.length < (isOdd ? total : 12) || digits.length > 19) continue;
    const end = group.index + group[0].length;
    if (luhn(digits) && canEnd(ahead.slice(0, end), ahead.slice(end))) length = end;
  }
  return length;
}

/** Whether a number can end in front of a rest: more digits behind a blank are others where its own groups are complete. */
function canEnd(found: string, rest: string): boolean {
  if (/^ \d/.test(rest)) return REGULAR.test(found) && !(/ /.test(found) && /^ \d{4}/.test(rest));
  return !/^(?:[\w\xc0-\u024f]|[-./,]\d)/.test(rest);
}
