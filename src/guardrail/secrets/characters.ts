/** Kinds of characters, as bits. */
export const DIGIT = 1;
export const HEX: number = 2 | DIGIT;
export const UPPER = 24;
export const LETTER: number = 6 | UPPER;
export const ALNUM: number = LETTER | DIGIT;
export const WORD: number = ALNUM | 32;
/** ".", "=" and "~". */
export const DOTS = 64;
/** "+" and "/". */
export const BASE64 = 128;

/** Runs of characters of one kind, in order: digits, a-f, g-z, A-F, G-Z, "_-", ".=~", "+/". */
const KINDS: readonly string[] = [
  "0123456789",
  "abcdef",
  "ghijklmnopqrstuvwxyz",
  "ABCDEF",
  "GHIJKLMNOPQRSTUVWXYZ",
  "_-",
  ".=~",
  "+/",
];

/** Alphabets of keys: hexadecimal, upper case, letters, letters and digits, words, dotted words, base64. */
export const ALPHABETS: Readonly<Record<string, number>> = {
  h: 3,
  H: 11,
  u: 25,
  U: 57,
  l: 30,
  n: 31,
  w: 63,
  d: 127,
  b: 223,
  x: 255,
};

let table: Uint8Array | undefined;

/** The kind of the character at a place; 0 outside of the text and for what no key has in it. */
export function kindAt(text: string, at: number): number {
  const kinds = table ?? makeTable();
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] ?? 0) : 0;
}

/** Where a run of characters of some kinds ends. It has one of `most` at most; two dots end it. */
export function runEnd(text: string, from: number, kinds: number, most: number): number {
  const last = Math.min(text.length, from + most);
  let end = from;
  while (end < last && (kindAt(text, end) & kinds) !== 0) {
    if (text.charCodeAt(end) === 46 && text.charCodeAt(end - 1) === 46) break;
    end++;
  }
  return end;
}

/** Where a run of characters of some kinds begins that ends at a place. */
export function runStart(text: string, end: number, kinds: number, most: number): number {
  const first = Math.max(0, end - most);
  let start = end;
  while (start > first && (kindAt(text, start - 1) & kinds) !== 0) start--;
  return start;
}

/** Whether a key can begin at a place: behind nothing, behind what belongs to no word, and behind an escape such as "\n". */
export function beginsAt(text: string, at: number, kinds: number = ALNUM): boolean {
  return (kindAt(text, at - 1) & kinds) === 0 || isEscape(text, at - 1);
}

/** Whether a letter is the second half of an escape. */
export function isEscape(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === 92 && "nrt".includes(text.charAt(at));
}

function makeTable(): Uint8Array {
  const kinds = new Uint8Array(128);
  KINDS.forEach((characters, bit) => {
    for (const character of characters) kinds[character.charCodeAt(0)] = 1 << bit;
  });
  table = kinds;
  return kinds;
}
