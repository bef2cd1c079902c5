import type { ScanRule, Search } from "../scan.ts";
import { isInternational } from "./phone-countries.ts";

/** Who else is asked whether something is a phone number. */
export interface PhoneOptions {
  /** Decides over what has the form of a phone number; it gets it with its extension, its digits, blanks and dashes in ASCII. */
  readonly validate?: ((candidate: string) => boolean) | undefined;
}

/**
 * Finds phone numbers, as `phone`: by their form (E.164, calling codes, the North American plan, groups of digits), and by the
 * words around them. What is no more than a row of digits is one only where words say so, or where the text is nothing else.
 *
 * @example
 * scanText(scanner([phoneRule()]), "Call 0490 75 40 81"); // one, from 5 to 18
 */
export function phoneRule({ validate }: PhoneOptions = {}): ScanRule {
  return {
    triggers: "+(0123456789",
    look(search, start) {
      const { text } = search;
      if (!beginsAt(search, start)) return;
      const isBehind = text[start] !== "+" && isBehindNumber(text, start);
      let digits = readDigits(search, start, isBehind);
      if (CARD.test(digits)) return;
      // From the longest number that it can be to the shortest.
      while (digits !== "" && !judge(search, start, digits, isBehind, validate)) {
        let end = digits.lastIndexOf(" ");
        while (end > 0 && !isDigit(digits, end - 1)) end--;
        digits = digits.slice(0, Math.max(0, end));
      }
    },
  };
}

/** How much is read of a text: the digits and what is between them, and as much before them; extension and words behind. */
const MOST = 40;
const BEHIND = 24;

