import type { ScanRule, Search } from "../scan.ts";
import { ALNUM, BASE64, beginsAt, JOINT, kindAt, runEnd } from "./characters.ts";
import type { Report } from "./report.ts";
import { changes, decoded, entropy, hasStopWord, isPlaceholder } from "./value.ts";

const KEY_BLOCK = "-----BEGIN ";
const LONGEST_BLOCK = 16_384;
const LONGEST_TITLE = 60;
const LONGEST_USER = 300;
const LONGEST_TOKEN = 2048;
const NOT_IN_LOGINS = " /?#\t\r\n\"'`<>\\|@";

/** Finds private keys between their lines of dashes. */
export function privateKeys(report: Report): ScanRule {
  return {
    triggers: "-",
    atFirst: true,
    look(search, at) {
      const { text } = search;
      if (!text.startsWith(KEY_BLOCK, at)) {
        if (KEY_BLOCK.startsWith(text.slice(at, at + KEY_BLOCK.length))) search.wait(at);
        return;
      }
      const title = text.slice(at + KEY_BLOCK.length, at + LONGEST_TITLE);
      const titleEnd = title.indexOf("-----");
      if (titleEnd < 0 && title.length < LONGEST_TITLE - KEY_BLOCK.length) search.wait(at);
      if (titleEnd < 0 || !/PRIVATE KEY(?: BLOCK)?$/.test(title.slice(0, titleEnd))) return;
      readBlock(search, at, at + KEY_BLOCK.length + titleEnd + 5, report);
    },
  };
}

function readBlock(search: Search, start: number, from: number, report: Report): void {
  const rest = search.text.slice(from, start + LONGEST_BLOCK);
  const dashes = rest.indexOf("-----");
  const body = dashes < 0 ? rest : rest.slice(0, dashes);
  if (!/[\w+/=]{16}/.test(body)) {
    if (dashes < 0 && from + rest.length === search.text.length) search.wait(start);
    return;
  }
  const foot = dashes < 0 ? undefined : /^-----END [A-Z ]{0,40}-----/.exec(rest.slice(dashes, dashes + 60));
  let end = from + body.length;
  if (foot) end += foot[0].length;
  else end = from + linesEnd(body);
  if (!foot && from + rest.length === search.text.length) search.wait(start);
  report(search, start, end, "private-key", 0.99);
}

/** How far a key that was cut goes: up to a blank between words. */
function linesEnd(body: string): number {
  let end = 0;
  while (end < body.length && (body.charAt(end) !== " " || ":,\n\r".includes(body.charAt(end - 1)))) end++;
  return body.slice(0, end).trimEnd().length;
}

/** Finds passwords in addresses: `scheme://user:password@host`. */
export function urlPasswords(report: Report): ScanRule {
  return {
    triggers: ":",
    look(search, at) {
      const { text } = search;
      if (text.startsWith("://", at)) readLogin(search, at, report);
      else if ("://".startsWith(text.slice(at, at + 3))) search.wait(at);
    },
  };
}

function readLogin(search: Search, at: number, report: Report): void {
  const { text } = search;
  if ((kindAt(text, at - 1) & ALNUM) === 0) return;
  const last = Math.min(text.length, at + LONGEST_USER);
  let end = at + 3;
  let colon = 0;
  while (end < last && !NOT_IN_LOGINS.includes(text.charAt(end))) {
    if (colon === 0 && text.charAt(end) === ":") colon = end;
    end++;
  }
  if (end === text.length) search.wait(at);
  if (colon === 0 || text.charAt(end) !== "@") return;
  const password = text.slice(colon + 1, end);
  if (isPassword(password) && password !== text.slice(at + 3, colon))
    report(search, colon + 1, end, "url-password", 0.9);
}

/** Whether a text can be a password that somebody means to keep. */
export function isPassword(text: string): boolean {
  return text.length >= 4 && !/^[$%<{[(*]/.test(text) && !isPlaceholder(text) && !hasStopWord(text);
}

/** Finds what stands behind "Bearer" and "Basic". */
export function authorizations(report: Report): ScanRule {
  return {
    triggers: "Bb",
    look(search, at) {
      const { text } = search;
      if (!beginsAt(text, at)) return;
      const scheme = text.slice(at, at + 7).toLowerCase();
      if (at + 7 > text.length && "bearer ".startsWith(scheme)) search.wait(at);
      if (at + 6 > text.length && "basic ".startsWith(scheme)) search.wait(at);
      const isBearer = scheme === "bearer ";
      if (!isBearer && !scheme.startsWith("basic ")) return;
      const from = at + (isBearer ? 7 : 6);
      let end = runEnd(text, from, ALNUM | JOINT | BASE64, LONGEST_TOKEN);
      while (text.charAt(end) === "=" && end < from + LONGEST_TOKEN) end++;
      if (end === text.length) search.wait(at);
      if (text.charAt(end - 1) === ".") end--;
      const token = text.slice(from, end);
      if (isBearer ? isToken(token) : isLogin(token)) report(search, from, end, "authorization", 0.9);
    },
  };
}

function isToken(text: string): boolean {
  return text.length >= 12 && changes(text) > 2 && entropy(text) >= 2.8 && !isPlaceholder(text);
}

function isLogin(base64: string): boolean {
  if (base64.length < 8) return false;
  const login = decoded(base64);
  const colon = login.indexOf(":");
  if (colon < 0 || !/^[ -~]+$/.test(login)) return false;
  const password = login.slice(colon + 1) || login.slice(0, colon);
  return (
    password.length >= 4 && !isPlaceholder(password) && !/^(?:pass(?:word)?|test|1234\d*)$/.test(password)
  );
}
