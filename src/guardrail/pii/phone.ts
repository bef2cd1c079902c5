import type { Search } from "../scan.ts";
import { isInternational } from "./phone-countries.ts";
import { type FindNumber, isDigit } from "./written-number.ts";

/** Has the last word on what has the form of a phone number; it gets it with its extension, its digits, blanks and dashes in ASCII. */
export type PhoneValidator = (candidate: string) => boolean;

/**
 * Finds phone numbers, as `phone`: by their form (E.164, calling codes, the North American plan, groups of digits), and by the
 * words around them. What is no more than a row of digits is one only where words say so, or where the text is nothing else.
 *
 * @example
 * scanText(scanner([numberRule([phoneFinder()])]), "Call 0490 75 40 81"); // one, from 5 to 18
 */
export function phoneFinder(validate?: PhoneValidator): FindNumber {
  return ({ search, text, start: first, end, count, isFree }) => {
    if (count < 6 || !isFree) return;
    const start = startOf(text, first);
    const isBehind =
      text[start] !== "+" &&
      text[start - 1] === " " &&
      isDigit(text, start - (text[start - 2] === ")" ? 3 : 2));
    let digits = text.slice(start, end);
    // What stands behind a number and a blank may as well be the rest of a longer one.
    if (isBehind) digits = digits.slice(0, `${digits} `.indexOf(" "));
    if (CARD.test(digits)) return;
    if (INSIDE.test(text.slice(Math.max(0, start - 2), start + 1))) return;
    let said: number | undefined;
    // From the longest number that it can be to the shortest.
    while (digits.length > 5) {
      const score = scoreOf(digits);
      if (score >= (isBehind ? 0.5 : 0.1)) {
        said ??= saidBefore(text, start);
        if (judge(search, start, start + digits.length, score, said, validate)) return;
      }
      digits = withoutLast(digits);
    }
  };
}

/** How much is read of a text: the digits and what is between them, and as much before them; extension and words behind. */
const MOST = 40;
const BEHIND = 24;

const OPENING = /^\(\+?[\d-]{1,6}\)/;
const CARD = /^\d{4}(?: \d{4}){3}/;
const EXTENSION = /^,? ?(?:x|ext(?:ension)?\.?:?) ?\d{1,6}(?![\da-z])/i;

