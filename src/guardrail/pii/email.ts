import type { ScanRule, Search } from "../scan.ts";
import { isAlphanumeric, isLetter } from "./characters.ts";

/** RFC 5321 4.5.3.1: the part before the "@", and the part behind it. */
const LONGEST_NAME = 64;
const LONGEST_HOST = 255;

const NAME_SIGNS = ".!#$%&'*+-^_~";

/** Finds mail addresses (RFC 5322 3.4.1, RFC 6531) at their "@"; a longer name is cut, a longer host none. */
export const emailRule: ScanRule = {
  triggers: '@"',
  before: `${NAME_SIGNS}0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*`,
  mostBefore: LONGEST_NAME,
  look(search, at) {
    if (search.text.charCodeAt(at) === 34) {
      const end = quotedEnd(search, at);
      if (end > 0) addAddress(search, at, end);
      return;
    }
    const start = nameStart(search.text, at);
    if (start < at) addAddress(search, start, at);
  },
};

function addAddress(search: Search, start: number, at: number): void {
  const { text } = search;
  const end = hostEnd(search, start, at + 1);
  if (end === 0) return;
  if (text.charCodeAt(end) === 58) {
    // What follows a colon at once is a path on a server that the address is a login of.
    if (end + 1 === text.length) search.wait(start);
    const path = text.charCodeAt(end + 1);
    if (isLetter(path) || path === 47) return;
  }
  search.add({ start, end, label: "email", score: 0.95 });
}

/** Where the name before an "@" begins; at the "@" where there is none. */
function nameStart(text: string, at: number): number {
  if (text.charCodeAt(at - 1) === 46) return at;
  const least = Math.max(0, at - LONGEST_NAME);
  let start = at;
  while (start > least && isName(text.charCodeAt(start - 1), text.charCodeAt(start))) start--;
  while (start < at && !isEdge(text.charCodeAt(start))) start++;
  return start;
}

/** Where the quoted name that begins at a quote has its "@"; 0 where it has none. */
function quotedEnd(search: Search, start: number): number {
  const { text } = search;
  const most = start + LONGEST_NAME;
  for (let at = start + 1; at < most; at++) {
    if (at + 1 >= text.length) search.wait(start);
    const code = text.charCodeAt(at);
    if (code === 34) return at > start + 1 && text.charCodeAt(at + 1) === 64 ? at + 1 : 0;
    if (!(code >= 32)) break;
  }
  return 0;
}

/** Where the host that begins at a place ends; 0 where none does. */
function hostEnd(search: Search, start: number, from: number): number {
  const { text } = search;
  let end = from;
  while (end - from <= LONGEST_HOST && isHost(text.charCodeAt(end), text.charCodeAt(end - 1))) end++;
  if (end === text.length) search.wait(start);
  if (end - from > LONGEST_HOST) return 0;
  let length = 0;
  let at = from;
  for (const [index, label] of text.slice(from, end).split(".").entries()) {
    if (label === "" || label.startsWith("-")) break;
    const top = label.startsWith("xn--") ? label : label.replace(/-.*/, "");
    if (index > 0 && top.length > 1 && (label.startsWith("xn--") || !/\d/.test(top)))
      length = at + top.length;
    at += label.length + 1;
  }
  return length;
}

function isName(code: number, next: number): boolean {
  if (isAlphanumeric(code) || (code > 32 && code < 127 && NAME_SIGNS.includes(String.fromCharCode(code))))
    return true;
  return isOther(code, next);
}

function isEdge(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || isOther(code, 0);
}

function isHost(code: number, before: number): boolean {
  return isAlphanumeric(code) || code === 45 || code === 46 || isOther(code, before);
}

/** Letters beyond ASCII. Scripts that set no blanks between words do not go on beside ASCII. */
function isOther(code: number, beside: number): boolean {
  if (code < 0x2e80) return code > 0xbf && (code < 0x2000 || code > 0x2bff);
  return code > 0x303f && code < 0xd800 && !isAlphanumeric(beside);
}
