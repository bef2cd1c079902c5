import type { ScanRule, Search } from "../scan.ts";
import { ALNUM, JOINT, kindAt, runStart } from "./characters.ts";
import { isSecret, namingOf } from "./naming.ts";
import type { Report } from "./report.ts";
import { decoded, entropy, hasStopWord, isPlaceholder, runs } from "./value.ts";

/** Characters that a value can begin with. What is found begins where the rule looks. */
const BEGINNINGS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&*+-.;<?^_{|}~";
/** What a value stands behind, but for a word and a blank. */
const SIGNS = "=:>,\"'`([{@\\ \t";
const QUOTES = "\"'`";
const BLANKS = " \t";
/** What ends a value that has no quotes around it. */
const ENDS = " \t\r\n\"'`,;()[]{}<>&|\\";
const NOT_IN_LOGINS = " /?#\t\r\n\"'`<>\\|@";
const LONGEST_VALUE = 300;
const LONGEST_TOKEN = 2048;
const LONGEST_NAME = 64;
const MOST_BLANKS = 40;
/** The last letters of "Bearer", "Basic" and "Token". */
const LEADING = "rcnRCN";
/** How much before a value is looked at. */
const LONGEST_FRONT = 140;
const LONGEST_COMMAND = 250;
/** What stands before the password of an address, and of an account with a server of gems. */
const BEFORE_PASSWORD: RegExp =
  /[\dA-Za-z]:\/\/[^\s/?#"'`<>\\|@:]{0,90}:$|BUNDLE_\w{1,60}__\w{1,20}["']? ?= ?["']?[\da-f]{8}:$/;
const BEFORE_LOGIN: RegExp = /\s(?:-u|--(?:proxy-)?user)[ =]{1,4}["']?[^\s:$<(]{0,90}:["']{0,2}\{?$/;

/** Finds passwords of addresses, what stands behind "Bearer" and "Basic", and values under the names of secrets. */
export function values(leastEntropy: number, report: Report): ScanRule {
  return {
    triggers: BEGINNINGS,
    atFirst: true,
    look(search, at) {
      const { text } = search;
      const before = text.charCodeAt(at - 1);
      // Most of a text are words behind words.
      if (before === 32 && kindAt(text, at - 2) === ALNUM) {
        const start = wordStart(text, at - 1);
        if (isLeading(text, start, at - 1)) readWord(search, at, start, at - 1, "", leastEntropy, report);
      } else if (SIGNS.includes(text.charAt(before === 32 ? at - 2 : at - 1)))
        readBehindSign(search, at, leastEntropy, report);
    },
  };
}

function readBehindSign(search: Search, at: number, leastEntropy: number, report: Report): void {
  const { text } = search;
  let end = at;
  const quote = isOneOf(QUOTES, text, at - 1) ? text.charAt(at - 1) : "";
  if (quote) end--;
  while (end > at - 3 && isOneOf("\\[(@{", text, end - 1)) end--;
  const last = end;
  while (end > last - MOST_BLANKS && isOneOf(BLANKS, text, end - 1)) end--;
  if (kindAt(text, end - 1) === ALNUM) {
    const start = wordStart(text, end);
    if (end < last && isLeading(text, start, end))
      readWord(search, at, start, end, quote, leastEntropy, report);
    return;
  }
  if (isOneOf(":", text, last - 1) && readPassword(search, at, report)) return;
  const nameEnd = signStart(text, end, quote);
  const name = nameEnd < end && nameBefore(text, nameEnd, text.charAt(end - 1));
  if (name) readNamed(search, at, name, nameEnd, quote, leastEntropy, report);
}

/** Where a word begins that ends at a place. */
function wordStart(text: string, end: number): number {
  let start = end;
  while (start > end - LONGEST_NAME && text.charCodeAt(start - 1) > 32) start--;
  return start;
}

/** Whether a word can be an option or a scheme; a quick look, because it is taken at every word. */
function isLeading(text: string, start: number, end: number): boolean {
  const length = end - start;
  return (
    text.charCodeAt(start) === 45 || (length >= 5 && length < 16 && LEADING.includes(text.charAt(end - 1)))
  );
}

/** A value behind a word: an option of a command, or the scheme of a header. */
function readWord(
  search: Search,
  at: number,
  start: number,
  end: number,
  quote: string,
  leastEntropy: number,
  report: Report,
): void {
  const { text } = search;
  if (text.charCodeAt(start) === 45) {
    if (text.charCodeAt(start + 1) === 45)
      readNamed(search, at, text.slice(start, end), end, quote, leastEntropy, report);
    return;
  }
  const scheme = /(?:^|["'`:=])(bearer|basic|token)$/i.exec(text.slice(start, end))?.[1]?.toLowerCase();
  if (!scheme) return;
  const value = readValue(search, at, ENDS, LONGEST_TOKEN).replace(/[.:!?]$/, "");
  if (!/^[\w.~+/=-]+$/.test(value)) return;
  if (scheme === "basic" ? isLogin(value) : isToken(value))
    report(search, at, at + value.length, "authorization", 0.9);
}

/** Where the sign begins that gives a value to a name; the end where there is none. */
function signStart(text: string, end: number, quote: string): number {
  if (isOneOf(",", text, end - 1)) return quote && isOneOf(QUOTES, text, end - 2) ? end - 1 : end;
  if (!isOneOf("=:>", text, end - 1)) return end;
  let start = end - 1;
  while (start > end - 5 && isOneOf("=:?|>~+!", text, start - 1)) start--;
  return start;
}

/** The name that a value is given to; empty where none is. */
function nameBefore(text: string, signStart: number, sign: string): string {
  let end = signStart;
  const isTag = sign === ">" && kindAt(text, end - 1) === ALNUM;
  while (!isTag && end > signStart - 6 && isOneOf(" \t\"'`\\])", text, end - 1)) end--;
  const start = runStart(text, end, ALNUM | JOINT, LONGEST_NAME);
  if (isTag && text.charAt(start - 1) !== "<") return "";
  const name = text.slice(start, end);
  if (name.length !== 5 || name.toLowerCase() !== "value") return name;
  // <add key="Password" value="…">, {"name": "PASSWORD", "value": "…"}
  const pair = /(?:key|name|id)["']?[=: ]{1,3}["']([\w.-]{1,60})["'][,\s]{0,20}["']?$/i;
  return pair.exec(text.slice(Math.max(0, start - 110), start))?.[1] ?? "";
}

function readNamed(
  search: Search,
  at: number,
  name: string,
  nameEnd: number,
  quote: string,
  leastEntropy: number,
  report: Report,
): void {
  const { text } = search;
  const naming = namingOf(name, text, nameEnd);
  if (!naming) return;
  let value = readValue(search, at, quote ? `${quote}\\\r\n` : ENDS, LONGEST_VALUE);
  if (value.length === LONGEST_VALUE || (!quote && isOneOf("([", text, at + value.length))) return;
  if (!quote) value = value.replace(/[.:!?]{1,3}$/, "");
  if (isSecret(value, naming, quote !== "", leastEntropy))
    report(search, at, at + value.length, "assignment", 0.7);
}

/** A password behind a colon: of an address, or of a login of curl. */
function readPassword(search: Search, at: number, report: Report): boolean {
  const { text } = search;
  const front = text.slice(Math.max(0, at - LONGEST_FRONT), at);
  if (BEFORE_PASSWORD.test(front)) {
    const value = readValue(search, at, NOT_IN_LOGINS, LONGEST_VALUE).replace(/[;,]$/, "");
    const isAccount = !front.includes("://");
    const isWhole = isAccount ? /^[\da-f]{8}$/.test(value) : text.charAt(at + value.length) === "@";
    if (isWhole && isPassword(value) && !front.endsWith(`/${value}:`))
      report(search, at, at + value.length, "url-password", 0.9);
    return true;
  }
  if (!BEFORE_LOGIN.test(front) || !/\bcurl\b/.test(text.slice(Math.max(0, at - LONGEST_COMMAND), at)))
    return false;
  const value = readValue(search, at, ` \t\r\n"'\``, LONGEST_VALUE).replace(/\\$/, "");
  if (isPassword(value)) report(search, at, at + value.length, "authorization", 0.9);
  return true;
}

function readValue(search: Search, at: number, ends: string, most: number): string {
  const { text } = search;
  const last = Math.min(text.length, at + most);
  let end = at;
  while (end < last && !ends.includes(text.charAt(end))) end++;
  if (end === text.length) search.wait(at);
  return text.slice(at, end);
}

function isOneOf(characters: string, text: string, at: number): boolean {
  return at >= 0 && at < text.length && characters.includes(text.charAt(at));
}

/** Whether a text can be a password that somebody means to keep. */
function isPassword(text: string): boolean {
  return (
    text.length >= 4 &&
    !/^[$%<[(*]|^\{(?:\{|[a-z_]+\})/i.test(text) &&
    !isPlaceholder(text) &&
    !hasStopWord(text)
  );
}

function isToken(text: string): boolean {
  return text.length >= 12 && runs(text) > 2 && entropy(text) >= 2.8 && !isPlaceholder(text);
}

function isLogin(base64: string): boolean {
  const [, user = "", password = ""] = /^([ -9;-~]*):([ -~]*)$/.exec(decoded(base64)) ?? [];
  const secret = password || user;
  return secret.length >= 4 && !isPlaceholder(secret) && !/^(?:pass(?:word)?|test|1234\d*)$/.test(secret);
}
