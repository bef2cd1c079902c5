/** A text inside of a text that had to be made readable, and where it stands. */
export interface HiddenText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What may be base64 or hexadecimal digits; pairs of such digits; letters that stand alone. */
const RUNS: RegExp =
  /\b(?:[\w+/-]{16,}|(?:(?:0x)?[\da-fA-F]{2}[ ,]{1,2}){8,}[\da-fA-F]{0,2}|\w(?:\W{1,3}\w\b){6,})/g;
/** Hexadecimal digits, and what may stand between pairs of them. */
const HEX: RegExp = /^(?:(?:0x)?[\da-f]{2}[ ,]*)+$/i;
const NO_DIGITS: RegExp = /0x|[ ,]/gi;
/** Characters that are written by their number. */
const ESCAPES: RegExp = /(?:%|\\x|\\u00|&#x)([\da-f]{2});?|&#(\d{2,3});/gi;
/** Frequent words in rot13, and backwards. */
const ROT13: RegExp = /\b(?:gur|naq|nyy|vtaber)\b/gi;
const BACKWARDS: RegExp = /\b(?:eht|lla|ruoy|erongi)\b/gi;
/** Parts of a text that a program puts together. */
const PARTS: RegExp = /= ?"([^"\n]+)/g;

/** So many characters of hidden text are read at most. */
const MOST = 20_000;

/** Finds what is encoded, turned around, spelled or taken apart in a text. */
export function hiddenTexts(text: string): HiddenText[] {
  const found: HiddenText[] = [];
  let room = MOST;
  const add = (hidden: string, start: number, end: number): void => {
    if (room < 0 || !isProse(hidden)) return;
    found.push({ text: hidden.slice(0, room), start, end });
    room -= hidden.length;
  };
  // Makes the text readable around what shows that it is not.
  const addAround = (signs: RegExp, least: number, decode: (part: string) => string): void => {
    const places = Array.from(text.matchAll(signs), ({ index }) => index);
    if (places.length < least) return;
    const start = Math.max(0, (places[0] ?? 0) - 200);
    const end = Math.min((places.at(-1) ?? 0) + 200, start + MOST / 2, text.length);
    add(decode(text.slice(start, end)), start, end);
  };
  for (const { 0: run, index } of text.matchAll(RUNS))
    add(decoded(run.slice(0, MOST)), index, index + run.length);
  addAround(ROT13, 2, rot13);
  addAround(BACKWARDS, 2, (part) => Array.from(part).reverse().join(""));
  addAround(ESCAPES, 4, (part) =>
    part.replace(ESCAPES, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    ),
  );
  const parts = [...text.slice(0, MOST).matchAll(PARTS)];
  if (parts.length > 1)
    add(parts.map(([, part]) => part).join(""), parts[0]?.index ?? 0, parts.at(-1)?.index ?? 0);
  return found;
}

/** What a run of characters says; nothing where it is no text. */
function decoded(run: string): string {
  if (HEX.test(run))
    return run
      .replace(NO_DIGITS, "")
      .replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  if (/^.[^\w+/-]/.test(run)) return run.replace(/\W/g, "");
  const text = run.replaceAll("-", "+").replaceAll("_", "/");
  try {
    return atob(text.slice(0, text.length - (text.length % 4 === 1 ? 1 : 0)));
  } catch {
    return "";
  }
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code | 32) < 110 ? code + 13 : code - 13);
  });
}

/** Whether a text is one: letters and blanks, no noise. */
function isProse(text: string): boolean {
  const start = text.slice(0, 400);
  return start.length > 7 && start.replace(/[^a-z ]/gi, "").length > start.length * 0.8;
}
