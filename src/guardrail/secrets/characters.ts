/** Kinds of characters, as bits. */
export const ALNUM = 1;
/** What joins words: "-", "_", "." and "~". */
export const JOINT = 10;
export const HYPHEN = 8;
export const BASE64 = 4;

/** What keys are made of, by kind. */
const KINDS: Readonly<Record<number, RegExp>> = { 1: /[\dA-Za-z]/, 2: /[.~]/, 4: /[+/]/, 8: /[-_]/ };

let table: Uint8Array | undefined;

/** The kind of the character at a place; 0 outside of the text and for what no key has in it. */
export function kindAt(text: string, at: number): number {
  const kinds = table ?? makeTable();
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] ?? 0) : 0;
}

/** Where a run of characters of some kinds ends. It has `most` of them at most. */
export function runEnd(text: string, from: number, kinds: number, most: number): number {
  const last = Math.min(text.length, from + most);
  let end = from;
  while (end < last && (kindAt(text, end) & kinds) !== 0) end++;
  return end;
}

/** Where a run of characters of some kinds begins that ends at a place. */
export function runStart(text: string, end: number, kinds: number, most: number): number {
  const first = Math.max(0, end - most);
  let start = end;
  while (start > first && (kindAt(text, start - 1) & kinds) !== 0) start--;
  return start;
}

/** Whether a key can begin at a place: behind nothing of some kinds, and behind an escape such as "\n". */
export function beginsAt(text: string, at: number, kinds: number = ALNUM | JOINT): boolean {
  return (
    (kindAt(text, at - 1) & kinds) === 0 ||
    (text.charCodeAt(at - 2) === 92 && "nrt".includes(text.charAt(at - 1)))
  );
}

function makeTable(): Uint8Array {
  const kinds = new Uint8Array(128);
  for (const [kind, characters] of Object.entries(KINDS)) {
    for (let code = 0; code < 128; code++)
      if (characters.test(String.fromCharCode(code))) kinds[code] = Number(kind);
  }
  table = kinds;
  return kinds;
}
