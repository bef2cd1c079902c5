import type { Tokens } from "./tokens.ts";

/** A text inside of a text that had to be made readable, and where it stands. */
export interface HiddenText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether its words are not apart. */
  readonly isDense: boolean;
}

type Add = (hidden: string, start: number, end: number, isDense?: boolean) => void;

/** Pairs of hexadecimal digits, and what may stand between them. */
const HEX: RegExp = /^(?:(?:0x)?[\da-f]{2}[ ,]*)+$/i;
const NO_DIGITS: RegExp = /0x|[ ,]/gi;
/** Characters that are written by their number. */
const ESCAPES: RegExp = /(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]{2,4});|&#(\d{2,4});/gi;
/** Parts of a text that a program puts together. */
const PARTS: RegExp = /= ?"([^"\n]+)"/g;

/** Kinds of words: frequent ones in rot13, and backwards. */
const ROT13 = 90;
const BACKWARDS = 103;
const STOP = 124;

/** So many characters of hidden text are read at most. */
const MOST = 20_000;

/** Finds what is encoded, turned around, spelled or taken apart in a text. */
export function hiddenTexts(text: string, tokens: Tokens): HiddenText[] {
  const found: HiddenText[] = [];
  let room = MOST;
  const add: Add = (hidden, start, end, isDense = false) => {
    if (room < 0 || !isProse(hidden)) return;
    found.push({ text: hidden.slice(0, room), start, end, isDense });
    room -= hidden.length;
  };
  const { kinds, starts, ends } = tokens;
  const rotated: number[] = [];
  const reversed: number[] = [];
  let read = 0;
  for (let at = 0; at < kinds.length; at++) {
    const start = starts[at] ?? 0;
    if (kinds[at] === ROT13) rotated.push(start);
    if (kinds[at] === BACKWARDS) reversed.push(start);
    if ((ends[at] ?? 0) < start + 16 || start < read) continue;
    read = endOfRun(text, start);
    add(decoded(text.slice(start, Math.min(read, start + MOST))), start, read);
  }
  findSpelled(text, tokens, add);
  addAround(text, rotated, 2, add, rot13);
  addAround(text, reversed, 2, add, (part) => Array.from(part).reverse().join(""));
  const escapes = Array.from(text.matchAll(ESCAPES), ({ index }) => index);
  addAround(text, escapes, 4, add, unescaped);
  const parts = [...text.slice(0, MOST).matchAll(PARTS)];
  const joined = parts.map(([, part]) => part).join("");
  if (parts.length > 1) add(joined, parts[0]?.index ?? 0, parts.at(-1)?.index ?? 0);
  return found;
}

/** More than six words in a row that may stand for letters. */
function findSpelled(text: string, { kinds, starts, ends }: Tokens, add: Add): void {
  let first = 0;
  let before = 0;
  for (let at = 0; at < kinds.length; at++) {
    // Signs may stand between the letters; the last one ends the text.
    if (kinds[at] === STOP && at < kinds.length - 1) continue;
    const start = starts[at] ?? 0;
    const end = ends[at] ?? 0;
    const isShort = isOne(text, start, end);
    if (!isShort || start > before + 3) {
      if (at > first + 6) addSpelled(text.slice(starts[first], before), starts[first] ?? 0, add);
      first = isShort ? at : at + 1;
    }
    before = end;
  }
}

/** Whether a word may stand for a letter: a letter, or two digits, perhaps with 0x before them. */
function isOne(text: string, start: number, end: number): boolean {
  const length = end - start;
  return length === 1 || length === 2 || (length === 4 && text.charAt(start + 1) === "x");
}

/** Letters that stand alone are a word, and pairs of digits are letters. */
function addSpelled(run: string, start: number, add: Add): void {
  const end = start + run.length;
  if (!/\w\w/.test(run)) add(run.replace(/\W/g, ""), start, end, true);
  else if (HEX.test(run.slice(0, MOST))) add(fromHex(run.slice(0, MOST)), start, end);
}

/** Makes the text readable around what shows that it is not. */
function addAround(
  text: string,
  signs: readonly number[],
  least: number,
  add: Add,
  decode: (part: string) => string,
): void {
  if (signs.length < least) return;
  const start = Math.max(0, (signs[0] ?? 0) - 200);
  const end = Math.min((signs.at(-1) ?? 0) + 200, start + MOST / 2, text.length);
  add(decode(text.slice(start, end)), start, end);
}

/** Where the characters of base64 end. */
function endOfRun(text: string, from: number): number {
  let end = from;
  while (/[\w+/=-]/.test(text.charAt(end))) end++;
  return end;
}

/** What a run of characters says in base64 or in hexadecimal digits; nothing where it is no text. */
function decoded(run: string): string {
  if (HEX.test(run)) return fromHex(run);
  const text = run.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  try {
    return atob(text.slice(0, text.length - (text.length % 4 === 1 ? 1 : 0)));
  } catch {
    return "";
  }
}

function fromHex(run: string): string {
  const digits = run.replace(NO_DIGITS, "");
  let text = "";
  for (let at = 0; at + 1 < digits.length; at += 2)
    text += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  return text;
}

function unescaped(text: string): string {
  return text.replace(ESCAPES, (_, byte?: string, unit?: string, hex?: string, decimal?: string) =>
    String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(byte ?? unit ?? hex ?? "", 16)),
  );
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code | 32) < 110 ? code + 13 : code - 13);
  });
}

/** Whether a text is one: letters and blanks, no noise. */
function isProse(text: string): boolean {
  const length = Math.min(text.length, 400);
  let letters = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at) | 32;
    if ((code >= 97 && code <= 122) || code === 32) letters++;
  }
  return length > 7 && letters > length * 0.8;
}
