import type { Search } from "../scan.ts";
import { isDigit, isHex, isLetter, isWord } from "./characters.ts";
import { isAfter, isWhole } from "./context.ts";
import type { NumberShape } from "./number-shape.ts";

/** What four numbers with dots between them are, too. */
const OTHERS: RegExp =
  /(?:\bv|\b(?:versions?|ver|release|rev|revision|build|firmware|driver|sections?|sec|chapter|clause|paragraph|oid|rfc ?\d+,?)\b|§)[.:#= "'v-]*$/i;
/** What four digits with dots between them are not, unless one of these stands before them. */
const WORDS: RegExp =
  /\b(?:ipv?4?|address|addr|hosts?|servers?|dns|ping|gateway|subnet|network|proxy|clients?|router|connect|from|ssh)\b/i;

/** Finds IPv4 addresses in their dotted form (RFC 1123 2.1): not the versions and the chapters that look like one. */
export function findIpv4(
  search: Search,
  start: number,
  { groups, ends, between, digits }: NumberShape,
): void {
  if (groups.length < 4 || between[0] !== "." || between[1] !== "." || between[2] !== ".") return;
  const { text } = search;
  const end = ends[3] ?? 0;
  let from = 0;
  for (const length of groups.slice(0, 4)) {
    if (!isByte(digits.slice(from, from + length))) return;
    from += length;
  }
  const before = text.charCodeAt(start - 1);
  if (isWord(before) || (before === 46 && isWord(text.charCodeAt(start - 2)))) return;
  if (before === 45 && isLetter(text.charCodeAt(start - 2))) return;
  const after = text.charCodeAt(end);
  if (isWord(after) || (after === 46 && isDigit(text.charCodeAt(end + 1)))) return;
  if ((after === 45 || after === 43) && isLetter(text.charCodeAt(end + 1))) return;
  if (isAfter(search, start, OTHERS, 24)) return;
  // Chapters are counted so.
  const isCounted = end - start === 7 && digits.slice(0, 4) !== digits.charAt(0).repeat(4);
  const isSure = !isCounted || isWhole(search, start, end) || isAfter(search, start, WORDS, 40);
  search.add({ start, end, label: "ipv4", score: isSure ? 0.9 : 0.4 });
}

/** Eight groups of four digits take 39 characters, seven groups with an IPv4 address 45. */
const LONGEST = 46;
const LONGEST_ZONE = 16;

/**
 * Finds IPv6 addresses (RFC 4291 2.2) from their first colon on: whole, shortened, with an IPv4 address at the end, with a zone
 * behind (RFC 4007 11).
 */
export function findIpv6(search: Search, colon: number): void {
  const { text } = search;
  let start = colon;
  while (colon - start < 5 && isHex(text.charCodeAt(start - 1))) start--;
  const before = text.charCodeAt(start - 1);
  if (colon - start > 4 || before === 58 || before === 46 || isWord(before)) return;
  let end = colon;
  while (end - start < LONGEST && isAddress(text.charCodeAt(end))) end++;
  const isCut = isAddress(text.charCodeAt(end)) || isWord(text.charCodeAt(end));
  if (end === text.length) search.wait(start);
  while (text.charCodeAt(end - 1) === 46 || isLastColon(text, end)) end--;
  if (isCut || !isIpv6(text.slice(start, end))) return;
  let zone = end;
  if (text.charCodeAt(end) === 37) {
    zone++;
    while (zone - end < LONGEST_ZONE && isWord(text.charCodeAt(zone))) zone++;
    if (zone === text.length) search.wait(start);
  }
  search.add({ start, end: zone > end + 1 ? zone : end, label: "ipv6", score: 0.92 });
}

function isAddress(code: number): boolean {
  return isHex(code) || code === 58 || code === 46;
}

function isLastColon(text: string, end: number): boolean {
  return text.charCodeAt(end - 1) === 58 && text.charCodeAt(end - 2) !== 58;
}

/** Whether it is an address. One without any digit is none: programs name things so, too. */
function isIpv6(text: string): boolean {
  const [left = "", right, ...more] = text.split("::");
  if (more.length > 0 || !/\d/.test(text)) return false;
  const groups = [...groupsOf(left), ...groupsOf(right)];
  const last = groups.at(-1) ?? "";
  if (last.includes(".")) {
    if (!isIpv4(last)) return false;
    groups.splice(-1, 1, "0", "0");
  }
  if (right === undefined ? groups.length !== 8 : groups.length > 7) return false;
  return groups.every((group) => group.length > 0 && group.length < 5 && !group.includes("."));
}

function groupsOf(text: string | undefined): string[] {
  return text ? text.split(":") : [];
}

function isIpv4(text: string): boolean {
  const numbers = text.split(".");
  return numbers.length === 4 && numbers.every((number) => isByte(number));
}

function isByte(digits: string): boolean {
  return digits.length > 0 && digits.length < 4 && Number(digits) < 256;
}