const OPENING = /^\(\+?[\d-]{1,6}\)/;
/** A bracket of which it is open what it closes. */
const UNOPENED = /^\(\+?[\d-]{0,6}$/;
const CARD = /^\d{4}(?: \d{4}){3}/;
const EXTENSION = /^,? ?(?:x|ext(?:ension)?\.?:?) ?\d{1,6}(?![\da-z])/i;

/** The digits are part of something else. */
const INSIDE = /[\w)]\+$|[\w$#@&€£¥/\xc0-\u024f-][\d(]$|\d[.,:(][\d(]$|\w\(\d$/;
const GOES_ON = /^(?:[\w@%\xc0-\u024f]|[.,:/()-]+[\da-z])/i;

/** Forms of others: dates and years, decimals, fractions, addresses of hosts, social security, half a bracket. */
const OTHER =
  /^(?:(?:19|20)\d\d(?:[-./ ][01]?\d[-./ ][0-3]?\d(?!\d)|\W+(?:19|20)\d\d$)|[0-3]?\d[-./][0-3]?\d[-./](?:(?:19|20)\d\d(?!\d)|\d\d$)|\d+\.\d+$|\d+\/\d{1,4}$|(?:\d{1,3}\.){3}\d{1,3}$|\d{3}[- ]\d\d[- ]\d{4}$|[^(]*\)|[^()]+\([^()]*$|.*\D\d$)/;
/** What is written like a number of the North American plan, or with zeros in front of the code of a country. */
const WRITTEN = /^(?:1\W*)?\(?[2-9]\d\d\W+[2-9]\d\d[-.]\d{4}$|^00[1-9].*\D/;
/** A zero in front, and three groups or more: so it is dialled within most countries. */
const NATIONAL = /^0[1-9]\d{0,3}[ -][1-9]\d{1,3}(?:[ -]\d{2,4})+$/;
/** What a text may be that is nothing else. */
const PLAIN = /^(?:0(?:\d{10}$|.*\D)|[2-5]\d{9}$|\(|[2-9]\d\d [2-9]\d\d \d{4}$)/;

/** The last of these before a number says what it is: those of the first kind, that it is no phone number. */
const WORDS =
  /\b(?:order|invoice|ticket|version|serial|isbn|id|pages?|date|passport|licen[cs]e|account|card|security|routing|iban|tax|zip|tracking|item|ref(?:erence)?|case|customer|member|employee|policy|student|booking)\b(?: n(?:umber|o)\b)?|(\b(?:call|(?:tele|cell)?phone|t[eé]l(?:[eé]f|\b)|mobil|cell|fax|whats ?app|sms|dial|reach|contact|ring|answer|messages? |text (?:$|me|us|him|her|to|at)|hotline|helpline|voicemail|ph\b|[tmpf]:|n[uú]m(?:ber(?!s(?! are))|ero|éro)|handy|rufnummer|anruf|ll[aá]m|m[oó]vil|appel|chiam|gsm)|\+\d\d|тел|звон|电话|手机|電話|전화)/gi;
const WORDS_BEHIND =
  /^[ ,]{0,2}\(?(?:office|fax|mobil|cell|home|work|tel|phone|handy|gsm|direct|(?:is |still )?(?:my|your|his|her|our|the)(?: \w+)? (?:phone|number|mobile|cell))/i;

/** Whether a number can begin with a character; a bracket is part of it only where it closes soon. */
function beginsAt(search: Search, start: number): boolean {
  const { text } = search;
  const first = text[start];
  const before = text[start - 1];
  if (isDigit(text, start - 1) || (before === "+" && first !== "+")) return false;
  if (first === "(" || before === "(") {
    const bracket = first === "(" ? start : start - 1;
    const near = text.slice(bracket, bracket + 9);
    if (UNOPENED.test(near)) search.wait(bracket);
    if (OPENING.test(near) !== (first === "(")) return false;
  }
  return !INSIDE.test(text.slice(Math.max(0, start - 2), start + 1));
}

/** The digits from a place on, with what is between them; nothing where they are too few, and no blanks behind a number. */
function readDigits(search: Search, start: number, isBehind: boolean): string {
  const { text } = search;
  let count = 0;
  let last = start;
  let end = start;
  for (; end < start + MOST && end - last < 4; end++) {
    if (isDigit(text, end)) {
      count++;
      last = end + 1;
    } else if (end === text.length) search.wait(start);
    else if (
      !(isBehind ? "-+./()" : "-+./() ").includes(text.charAt(end)) ||
      (text[end] === "+" && count > 0)
    )
      break;
  }
  return count < 6 ? "" : text.slice(start, last);
}

/** Adds digits, if they are a phone number. */
function judge(
  search: Search,
  start: number,
  digits: string,
  isBehind: boolean,
  validate: PhoneOptions["validate"],
): boolean {
  const { text } = search;
  let score = scoreOf(digits);
  // What stands behind a number and a blank may as well be the rest of a longer one.
  if (score < (isBehind ? 0.5 : 0.1)) return false;
  let end = start + digits.length;
  if (end + BEHIND > text.length) search.wait(start);
  const behind = text.slice(end, end + BEHIND);
  const extension = EXTENSION.exec(behind)?.[0] ?? "";
  const rest = behind.slice(extension.length);
  end += extension.length;
  if (GOES_ON.test(rest)) return false;
  let words: RegExpExecArray | undefined;
  for (const match of text.slice(Math.max(0, start - MOST), start).matchAll(WORDS)) words = match;
  if (words?.[1] || WORDS_BEHIND.test(rest)) score = score < 0.6 ? 0.65 : 0.9;
  else if (words) score -= 0.3;
  else if (start === 0 && end === text.length) score += 0.3;
  if (validate) score = validate(text.slice(start, end)) ? Math.max(score, 0.8) : 0;
  if (score < 0.3) return false;
  search.add({ start, end, label: "phone", score });
  return true;
}

/** How much something looks like a phone number by itself, from 0 to 1. */
function scoreOf(text: string): number {
  const digits = text.replace(/\D+/g, "");
  const { length } = digits;
  if (length > 15 || OTHER.test(text) || new Set(digits).size === 1) return 0;
  if (text.includes("+")) return isInternational(digits, text.includes("(0)") ? 1 : 0) ? 0.8 : 0;
  const isGrouped = length < text.length;
  if (length < (isGrouped ? 6 : 7) || length > (isGrouped ? 13 : 12)) return 0;
  if (WRITTEN.test(text) && (digits[0] !== "0" || isInternational(digits.slice(2), 0))) return 0.6;
  if (length > 8 && length < 12 && NATIONAL.test(text)) return 0.5;
  return PLAIN.test(text) ? 0.25 : 0.15;
}

function isBehindNumber(text: string, at: number): boolean {
  return text[at - 1] === " " && isDigit(text, text[at - 2] === ")" ? at - 3 : at - 2);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 47 && code < 58;
}
