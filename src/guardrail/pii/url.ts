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
export function urlRule(): ScanRule {
  /** Where the last address of a text ends: what stands within a long one is not read again. */
  const ends = new WeakMap<Search, number>();
  return {
    triggers: ":.",
    before: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.",
    mostBefore: LONGEST_NAME,
    look(search, at) {
      // Most colons and dots stand behind words.
      const next = search.text[at + 1];
      const last = ends.get(search) ?? 0;
      if (next === " " || next === "\n" || at < last) return;
      const front = frontAt(search, at);
      if (front && front.start >= last) ends.set(search, addUrl(search, front) ?? last);
    },
  };
}

/** What an address begins with: where it does, where its host begins, and how sure that makes it. */
interface Front {
  readonly start: number;
  readonly host: number;
  readonly score: number;
}

function frontAt(search: Search, at: number): Front | undefined {
  const { text } = search;
  const before = text.slice(Math.max(0, at - 6), at);
  if (text[at] === ":") {
    const scheme =
      text.startsWith("//", at + 1) || at + 3 > text.length ? SCHEME.exec(before)?.[1] : undefined;
    return scheme ? { start: at - scheme.length, host: at + 3, score: 0.96 } : undefined;
  }
  return WWW.test(before) ? { start: at - 3, host: at + 1, score: 0.9 } : bare(search, at);
}

function bare(search: Search, at: number): Front | undefined {
  const { text } = search;
  const top = text.slice(at, at + 6);
  if (top.length === 6 && !TOP.test(top)) return undefined;
  let start = at;
  while (at - start < LONGEST_NAME && /[a-z\d.-]/i.test(text.charAt(start - 1))) start--;
  if (top.length < 6) search.wait(start);
  const isName = /[a-z\d]/i.test(text.charAt(start)) && !/[\w@./\\\xc0-\u024f-]/.test(text.charAt(start - 1));
  return isName && TOP.test(top) ? { start, host: start, score: 0.6 } : undefined;
}

/** Adds the address that begins so, and says where it ends. */
function addUrl(search: Search, { start, host, score }: Front): number | undefined {
  const { text } = search;
  const near = text.slice(host, host + LONGEST_HOST);
  if (!HOST.test(near)) {
    if (near.length < LONGEST_HOST && LOGIN_AND_HOST.test(near)) search.wait(start);
    return undefined;
  }
  const far = text.slice(host, start + LONGEST);
  const [signs = ""] = SIGNS.exec(far) ?? [];
  // Behind an apostrophe it may go on.
  if (host + signs.length + Number(far[signs.length] === "'") >= text.length) search.wait(start);
  let length = bracketEnd(signs);
  while (length > 0 && TRAIL.includes(signs.charAt(length - 1))) length--;
  if (!HOST.test(signs.slice(0, length))) return undefined;
  const end = host + length;
  search.add({ start, end, label: "url", score });
  return end;
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
