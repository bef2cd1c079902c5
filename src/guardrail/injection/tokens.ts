import { step, type WordTree } from "./words.ts";

/** A text as a row of words and signs. */
export interface Tokens {
  /**
   * What each is: the kind of a word; `.` a word of no kind, `n` a long number, `T` an address, `|` the end of a sentence, `:` a
   * colon, `=` a drawn line, and `^` a fence of code.
   */
  readonly kinds: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Which known words were written so that they look like others. */
  readonly disguised: readonly number[];
}

const UNKNOWN = 46;
const STOP = 124;
const COLON = 58;
/** Added to the kind of a word that was written so that it looks like another one. */
const DISGUISED = 128;

/** What the digits from 0 to 9 stand for inside of words. */
const DIGITS = "oizeasgtbg";
const STOPS = "\n!?;\u3002\u0964";
const LINES = "-=#*_~`";

/** Reads a text, in lower case. Where words are not apart (`isDense`), they are looked for at each letter. */
export function readTokens(text: string, tree: WordTree, isDense: boolean): Tokens {
  const row = new Row();
  row.push(STOP, 0, 0);
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 32) at++;
    else if (!isLetter(code)) at = readSign(row, text, at);
    else if (isDense || isApart(code)) at = readDense(row, text, at, tree, isDense);
    else at = readWord(row, text, at, tree);
  }
  row.push(STOP, text.length, text.length);
  return row;
}

class Row implements Tokens {
  readonly kinds: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly disguised: number[] = [];

  /** Gives the end. */
  push(kind: number, start: number, end: number): number {
    // Where sentences end twice, they end once.
    if (kind === STOP && this.kinds.at(-1) === STOP) return end;
    if (kind >= DISGUISED) this.disguised.push(this.kinds.length);
    this.kinds.push(kind & 127);
    this.starts.push(start);
    this.ends.push(end);
    return end;
  }
}

function readSign(row: Row, text: string, at: number): number {
  const sign = text.charAt(at);
  let end = at + 1;
  if (sign === ":") return row.push(COLON, at, end);
  if (STOPS.includes(sign) || (sign === "." && !isLetter(text.charCodeAt(end))))
    return row.push(STOP, at, end);
  if (!LINES.includes(sign)) return end;
  while (text.charAt(end) === sign) end++;
  return end > at + 2 ? row.push(sign === "`" ? 94 : 61, at, end) : end;
}

/** The longest known word that begins here, else one letter. */
function readDense(row: Row, text: string, at: number, tree: WordTree, isDense: boolean): number {
  let kind = UNKNOWN;
  let end = at + 1;
  let node = 0;
  for (let here = at; here < text.length; ) {
    node = step(tree, node, text.charCodeAt(here++));
    if (node === 0) break;
    const found = tree.whole[node] || tree.stem[node];
    if (!found || (isDense && here < at + 3)) continue;
    kind = found;
    end = here;
  }
  return row.push(kind, at, end);
}

function readWord(row: Row, text: string, at: number, tree: WordTree): number {
  let end = at;
  // 1 for Latin letters, 2 for digits, 4 for others.
  let scripts = 0;
  while (isInWord(text, end)) {
    const code = text.charCodeAt(end++);
    if (!isApostrophe(code)) scripts |= code < 97 ? 2 : code < 0x250 ? 1 : 4;
  }
  if (text.startsWith("://", end)) {
    while (text.charCodeAt(end) > 32 && text.charCodeAt(end) !== 41) end++;
    return row.push(84, at, end);
  }
  if (scripts < 4 && isNumber(text, at, end)) return row.push(end > at + 3 ? 110 : UNKNOWN, at, end);
  const kind = kindOf(text, at, end, tree);
  // What no script knows was perhaps made of two.
  return row.push(kind === UNKNOWN && scripts > 4 ? kindOf(text, at, end, tree, tree.like) : kind, at, end);
}

function kindOf(
  text: string,
  at: number,
  end: number,
  tree: WordTree,
  like?: ReadonlyMap<number, number>,
): number {
  let node = 0;
  let kind = 0;
  let mark = 0;
  for (let here = at; here < end; here++) {
    let code = text.charCodeAt(here);
    if (code < 97) {
      if (isApostrophe(code)) continue;
      code = DIGITS.charCodeAt(code - 48);
      mark = DISGUISED;
    } else if (code > 127) {
      if (isApostrophe(code) || (code >= 0x300 && code < 0x370)) continue;
      const latin = like?.get(code);
      if (latin) mark = DISGUISED;
      code = latin ?? tree.plain.get(code) ?? code;
    }
    node = step(tree, node, code);
    if (node === 0) break;
    kind = tree.stem[node] || kind;
  }
  const found = (node && tree.whole[node]) || kind;
  return found ? found | mark : UNKNOWN;
}

/** Letters in lower case and digits; of what is not ASCII, all but the signs. */
function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
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

/** Whether a word is a number, or ends in two digits such as the number of an order. */
function isNumber(text: string, at: number, end: number): boolean {
  return text.charCodeAt(end - 1) < 58 && (end < at + 2 || text.charCodeAt(end - 2) < 58);
}
