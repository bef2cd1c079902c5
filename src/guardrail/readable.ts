/** A text as rules read it, and where each of its characters stands in the text as it was given. */
export interface Readable {
  readonly text: string;
  /** The span of the given text that characters `start` to `end` of this one stand for. */
  span(start: number, end: number): [start: number, end: number];
  /** Where the given text is cut in front of a character of this one; behind the last one it is its end. */
  cut(index: number): number;
  /** How many invisible characters in a row were left out right before that cut. */
  invisibleAt(index: number): number;
}

/** So many invisible characters in a row are left out; those beyond stay: nobody hides a number under more of them. */
const MOST_INVISIBLE = 16;

/** What may have to be read as something else: all but ASCII and the letters of Latin-1 and Latin Extended. */
const UNUSUAL: RegExp = /[^\0-\x7f\xc0-\u02ff]/g;

/**
 * Reads a text the way people do: digits of any script, full-width and styled letters become ASCII, all blanks and dashes
 * become one, and what cannot be seen is left out. Spans point into the given text.
 *
 * @param invisible how many invisible characters were left out right before the text, where it is the next piece of one.
 */
export function readable(given: string, invisible = 0): Readable {
  if (unusualFrom(given, 0) === given.length) {
    const { length } = given;
    return {
      text: given,
      span: (start, end) => [start, end],
      cut: (index) => index,
      invisibleAt: () => (length === 0 ? invisible : 0),
    };
  }
  return readUnusual(given, invisible);
}

function unusualFrom(text: string, at: number): number {
  if (text.charCodeAt(at) > 0x2ff) return at;
  UNUSUAL.lastIndex = at;
  return UNUSUAL.test(text) ? UNUSUAL.lastIndex - 1 : text.length;
}

function readUnusual(given: string, before: number): Readable {
  const parts: string[] = [];
  // Where a run of characters begins that stand as far from each other in both texts: here, and in the given text.
  const runs: number[] = [0];
  const origins: number[] = [0];
  let plainFrom = 0;
  let shorter = 0;
  let invisible = before;
  const end = given.length;
  for (let at = 0; at < end; at++) {
    const from = at;
    at = unusualFrom(given, at);
    if (at > from) invisible = 0;
    if (at === end) break;
    const unit = given.charCodeAt(at);
    const code = unit >= 0xd800 && unit < 0xdc00 ? (given.codePointAt(at) ?? unit) : unit;
    const width = code > 0xffff ? 2 : 1;
    const isLeftOut = isInvisible(code);
    const plain = isLeftOut ? "" : plainOf(code);
    if (!isLeftOut) invisible = 0;
    else if (invisible === MOST_INVISIBLE) {
      at += width - 1;
      continue;
    } else invisible++;
    if (plain !== undefined) {
      addTo(parts, given.slice(plainFrom, at));
      addTo(parts, plain);
      plainFrom = at + width;
      if (plain.length < width) {
        shorter += width - plain.length;
        runs.push(plainFrom - shorter);
        origins.push(plainFrom);
      }
    }
    at += width - 1;
  }
  parts.push(given.slice(plainFrom));
  const text = parts.join("");
  const { length } = text;
  const startOf = (index: number): number => {
    if (index >= length) return given.length;
    let [low, high] = [0, runs.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((runs[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return (origins[low] ?? 0) + index - (runs[low] ?? 0);
  };
  const endOf = (index: number): number => {
    const start = startOf(index);
    const unit = given.charCodeAt(start);
    // The two halves of a character that stayed as it is are two characters here, too.
    const isPair = unit >= 0xd800 && unit < 0xdc00 && startOf(index + 1) !== start + 1;
    return Math.min(start + (isPair ? 2 : 1), given.length);
  };
  return {
    text,
    span: (start, end) => [startOf(start), end > start ? endOf(end - 1) : startOf(start)],
    cut: startOf,
    // An invisible character that stays stands behind as many as are left out.
    invisibleAt: (index) =>
      index >= length ? invisible : isInvisible(given.codePointAt(startOf(index)) ?? 0) ? MOST_INVISIBLE : 0,
  };
}

function addTo(parts: string[], part: string): void {
  if (part !== "") parts.push(part);
}

/** Joiners, marks of direction, soft hyphens, selectors and tags: what is there and cannot be seen. */
export function isInvisible(code: number): boolean {
  if (code < 0x200b)
    return code === 0xad || code === 0x34f || code === 0x61c || (code >= 0x180b && code <= 0x180e);
  if (code <= 0x206f) return code <= 0x200f || (code >= 0x202a && code <= 0x202e) || code >= 0x2060;
  return (code >= 0xfe00 && code <= 0xfe0f) || code === 0xfeff || (code >= 0xe0000 && code <= 0xe01ef);
}

/** The one ASCII character that another one is read as; `undefined` where it is read as itself. */
function plainOf(code: number): string | undefined {
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
    return " ";
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212 || code === 0xfe58 || code === 0xfe63) return "-";
  if (code === 0x3002 || code === 0xff61 || code === 0x2024) return ".";
  if (code >= 0x1d400 && code <= 0x1d6a3) {
    const letter = (code - 0x1d400) % 52;
    return String.fromCharCode(letter < 26 ? 65 + letter : 71 + letter);
  }
  if (code >= 0x24b6 && code <= 0x24e9)
    return String.fromCharCode(code <= 0x24cf ? code - 0x2475 : code - 0x246f);
  if (mayBeDigit(code) && DIGIT.test(String.fromCodePoint(code))) return digitOf(code);
  return undefined;
}

/** Leaves out the signs and the scripts of East Asia, which have no digits of their own. */
function mayBeDigit(code: number): boolean {
  return code >= 0x660 && (code < 0x1c60 || (code >= 0xa620 && code < 0xac00) || code >= 0xff00);
}

/** A character by its name in Unicode; the digits of a script stand in a row. */
const DIGIT: RegExp = /\p{Nd}/u;

function digitOf(code: number): string {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