/** The digits are part of something else. */
const INSIDE = /[\w)]\+$|[\w$#@&€£¥/\xc0-\u024f-][\d(]$|\d[.,:(][\d(]$|\w\(\d$/;
const GOES_ON = /^(?:[\w@%\xc0-\u024f]|[.,:/()-]+[\da-z])/i;

/** Forms of others: dates and years, decimals, fractions, addresses of hosts, social security, half a bracket. */
const OTHER =
  /^(?:(?:19|20)\d\d(?:[-./ ][01]?\d[-./ ][0-3]?\d(?!\d)|\W+(?:19|20)\d\d$)|[0-3]?\d[-./][0-3]?\d[-./](?:(?:19|20)\d\d(?!\d)|\d\d$)|\d+\.\d+$|\d+\/\d{1,4}$|(?:\d{1,3}\.){3}\d{1,3}$|\d{3}[- ]\d\d[- ]\d{4}$|[^(]*\)|[^()]+\([^()]*$)/;
/** What is written like a number of the North American plan, or with zeros in front of the code of a country. */
const WRITTEN = /^(?:1\W*)?\(?[2-9]\d\d\W+[2-9]\d\d[-.]\d{4}$|^00[1-9].*\D/;
/** A zero in front, and three groups or more: so it is dialled within most countries. */
const NATIONAL = /^0[1-9]\d{0,3}[ -][1-9]\d{1,3}(?:[ -]\d{2,4})+$/;
/** What a text may be that is nothing else. */
const PLAIN = /^(?:0(?:\d{10}$|.*\D)|[2-5]\d{9}$|\(|[2-9]\d\d [2-9]\d\d \d{4}$)/;

/** The last of these before a number says what it is: those of the first kind, that it is no phone number. */
const WORDS =
  /\b(?:order|invoice|ticket|version|serial|isbn|id|pages?|date|passport|licen[cs]e|account|card|security|routing|iban|tax|zip|tracking|item|ref(?:erence)?|case|customer|member|employee|policy|student|booking)\b(?: n(?:umber|o)\b)?|(\b(?:call|(?:tele|cell)?phone|t[eé]l(?:[eé]f|\b)|mobil|cell|fax|whats ?app|sms|dial|reach|contact|ring|answer|messages? |text (?:$|me|us|him|her|to|at)|hotline|helpline|voicemail|ph\b|[tmpf]:|n[uú]m(?:ber(?! of |s(?! are))|ero|éro)|handy|rufnummer|ll[aá]m|m[oó]vil|appel|chiam|gsm)|\+\d\d|тел|звон|电话|手机|電話|전화)/gi;
const WORDS_BEHIND =
  /^[ ,]{0,2}\(?(?:office|fax|mobil|cell|home|work|tel|phone|handy|gsm|direct|(?:is |still )?(?:my|your|his|her|our|the)(?: \w+)? (?:phone|number|mobile|cell))/i;

/** Where a number begins: at the sign or the bracket before its first digit, where the bracket closes soon. */
function startOf(text: string, first: number): number {
  let start = first;
  if (text[start - 1] === "+") start--;
  if (text[start - 1] === "(" && OPENING.test(text.slice(start - 1, start + 8))) start--;
  if (text[start] === "(" && text[start - 1] === "+") start--;
  return start;
}

/** The digits in front of the last blank between them. */
function withoutLast(digits: string): string {
  let length = digits.lastIndexOf(" ");
  while (length > 0 && !isDigit(digits, length - 1)) length--;
  return digits.slice(0, Math.max(0, length));
}

/** Adds digits, if they are a phone number. */
function judge(
  search: Search,
  start: number,
  last: number,
  form: number,
  said: number,
  validate: PhoneValidator | undefined,
): boolean {
  const { text } = search;
  if (last + BEHIND > text.length) search.wait(start);
  const behind = text.slice(last, last + BEHIND);
  const extension = EXTENSION.exec(behind)?.[0] ?? "";
  const rest = behind.slice(extension.length);
  const end = last + extension.length;
  if (GOES_ON.test(rest)) return false;
  let score = form;
  if (said > 0 || WORDS_BEHIND.test(rest)) score = form < 0.6 ? 0.65 : 0.9;
  else if (said < 0) score -= 0.3;
  else if (start === 0 && end === text.length) score += 0.3;
  if (validate) score = validate(text.slice(start, end)) ? Math.max(score, 0.8) : 0;
  if (score >= 0.3) search.add({ start, end, label: "phone", score });
  return score >= 0.3;
}

/** What the last word before a number says: that it is a phone number (1), that it is none (-1), or nothing. */
function saidBefore(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - MOST), start);
  let said = 0;
  WORDS.lastIndex = 0;
  for (let word = WORDS.exec(before); word; word = WORDS.exec(before)) said = word[1] ? 1 : -1;
  return said;
}

/** How much something looks like a phone number by itself, from 0 to 1. */
function scoreOf(text: string): number {
  if (!isDigit(text, text.length - 2)) return 0;
  const digits = text.replace(/\D+/g, "");
  const { length } = digits;
  const isGlobal = text.includes("+");
  const [least, most] = isGlobal ? [7, 15] : length < text.length ? [6, 13] : [7, 12];
  if (length < least || length > most || OTHER.test(text) || /^(.)\1*$/.test(digits)) return 0;
  if (isGlobal) return isInternational(digits, text.includes("(0)") ? 1 : 0) ? 0.8 : 0;
  if (WRITTEN.test(text) && (digits[0] !== "0" || isInternational(digits.slice(2), 0))) return 0.6;
  if (length > 8 && length < 12 && NATIONAL.test(text)) return 0.5;
  return PLAIN.test(text) ? 0.25 : 0.15;
}
