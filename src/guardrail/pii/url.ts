import type { ScanRule, Search } from "../scan.ts";
import { isAlphanumeric, isWord } from "./characters.ts";

/** Longer addresses are cut: many programs take no more. */
const LONGEST = 2048;
const LONGEST_SCHEME = 5;
const LONGEST_NAME = 64;

const SCHEME: RegExp = /(?:https?|s?ftps?|wss?)$/i;

/** Top-level domains that make an address of a host without a scheme; names of files and of modules end in others, too. */
const TOP: RegExp = /^\.(?:com|org|net|edu|gov)(?![\w@-])/;

/** Finds web addresses (RFC 3986): with a scheme, with "www." in front, or a host in a domain that everybody knows. */
export const urlRule: ScanRule = {
  triggers: ":.",
  before: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.",
  mostBefore: LONGEST_NAME,
  look(search, at) {
    const { text } = search;
    if (at < search.endOf("url")) return;
    if (text.charCodeAt(at) === 58) withScheme(search, at);
    else if (text.slice(Math.max(0, at - 3), at).toLowerCase() === "www") {
      const before = text.charCodeAt(at - 4);
      if (!isWord(before) && !isInside(before)) addUrl(search, at - 3, at - 3, 0.9);
    } else bare(search, at);
  },
};

function withScheme(search: Search, at: number): void {
  const { text } = search;
  const from = Math.max(0, at - LONGEST_SCHEME);
  if (!text.startsWith("//", at + 1)) {
    if (at + 3 > text.length) search.wait(from);
    return;
  }
  const scheme = SCHEME.exec(text.slice(from, at));
  if (!scheme) return;
  const start = at - scheme[0].length;
  if (!isWord(text.charCodeAt(start - 1))) addUrl(search, start, at + 3, 0.96);
}

function bare(search: Search, at: number): void {
  const { text } = search;
  const isOpen = at + 5 > text.length;
  if (!isOpen && !TOP.test(text.slice(at, at + 5))) return;
  let start = at;
  while (at - start < LONGEST_NAME && isHost(text.charCodeAt(start - 1))) start--;
  if (isOpen) search.wait(start);
  if (!TOP.test(text.slice(at, at + 5)) || !isAlphanumeric(text.charCodeAt(start))) return;
  const before = text.charCodeAt(start - 1);
  if (!isHost(before) && !isWord(before) && !isInside(before)) addUrl(search, start, start, 0.6);
}

function addUrl(search: Search, start: number, from: number, score: number): void {
  const { text } = search;
  const url = text.slice(from, urlEnd(search, start, from)).replace(/[.,;:!?'*_~]+$/, "");
  const authority = url.replace(/[/?#].*/, "");
  if (isAuthority(authority)) search.add({ start, end: from + url.length, label: "url", score });
}

/** Where what can be part of it ends: a bracket that was opened before it closes it. */
function urlEnd(search: Search, start: number, from: number): number {
  const { text } = search;
  const most = start + LONGEST;
  let depth = 0;
  let end = from;
  for (; end < most; end++) {
    const code = text.charCodeAt(end);
    if (!isInUrl(code)) break;
    if (code === 40 || code === 91) depth++;
    else if ((code === 41 || code === 93) && --depth < 0) break;
    else if (code === 39 && !isAlphanumeric(text.charCodeAt(end + 1))) {
      if (end + 1 === text.length) search.wait(start);
      break;
    }
  }
  if (end === text.length) search.wait(start);
  return end;
}

/** Whether it names a host with a dot in it, or an address in brackets. */
function isAuthority(text: string): boolean {
  const host = text.slice(text.lastIndexOf("@") + 1).replace(/:\d{0,5}$/, "");
  if (host.startsWith("[")) return host.endsWith("]");
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  if (labels.length < (/^www\./i.test(host) ? 3 : 2) || labels.includes("")) return false;
  return labels.length === 4 && /^[\d.]+$/.test(host) ? true : top.length > 1 && !/^\d/.test(top);
}

/** What a URL may hold (RFC 3986), and letters beyond ASCII (RFC 3987), but of scripts that set blanks between words. */
function isInUrl(code: number): boolean {
  if (code > 126) return code > 0xbf && code < 0x2e80 && (code < 0x2000 || code > 0x2bff);
  return code > 32 && !'"<>\\^`{|}'.includes(String.fromCharCode(code));
}

function isHost(code: number): boolean {
  return isAlphanumeric(code) || code === 45 || code === 46;
}

/** An "@", a slash, a dot, a dash: what goes on behind them began before. */
function isInside(code: number): boolean {
  return code === 64 || (code >= 45 && code <= 47) || code === 92;
}
