import type { ScanRule } from "../scan.ts";

/** RFC 5321 4.5.3.1: the part before the "@", and the part behind it. */
const LONGEST_NAME = 64;
const LONGEST_HOST = 255;

// Scripts that set no blanks between words, from U+3040 on, do not go on beside others.
const NAME: RegExp = /[\w.!#$%&'*+^~\xc0-\u1fff-]/;
const OTHER_NAME: RegExp = /[\w.\u3040-\ud7ff-]/;
const QUOTED: RegExp = /^"[^"\n]{1,62}"@/;
const HOST: RegExp = /^[a-z\d.\xc0-\u1fff\u3040-\ud7ff-]*/i;
// Without the flag for any case, by which letters of different scripts are one.
const DOMAIN: RegExp =
  /^(?:(?:[a-zA-Z\d\xc0-\u1fff][a-zA-Z\d\xc0-\u1fff-]*|[\u3040-\ud7ff]+)\.)+(?:xn--[a-zA-Z\d-]+|[a-zA-Z\xc0-\u1fff]{2,}|[\u3040-\ud7ff]{2,})(?!\d)/;

/** Finds mail addresses (RFC 5322 3.4.1, RFC 6531) at their "@"; a longer name is cut, a longer host none. */
export const emailRule: ScanRule = {
  triggers: '@"',
  before: "*.!#$%&'*+-^_~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  look(search, from) {
    const { text } = search;
    const start = text[from] === "@" ? nameStart(text, from) : from;
    let at = from;
    if (text[from] !== "@") {
      const near = text.slice(from, from + LONGEST_NAME + 1);
      if (near.length <= LONGEST_NAME && /^"[^"\n]*"?$/.test(near)) search.wait(from);
      at += (QUOTED.exec(near)?.[0].length ?? 1) - 1;
    }
    if (start === at) return;
    const near = text.slice(at + 1, at + LONGEST_HOST + 2);
    const host = HOST.exec(near)?.[0] ?? "";
    // What follows a colon at once is a path on a server that the address is a login of.
    if (near.length <= LONGEST_HOST && (host === near || `${host}:` === near)) search.wait(start);
    const domain = DOMAIN.exec(host)?.[0];
    if (!domain || host.length > LONGEST_HOST || /^:[a-z/]/i.test(near.slice(domain.length))) return;
    search.add({ start, end: at + 1 + domain.length, label: "email", score: 0.95 });
  },
};

/** Where the name before an "@" begins; at the "@" where there is none. */
function nameStart(text: string, at: number): number {
  const last = text.charAt(at - 1);
  const name = last > "\u3040" ? OTHER_NAME : NAME;
  let start = at;
  while (start > Math.max(0, at - LONGEST_NAME) && name.test(text.charAt(start - 1))) start--;
  while (start < at && /[^\w\xc0-\ud7ff]/.test(text.charAt(start))) start++;
  return last === "." ? at : start;
}
