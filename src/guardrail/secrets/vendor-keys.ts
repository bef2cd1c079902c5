import type { ScanRule, Search } from "../scan.ts";
import {
  ALNUM,
  ALPHABETS,
  BASE64,
  beginsAt,
  DIGIT,
  DOTS,
  isEscape,
  kindAt,
  LETTER,
  runEnd,
  runStart,
  UPPER,
} from "./characters.ts";
import type { Report } from "./report.ts";
import { entropy, isPlaceholder } from "./value.ts";
import { VENDORS } from "./vendors.ts";

/** What a key looks like behind its beginning. */
interface Shape {
  readonly prefix: string;
  readonly kinds: number;
  readonly least: number;
  readonly most: number;
  readonly isOpen: boolean;
  readonly marks: string;
}

/** The longest first word of a beginning. */
const LONGEST_WORD = 12;
const LONGEST_KEY = 2048;
/** Bits a character; what services give out has more. */
const LEAST_ENTROPY = 2.8;

/** Finds keys that begin as a service's keys do: at the first separator of the beginning, or at its first letter. */
export function vendorKeys(report: Report): ScanRule {
  const byWord = shapesByWord();
  const letters = [...byWord.keys()].filter((word) => word.length === 1);
  const byLetter: (readonly Shape[] | undefined)[] = [];
  for (const letter of letters) byLetter[letter.charCodeAt(0)] = byWord.get(letter);
  return {
    triggers: `-_.${letters.join("")}`,
    before: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    mostBefore: LONGEST_WORD,
    look(search, at) {
      const { text } = search;
      const code = text.charCodeAt(at);
      if (code !== 45 && code !== 46 && code !== 95) {
        const before = kindAt(text, at - 1);
        // Within base64, letters stand by accident.
        if (before !== 0 && (before & (ALNUM | BASE64)) !== 0 && !isEscape(text, at - 1)) return;
        for (const shape of byLetter[code] ?? []) readKey(search, at, shape, report);
        return;
      }
      if (at + 1 < text.length && kindAt(text, at + 1) === 0) return;
      let start = runStart(text, at, ALNUM, LONGEST_WORD);
      if (start === at) return;
      if (text.charAt(start - 1) === "\\") start++;
      const shapes = byWord.get(text.slice(start, at + 1));
      if (!shapes || !beginsAt(text, start)) return;
      for (const shape of shapes) readKey(search, start, shape, report);
    },
  };
}

function readKey(search: Search, start: number, shape: Shape, report: Report): void {
  const { text } = search;
  const { prefix, kinds, least, most, isOpen } = shape;
  if (!text.startsWith(prefix, start)) {
    if (prefix.startsWith(text.slice(start, start + prefix.length))) search.wait(start);
    return;
  }
  // What may be as long as it likes is read once, not at each beginning within it.
  if (isOpen && (kindAt(text, start - 1) & kinds & ~DOTS) !== 0) return;
  const from = start + prefix.length;
  let end = runEnd(text, from, kinds, most + 1);
  if (end === text.length) search.wait(start);
  const after = kindAt(text, end);
  if (text.charAt(end - 1) === ".") end--;
  const length = end - from;
  if (length < least || length > most || (after & ALNUM) !== 0 || text.charAt(end) === "_") return;
  if (isKey(text.slice(from, end), shape)) report(search, start, end, "api-key", 0.95);
}

function isKey(body: string, { marks, least }: Shape): boolean {
  const kinds = kindsOf(body);
  // A name of a thing, not a key.
  if (marks === "!") return (kinds & DIGIT) !== 0 || !/[aeiou]/i.test(body);
  if (marks === "A" && !body.endsWith("AA")) return false;
  if (marks === "S" && !/^(?:\w|\w{8,40})-/.test(body)) return false;
  if (marks === "M" && ((kinds & DIGIT) === 0 || (kinds & UPPER) === 0 || (kinds & 6) === 0)) return false;
  if (isPlaceholder(body)) return false;
  return marks === "~" || least === 0 || entropy(body) >= LEAST_ENTROPY;
}

function kindsOf(text: string): number {
  let kinds = 0;
  for (let at = 0; at < text.length; at++) kinds |= kindAt(text, at);
  return kinds & (LETTER | DIGIT);
}

function shapesByWord(): Map<string, Shape[]> {
  const shapes = new Map<string, Shape[]>();
  for (const line of VENDORS.split("\n")) {
    const [spec = "", ...prefixes] = line.trim().split(" ");
    const [, least, most, open, marks = ""] = /(\d+)(?:-(\d+))?(\+?)(\W?|[A-Z])$/.exec(spec) ?? [];
    for (const prefix of prefixes) {
      const cut = prefix.search(/[-_.]/);
      const word = prefix.slice(0, cut + 1) || prefix.charAt(0);
      const shape = {
        prefix,
        kinds: ALPHABETS[spec.charAt(0)] ?? 0,
        least: Number(least),
        most: open ? LONGEST_KEY : Number(most ?? least),
        isOpen: open !== "",
        marks,
      };
      shapes.set(word, [...(shapes.get(word) ?? []), shape]);
    }
  }
  return shapes;
}
