import { step, type WordTree } from "./words.ts";

/** A text as a row of words and signs. */
export interface Tokens {
  /**
   * What each is: the kind of a word; `.` a word of no kind, `n` a long number, `T` an address, `|` the end of a sentence, `:` a
   * colon, `=` a drawn line, and `^` a fence of code.
   */
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 where a known word was written so that it looks like another one. */
  readonly disguised: Uint8Array;
  readonly count: number;
}

const UNKNOWN = 46;
const STOP = 124;
const COLON = 58;
const FENCE = 96;

/** What the digits from 0 to 9 stand for inside of words. */
const DIGITS = "oizeasgtbg";
const STOPS = "\n!?;。।";
const LINES = "-=#*_~`";

/** Reads a text, in lower case. Where words are not apart (`isDense`), they are looked for at each letter. */
export function readTokens(text: string, tree: WordTree, isDense: boolean): Tokens {
  const kinds = new Uint8Array(text.length + 2);
  const starts = new Int32Array(text.length + 2);
  const ends = new Int32Array(text.length + 2);
  const disguised = new Uint8Array(text.length + 2);
  let count = 0;
  let isDisguised = 0;

  const push = (kind: number, start: number, end: number): number => {
    // Where sentences end twice, they end once.
    if (kind === STOP && kinds[count - 1] === STOP) return end;
    kinds[count] = kind;
    starts[count] = start;
    ends[count++] = end;
    return end;
  };

  const readSign = (code: number, at: number): number => {
    let end = at + 1;
    if (code === COLON) push(code, at, end);
    else if (STOPS.includes(text.charAt(at)) || (code === 46 && !isLetter(text.charCodeAt(end))))
      push(STOP, at, end);
    else if (LINES.includes(text.charAt(at))) {
      while (text.charCodeAt(end) === code) end++;
      if (end > at + 2) push(code === FENCE ? 94 : 61, at, end);
    }
    return end;
  };

  /** The longest known word that begins here, else one letter. */
  const readDense = (at: number): number => {
    let kind = UNKNOWN;
    let end = at + 1;
    let node = 0;
    for (let here = at; here < text.length; ) {
      node = step(tree.latin, tree.others, node, text.charCodeAt(here++));
      if (node === 0) break;
      const found = tree.whole[node] || tree.stem[node];
      if (!found || (isDense && here < at + 3)) continue;
      kind = found;
      end = here;
    }
    return push(kind, at, end);
  };

  const readWord = (at: number): number => {
    let end = at;
    // 1 for Latin letters, 2 for digits, 4 for others.
    let scripts = 0;
    for (; ; end++) {
      const code = text.charCodeAt(end);
      if (isApostrophe(code) && isLetter(text.charCodeAt(end + 1))) continue;
      if (!isLetter(code) || isApart(code)) break;
      scripts |= code < 97 ? 2 : code < 0x250 ? 1 : 4;
    }
    if (text.startsWith("://", end)) {
      while (text.charCodeAt(end) > 32 && text.charCodeAt(end) !== 41) end++;
      return push(84, at, end);
    }
    if (scripts < 4 && scripts & 2 && isNumber(text, end)) return push(end > at + 3 ? 110 : UNKNOWN, at, end);
    isDisguised = 0;
    let kind = kindOf(at, end, false);
    if (kind === UNKNOWN && (scripts & 5) === 5) kind = kindOf(at, end, true);
    disguised[count] = kind === UNKNOWN ? 0 : isDisguised;
    return push(kind, at, end);
  };

  const kindOf = (at: number, end: number, isMixed: boolean): number => {
    let node = 0;
    let kind = 0;
    for (let here = at; here < end; here++) {
      let code = text.charCodeAt(here);
      if (code < 97) {
        if (code === 39) continue;
        code = DIGITS.charCodeAt(code - 48);
        isDisguised = 1;
      } else if (code >= 128) {
        if (isApostrophe(code) || (code >= 0x300 && code < 0x370)) continue;
        const like = isMixed && tree.like.get(code);
        if (like) isDisguised = 1;
        code = like || tree.plain.get(code) || code;
      }
      node = step(tree.latin, tree.others, node, code);
      if (node === 0) return kind || UNKNOWN;
      kind = tree.stem[node] || kind;
    }
    return tree.whole[node] || kind || UNKNOWN;
  };

  push(STOP, 0, 0);
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 32) at++;
    else if (!isLetter(code)) at = readSign(code, at);
    else at = isDense || isApart(code) ? readDense(at) : readWord(at);
  }
  push(STOP, text.length, text.length);
  return { kinds, starts, ends, disguised, count };
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

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019;
}

/** Whether the word that ends here ends in two digits, such as the number of an order. */
function isNumber(text: string, end: number): boolean {
  return text.charCodeAt(end - 1) < 58 && text.charCodeAt(end - 2) < 58;
}
