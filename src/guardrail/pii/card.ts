import type { Search } from "../scan.ts";
import { isDigit, isWord } from "./characters.ts";
import { luhn } from "./checksums.ts";
import { isAfter, isWhole } from "./context.ts";
import { isBetween, type NumberShape } from "./number-shape.ts";

/**
 * The first four digits of cards (ISO/IEC 7812-1), from and to, and the lengths that are common enough to need no words around
 * them: Visa, Mastercard, Maestro, American Express, Diners Club, JCB, Discover, UnionPay, RuPay, Mir, Troy.
 */
const ISSUERS =
  "0604-0604:16 1800-1800:15 2131-2131:15 2200-2204:16 2221-2720:16 3000-3059:14 3095-3095:14 3400-3499:15 3528-3589:16 3600-3699:14 3700-3799:15 3800-3999:14 4000-4999:16,19 5000-5099:16 5100-5599:16 5600-5899:16 6000-6999:16 8100-8299:16 9792-9792:16";

const WORDS: RegExp =
  /\b(?:cards?|cc|visa|master ?card|maestro|amex|american express|diners|discover|jcb|unionpay|rupay|mir|debit|credit|pan|kreditkarte|karte|kartennummer|carte|tarjeta|cart(?:a|ão)|kaart|kort|karta)\b/i;

/** Finds payment cards of 12 to 19 digits in any grouping; the digits in front of the number must not belong to it. */
export function findCard(search: Search, start: number, shape: NumberShape): void {
  const { text } = search;
  const { digits, groups, ends } = shape;
  if (digits.length < 12 || !startsNumber(text, start, groups[0] ?? 0)) return;
  let length = 0;
  let found = 0;
  let foundEnd = 0;
  for (let group = 0; group < groups.length; group++) {
    length += groups[group] ?? 0;
    if (length > 19) break;
    if (length < 12 || !endsNumber(text, shape, group)) continue;
    if (luhn(digits.slice(0, length))) [found, foundEnd] = [length, ends[group] ?? 0];
  }
  if (found === 0) return;
  const number = digits.slice(0, found);
  if (isOneDigit(number)) return;
  const common = commonLengths(number);
  const isNamed = isWhole(search, start, foundEnd) || isAfter(search, start, WORDS, 64);
  if (common?.includes(String(found))) add(search, start, foundEnd, isNamed ? 0.98 : 0.9);
  else if (isNamed && (common || found > 12)) add(search, start, foundEnd, common ? 0.95 : 0.7);
}

function add(search: Search, start: number, end: number, score: number): void {
  search.add({ start, end, label: "credit-card", score });
}

/** Whether no group of digits stands in front that looks like the first of the number itself. */
function startsNumber(text: string, start: number, first: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (isWord(before)) return false;
  if (!isBetween(before) && before !== 44) return true;
  if (!isDigit(text.charCodeAt(start - 2))) return true;
  if (before !== 32) return false;
  let from = start - 2;
  while (start - from < 8 && isDigit(text.charCodeAt(from))) from--;
  return start - 2 - from !== first;
}

/** Whether the number may end behind a group: no letter and no digit follows, or a group that is not like the ones before. */
function endsNumber(text: string, { groups, ends, between }: NumberShape, group: number): boolean {
  const end = ends[group] ?? 0;
  const next = between[group];
  if (next === undefined) return !isWord(text.charCodeAt(end)) && !isDecimal(text, end);
  if (group > 0 ? next === between[0] && next !== " " : next !== " ") return false;
  const following = groups[group + 1] ?? 0;
  const isRegular = groups.slice(1, group).every((size) => size === groups[0] || group < 3);
  return isRegular && following !== groups[0] && following < 6;
}

function isDecimal(text: string, at: number): boolean {
  return text.charCodeAt(at) === 44 && isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at - 1));
}

function isOneDigit(number: string): boolean {
  return number === number.charAt(0).repeat(number.length);
}

function commonLengths(number: string): string[] | undefined {
  const first = number.slice(0, 4);
  issuers ??= ISSUERS.split(" ").map((row) => row.split(/[-:]/));
  const issuer = issuers.find(([from = "", to = ""]) => first >= from && first <= to);
  return issuer?.[2]?.split(",");
}

/** The rows of the table, taken apart with the first card. */
let issuers: string[][] | undefined;
