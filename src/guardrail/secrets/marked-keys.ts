import type { ScanRule, Search } from "../scan.ts";
import {
  ALNUM,
  ALPHABETS,
  BASE64,
  beginsAt,
  DIGIT,
  HEX,
  kindAt,
  runEnd,
  runStart,
  WORD,
} from "./characters.ts";
import type { Report } from "./report.ts";
import { decoded, entropy, isPlaceholder } from "./value.ts";

/** A key that is known by what stands in its middle: what stands before the mark, and what behind. */
type MarkedKey = readonly [
  mark: string,
  kindsBefore: number,
  before: RegExp,
  kindsBehind: number,
  behind: RegExp,
];

const LONGEST_BEFORE = 40;
const LONGEST_BEHIND = 120;
const LONGEST_PART = 4096;
const MOST_PARTS = 5;

/** Finds keys by a mark in their middle, and JSON web tokens. */
export function markedKeys(isWanted: (label: "api-key" | "jwt") => boolean, report: Report): ScanRule {
  const keys = isWanted("api-key") ? knownKeys() : [];
  return {
    triggers: isWanted("jwt") ? "-._~|:J" : "-._~|:",
    before: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~",
    mostBefore: LONGEST_BEFORE,
    look(search, at) {
      const code = search.text.charCodeAt(at);
      if (code === 74) return readToken(search, at - 2, report);
      if (at + 1 < search.text.length && kindAt(search.text, at + 1) === 0) return;
      for (const key of keys) if (key[0].charCodeAt(0) === code) readMarked(search, at, key, report);
    },
  };
}

function knownKeys(): readonly MarkedKey[] {
  const { d: dotted = 0, x: any = 0 } = ALPHABETS;
  return [
    // Mailchimp, and signing keys of Mailgun.
    ["-us", HEX, /^[\da-f]{32}$/, DIGIT, /^\d\d?$/],
    ["-", ALNUM, /^[\da-h]{32}$/, WORD, /^[\da-h]{8}-[\da-h]{8}$/],
    // Terraform, Airtable, bots of Discord.
    [".atlasv1.", ALNUM, /^[\dA-Za-z]{14}$/, WORD, /^.{60,72}$/],
    [".", ALNUM, /^pat[\dA-Za-z]{14}$/, HEX, /^.{64}$/],
    [".", WORD, /^[\w-]{0,2}[MNO][\w-]{23,25}$/, dotted, /^[\w-]{6}\.[\w-]{27,40}$/],
    // Azure, OpenShift, MaxMind, Facebook, bots of Telegram.
    ["~", any, /(?:^|[=/])[\w.]{3}\dQ$/, any, /^[\w.~-]{31,34}$/],
    ["~", ALNUM, /^sha256$/, WORD, /^.{43}$/],
    ["_mmk", WORD, /^[\dA-Za-z]{6}_[\dA-Za-z]{29}$/, WORD, /^$/],
    ["|", DIGIT, /^\d{15,16}$/, WORD, /^.{27,40}$/],
    [":A", DIGIT, /^\d{8,10}$/, WORD, /^.{34}$/],
  ];
}

function readMarked(search: Search, at: number, key: MarkedKey, report: Report): void {
  const [mark, kindsBefore, before, kindsBehind, behind] = key;
  const { text } = search;
  const first = runStart(text, at, kindsBefore, LONGEST_BEFORE + 1);
  const front = before.exec(text.slice(first, at));
  if (!front) return;
  const start = first + front.index + (/^[=/]/.test(front[0]) ? 1 : 0);
  if (!beginsAt(text, start) && text.slice(start - 4, start) !== "/bot") return;
  const from = at + mark.length;
  if (!text.startsWith(mark, at)) {
    if (mark.startsWith(text.slice(at, from))) search.wait(start);
    return;
  }
  let end = runEnd(text, from, kindsBehind, LONGEST_BEHIND);
  if (end === text.length) search.wait(start);
  if ((kindAt(text, end) & ALNUM) !== 0) return;
  if (end > from && text.charAt(end - 1) === ".") end--;
  const value = text.slice(start, end);
  if (!behind.test(text.slice(from, end)) || isPlaceholder(value) || entropy(value) < 2.5) return;
  report(search, start, end, "api-key", 0.95);
}

/** A JSON web token: parts of base64, of which the first is JSON that names an algorithm or a type. */
function readToken(search: Search, start: number, report: Report): void {
  const { text } = search;
  if (
    !text.startsWith("eyJ", start) ||
    !beginsAt(text, start, WORD | BASE64) ||
    text.charAt(start - 1) === "."
  )
    return;
  let end = runEnd(text, start, WORD, LONGEST_PART);
  const header = text.slice(start, end);
  let parts = 1;
  while (parts < MOST_PARTS && text.charAt(end) === ".") {
    const next = runEnd(text, end + 1, WORD, LONGEST_PART);
    if (next === end + 1 && next < text.length) break;
    end = next;
    parts++;
  }
  if (end === text.length) search.wait(start);
  if (text.charAt(end - 1) === ".") end--;
  if (header.startsWith("eyJrIjoi") && header.length >= 70) report(search, start, end, "api-key", 0.95);
  else if (parts > 1 && end > start + header.length + 16 && /"(?:alg|typ|enc)"/.test(decoded(header)))
    report(search, start, end, "jwt", 0.96);
}
