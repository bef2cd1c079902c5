import type { ScanRule, Search } from "../scan.ts";

/** Longer addresses are cut: many programs take no more. */
const LONGEST = 2048;
const LONGEST_NAME = 64;

/** What stands before the colon of an address, or before the dot behind "www", and before that. */
const SCHEME: RegExp = /(?:^|[^\w\xc0-\u024f])(https?|s?ftps?|wss?)$/i;
const WWW: RegExp = /(?:^|[^\w@./\\\xc0-\u024f-])(www)$/i;
/** Top-level domains that make an address of a host without a scheme; names of files and of modules end in others, too. */
const TOP: RegExp = /^\.(?:com|org|net|edu|gov)(?![\w@-]|\.\w)/;

/**
 * What an address may hold (RFC 3986), and letters beyond ASCII (RFC 3987), but for those of scripts that set no blanks between
 * words.
 */
const SIGNS: RegExp = /^(?:[^\s"'<>\\^`{|}\x7f-\xbf\u2000-\u2bff\u2e80-\uffff]|'(?=[a-z\d]))*/i;
const TRAIL = ".,;:!?'*_~";
/** A host with a dot in it or an address, with or without a login in front. */
const HOST: RegExp =
  /^(?:[^\s/?#@"<>\\]*@)?(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3}(?!\w)|(?:[\w\xc0-\u1fff-]+\.)+[a-z\xc0-\u1fff][\w\xc0-\u1fff-]+)/i;
const LOGIN_AND_HOST: RegExp = /^[^\s/?#"<>\\]*$/;
const LONGEST_HOST = 320;

/** Finds web addresses: with a scheme, with "www." in front, or a host in a domain that everybody knows. */
export const urlRule: ScanRule = {
  triggers: ":.",
  before: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.",
  mostBefore: LONGEST_NAME,
  look(search, at) {
    const { text } = search;
    // Most colons and dots stand behind words.
    const next = text[at + 1];
    if (next === " " || next === "\n" || at < search.endOf("url")) return;
    const before = text.slice(Math.max(0, at - 6), at);
    if (text[at] === ":") {
      const scheme =
        text.startsWith("//", at + 1) || at + 3 > text.length ? SCHEME.exec(before)?.[1] : undefined;
      if (scheme) addUrl(search, at - scheme.length, at + 3, 0.96);
    } else if (WWW.test(before)) addUrl(search, at - 3, at + 1, 0.9);
    else bare(search, at);
  },
};

function bare(search: Search, at: number): void {
  const { text } = search;
  const top = text.slice(at, at + 6);
  if (top.length === 6 && !TOP.test(top)) return;
  let start = at;
  while (at - start < LONGEST_NAME && /[a-z\d.-]/i.test(text.charAt(start - 1))) start--;
  if (top.length < 6) search.wait(start);
  const isName = /[a-z\d]/i.test(text.charAt(start)) && !/[\w@./\\\xc0-\u024f-]/.test(text.charAt(start - 1));
  if (isName && TOP.test(top)) addUrl(search, start, start, 0.6);
}

/** Adds the address whose host begins at a place. */
function addUrl(search: Search, start: number, from: number, score: number): void {
  const { text } = search;
  if (start < search.endOf("url")) return;
  const near = text.slice(from, from + LONGEST_HOST);
  if (!HOST.test(near)) {
    if (near.length < LONGEST_HOST && LOGIN_AND_HOST.test(near)) search.wait(start);
    return;
  }
  const far = text.slice(from, start + LONGEST);
  const [signs = ""] = SIGNS.exec(far) ?? [];
  // Behind an apostrophe it may go on.
  if (from + signs.length + Number(far[signs.length] === "'") >= text.length) search.wait(start);
  let end = bracketEnd(signs);
  while (end > 0 && TRAIL.includes(signs.charAt(end - 1))) end--;
  const url = signs.slice(0, end);
  if (HOST.test(url)) search.add({ start, end: from + url.length, label: "url", score });
}

/** Where a bracket closes that was opened before the address. */
function bracketEnd(signs: string): number {
  let depth = 0;
  for (let at = 0; at < signs.length; at++) {
    if (/[([]/.test(signs.charAt(at))) depth++;
    else if (/[)\]]/.test(signs.charAt(at)) && --depth < 0) return at;
  }
  return signs.length;
}
