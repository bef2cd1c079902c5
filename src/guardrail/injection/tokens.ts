import { beginOf, kindOf, type Words } from "./words.ts";

/** A text as a row of words and signs, of which those are given that have a kind. */
export interface Tokens {
  /**
   * The kind of a word (`words.ts`), or `n` for a long number, `|` the end of a sentence, `:` a colon, `=` a drawn
   * line, and `^` a fence of code.
   */
  readonly kinds: readonly string[];
  /** Where they stand in the row. */
  readonly places: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const STOPS = "\n!?;\u3002\u0964";
const LINES = "-=#*_~`";

/** Reads a text, in lower case. Where words are not apart (`isDense`), they are looked for at each letter. */
export function readTokens(text: string, words: Words, isDense: boolean): Tokens {
  const row = new Row();
  row.push("|", 0, 0);
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 32) at++;
    else if (!isLetter(code)) at = readSign(row, text, at);
    else if (isDense || isApart(code)) at = readDense(row, text, at, words, isDense);
    else at = readWord(row, text, at, words);
  }
  row.push("|", text.length, text.length);
  return row;
}

/** A text in lower case, each character at its place: `İ` alone becomes two. */
export function lowerCased(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase();
}

class Row implements Tokens {
  readonly kinds: string[] = [];
  readonly places: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  #length = 0;

  /** Gives the end. */
  push(kind: string | undefined, start: number, end: number): number {
    const place = this.#length++;
    if (!kind) return end;
    // Where sentences end twice, they end once.
    if (kind === "|" && this.kinds.at(-1) === "|") return end;
    this.kinds.push(kind);
    this.places.push(place);
    this.starts.push(start);
    this.ends.push(end);
    return end;
  }
}

function readSign(row: Row, text: string, at: number): number {
  const sign = text.charAt(at);
  let end = at + 1;
  if (sign === ":") return row.push(":", at, end);
  if (STOPS.includes(sign) || (sign === "." && !isLetter(text.charCodeAt(end))))
    return row.push("|", at, end);
  if (!LINES.includes(sign)) return end;
  while (text.charAt(end) === sign) end++;
  return end > at + 2 ? row.push(sign === "`" ? "^" : "=", at, end) : end;
}

/** The shortest known word that begins here, else one letter. */
function readDense(row: Row, text: string, at: number, words: Words, isDense: boolean): number {
  for (let end = at + (isDense ? 3 : 1); end <= at + (isDense ? 9 : 3); end++) {
    const word = text.slice(at, end);
    const kind = kindOf(word, words);
    if (kind) return row.push(kind, at, end);
  }
  return isDense ? at + 1 : row.push(undefined, at, at + 1);
}

function readWord(row: Row, text: string, at: number, words: Words): number {
  let end = at;
  while (isLatin(text.charCodeAt(end))) end++;
  const isPlain = !isInWord(text, end);
  while (isInWord(text, end)) end++;
  if (text.charCodeAt(end) === 58 && text.startsWith("://", end)) {
    while (text.charCodeAt(end) > 32 && text.charCodeAt(end) !== 41) end++;
    return row.push(undefined, at, end);
  }
  if (!isPlain) {
    const word = text.slice(at, end);
    return row.push(
      NUMBER.test(word) ? (word.length > 3 ? "n" : undefined) : kindOfUnusual(word, words),
      at,
      end,
    );
  }
  const mayBeKnown = words.begins[beginOf(text, at, end)];
  return row.push(mayBeKnown ? kindOf(text.slice(at, end), words) : undefined, at, end);
}

/** A digit, or what ends in two such as the number of an order. */
const NUMBER: RegExp = /^\d$|\d\d$/;

/** So much of a word tells its kind: none that is known is longer, with all that hides it. */
const LONGEST = 64;

/** The kind of a word that has more than Latin letters. */
function kindOfUnusual(given: string, words: Words): string | undefined {
  const word = given
    .slice(0, LONGEST)
    .replace(/['\u2019]/g, "")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  // What no script knows was perhaps made of two, or of letters and digits.
  return kindOf(translated(word, words.cyrillic), words) ?? kindOf(translated(word, words.like), words);
}

function translated(word: string, letters: ReadonlyMap<string, string>): string {
  let other = "";
  for (let at = 0; at < word.length; at++) other += letters.get(word.charAt(at)) ?? word.charAt(at);
  return other;
}

function isLatin(code: number): boolean {
  return code > 96 && code < 123;
}

/** Letters in lower case and digits; of what is not ASCII, all but the signs. */
function isLetter(code: number): boolean {
  if (code < 128) return isLatin(code) || (code >= 48 && code <= 57);
  if (code < 0x2000) return code >= 0xc0 && code !== 0x964;
  return code >= 0x3041 && code < 0xd800;
}

/** Han and kana: scripts that leave no room between words. */
function isApart(code: number): boolean {
  return code >= 0x3041 && code < 0xa000;
}

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isLetter(code) ? !isApart(code) : isApostrophe(code) && isLetter(text.charCodeAt(at + 1));
}

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019;
}
