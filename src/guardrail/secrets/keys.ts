import type { ScanRule, Search } from "../scan.ts";
import { ALNUM, BASE64, beginsAt, HYPHEN, JOINT, kindAt, runEnd, runStart } from "./characters.ts";
import type { Report } from "./report.ts";
import { decoded, entropy, isPlaceholder } from "./value.ts";
import { ALPHABETS, MARKS, VENDORS } from "./vendors.ts";

/** What a key looks like. */
interface Shape {
  readonly prefix: string;
  readonly alphabet: RegExp | undefined;
  /** How many characters stand behind the prefix. */
  readonly least: number;
  readonly longest: number;
  readonly mark: string;
  /** How much is read for it. */
  readonly most: number;
}

/** Keys by the first character of a mark in their middle: how much stands before it at least, and the patterns. */
const MARKED: Readonly<Record<string, readonly [least: number, ...patterns: RegExp[]]>> = {
  // Mailchimp, and signing keys of Mailgun.
  "-": [32, /\b[\da-f]{32}-us\d\d?\b/, /\b[\da-h]{32}-[\da-h]{8}-[\da-h]{8}\b/],
  // Terraform, Airtable, bots of Discord.
  ".": [
    14,
    /\b[\dA-Za-z]{14}\.atlasv1\.[\w-]{60,72}/,
    /\bpat[\dA-Za-z]{14}\.[\da-f]{64}\b/,
    /(?<![\w-])[\w-]{0,2}[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,40}/,
  ],
  // Azure, OpenShift, MaxMind, Facebook, bots of Telegram.
  "~": [2, /(?<![\w.~-])[\w.]{3}\dQ~[\w.~-]{31,34}(?![\w~-])/, /\bsha256~[\w-]{43}(?![\w-])/],
  _: [29, /\b[\dA-Za-z]{6}_[\dA-Za-z]{29}_mmk\b/],
  "|": [15, /\b\d{15,16}\|[\w-]{27,40}(?![\w-])/],
  ":": [8, /(?:\b|(?<=\/bot))\d{8,10}:A[\w-]{34}(?![\w-])/],
};
const JOINTS = "-_.";
const LONGEST_WORD = 12;
/** How much stands before and behind a mark. */
const LONGEST_FRONT = 42;
const LONGEST_BACK = 90;
const LONGEST_PREFIX = 30;
const LONGEST_OPEN_KEY = 2048;
const LONGEST_TOKEN = 8192;
/** Bits a character; what services give out has more. */
const LEAST_ENTROPY = 2.8;

/** Finds keys of services: by how they begin, and by a mark in their middle. */
export function serviceKeys(report: Report): ScanRule {
  const words = shapesByWord();
  const letters = [...words.keys()].filter((word) => word.length === 1).join("");
  return {
    triggers: `-_.~|:${letters}`,
    before: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~",
    mostBefore: LONGEST_FRONT,
    look(search, at) {
      const { text } = search;
      const kind = kindAt(text, at);
      if (kind === ALNUM) {
        // Within base64, letters stand by accident.
        if (!beginsAt(text, at, ALNUM | JOINT | BASE64)) return;
        readKey(search, at, words.get(text.charAt(at)), report);
        return;
      }
      if (at + 1 < text.length && kindAt(text, at + 1) === 0) return;
      readMarked(search, at, report);
      let start = runStart(text, at, ALNUM, LONGEST_WORD);
      if (text.charAt(start - 1) === "\\") start++;
      if (start >= at || !beginsAt(text, start)) return;
      readKey(search, start, words.get(text.slice(start, at + 1)), report);
    },
  };
}

function readKey(search: Search, start: number, shapes: readonly Shape[] | undefined, report: Report): void {
  if (!shapes) return;
  const { text } = search;
  const most = Math.max(...shapes.map((shape) => shape.most));
  // What is that long is read once, not at each beginning within it.
  if (most === LONGEST_OPEN_KEY && (kindAt(text, start - 1) & BASE64) !== 0) return;
  const last = start + most;
  let end = runEnd(text, start, ALNUM | JOINT | BASE64, most);
  while (end < last && text.charCodeAt(end) === 61) end++;
  if (end === text.length) search.wait(start);
  // Without dots in place of the rest, and a dot that ends a sentence.
  let key = text.slice(start, end).split("..", 1)[0] ?? "";
  if (key.endsWith(".")) key = key.slice(0, -1);
  for (const shape of shapes) {
    const length = keyLength(key, shape);
    if (length > 0) report(search, start, start + length, "api-key", 0.95);
  }
}

