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
const UNUSUAL: RegExp = /[^\0-\x7f\xc0-\u02ff]/;

/**
 * Reads a text the way people do: digits of any script, full-width and styled letters become ASCII, all blanks and dashes
 * become one, and what cannot be seen is left out. Spans point into the given text.
 *
 * @param invisible how many invisible characters were left out right before the text, where it is the next piece of one.
 */
export function readable(given: string, invisible = 0): Readable {
  if (!UNUSUAL.test(given)) {
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

function readUnusual(given: string, before: number): Readable {
  const starts = new Int32Array(given.length + 1);
  const parts: string[] = [];
  let plainFrom = 0;
  let length = 0;
  let invisible = before;
  for (let at = 0; at < given.length; at++) {
    const unit = given.charCodeAt(at);
    if (unit < 0x80 || (unit >= 0xc0 && unit < 0x300)) {
      starts[length++] = at;
      invisible = 0;
      continue;
    }
    const code = unit >= 0xd800 && unit < 0xdc00 ? (given.codePointAt(at) ?? unit) : unit;
    const width = code > 0xffff ? 2 : 1;
    if (isInvisible(code)) {
      if (invisible < MOST_INVISIBLE) {
        invisible++;
        parts.push(given.slice(plainFrom, at));
        plainFrom = at + width;
      } else for (let unit = 0; unit < width; unit++) starts[length++] = at + unit;
      at += width - 1;
      continue;
    }
    invisible = 0;
    const plain = plainOf(code);
    if (plain === undefined) for (let unit = 0; unit < width; unit++) starts[length++] = at + unit;
    else {
      parts.push(given.slice(plainFrom, at), plain);
      plainFrom = at + width;
      starts[length++] = at;
    }
    at += width - 1;
  }
  parts.push(given.slice(plainFrom));
  starts[length] = given.length;
  const endOf = (index: number): number => {
    const start = starts[index] ?? 0;
    const unit = given.charCodeAt(start);
    // The two halves of a character that stayed as it is are two characters here, too.
    const isPair = unit >= 0xd800 && unit < 0xdc00 && starts[index + 1] !== start + 1;
    return Math.min(start + (isPair ? 2 : 1), given.length);
  };
  return {
    text: parts.join(""),
    span: (start, end) => [starts[start] ?? 0, end > start ? endOf(end - 1) : (starts[start] ?? 0)],
    cut: (index) => (index >= length ? given.length : (starts[index] ?? 0)),
    // An invisible character that stays stands behind as many as are left out.
    invisibleAt: (index) =>
      index >= length
        ? invisible
        : isInvisible(given.codePointAt(starts[index] ?? 0) ?? 0)
          ? MOST_INVISIBLE
          : 0,
  };
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
  if (code >= 0x660 && DIGIT.test(String.fromCodePoint(code))) return digitOf(code);
  return undefined;
}

/** A character by its name in Unicode; the digits of a script stand in a row. */
const DIGIT: RegExp = /\p{Nd}/u;

function digitOf(code: number): string {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