/** How long a key of a shape is that a text begins with; 0 where it begins with none. */
function keyLength(text: string, { prefix, alphabet, least, longest, mark }: Shape): number {
  if (!text.startsWith(prefix)) return 0;
  const [body = ""] = alphabet?.exec(text.slice(prefix.length)) ?? [];
  const key = prefix + body;
  if (body.length < least || body.length > longest || /\w/.test(text.charAt(key.length))) return 0;
  if (MARKS[mark]?.test(body) === false) return 0;
  if (mark === "!") return key.length;
  return !isPlaceholder(body) && (mark === "~" || entropy(key) >= LEAST_ENTROPY) ? key.length : 0;
}

function readMarked(search: Search, at: number, report: Report): void {
  const { text } = search;
  const [least = 0, ...patterns] = MARKED[text.charAt(at)] ?? [];
  const kinds = text.charAt(at) === "." ? ALNUM | HYPHEN : ALNUM;
  if (patterns.length === 0 || at - runStart(text, at, kinds, least) < least) return;
  if (runEnd(text, at + 1, ALNUM | JOINT, LONGEST_BACK) === text.length)
    search.wait(runStart(text, at, ALNUM | JOINT, LONGEST_FRONT));
  const first = Math.max(0, at - LONGEST_FRONT);
  // Where a word begins is where an escape such as "\\n" ends.
  const window = text.slice(first, at + LONGEST_BACK).replace(/\\[nrt]/g, "  ");
  for (const pattern of patterns) {
    const match = pattern.exec(window);
    if (!match) continue;
    const start = first + match.index;
    const [key] = match;
    if (start < at && start + key.length > at && !isPlaceholder(key) && entropy(key) > 2.5)
      report(search, start, start + key.length, "api-key", 0.95);
  }
}

/** Finds JSON web tokens: parts of base64, of which the first is JSON that names an algorithm or a type. */
export function webTokens(report: Report): ScanRule {
  return {
    triggers: "J",
    before: "ey",
    mostBefore: 2,
    look(search, at) {
      const { text } = search;
      const start = at - 2;
      if (!text.startsWith("eyJ", start) || !beginsAt(text, start, ALNUM | JOINT | BASE64)) return;
      const end = runEnd(text, start, ALNUM | JOINT, LONGEST_TOKEN);
      if (end === text.length) search.wait(start);
      const [token, header = ""] = /^([\w-]+)(?:\.[\w-]+){0,4}/.exec(text.slice(start, end)) ?? [""];
      // Keys of Grafana have no more parts.
      const isKey = header.startsWith("eyJrIjoi") && header.length >= 70;
      const isToken = token.length > header.length + 16 && /"(?:alg|typ|enc)"/.test(decoded(header));
      if (isKey || isToken) report(search, start, start + token.length, "jwt", 0.96);
    },
  };
}

function shapesByWord(): Map<string, Shape[]> {
  const shapes = new Map<string, Shape[]>();
  for (const line of VENDORS.split("\n")) {
    const [spec = "", ...prefixes] = line.split(" ");
    const [, least, most = least, open, mark = ""] = /^\w(\d+)(?:-(\d+))?(\+?)(\W?|[A-Z])$/.exec(spec) ?? [];
    const longest = open ? LONGEST_OPEN_KEY : Number(most);
    const shape = {
      alphabet: ALPHABETS[spec.charAt(0)],
      least: Number(least),
      longest,
      mark,
      most: open ? LONGEST_OPEN_KEY : longest + LONGEST_PREFIX,
    };
    for (const prefix of prefixes) {
      const cut = [...prefix].findIndex((character) => JOINTS.includes(character));
      const word = prefix.slice(0, cut + 1) || prefix.charAt(0);
      shapes.set(word, [...(shapes.get(word) ?? []), { ...shape, prefix }]);
    }
  }
  return shapes;
}
