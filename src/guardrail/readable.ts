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
    const character = characterAt(given, at);
    const width = character.length;
    const isLeftOut = INVISIBLE.test(character);
    const plain = isLeftOut ? "" : plainOf(character);
    if (!isLeftOut) invisible = 0;
    else if (invisible === MOST_INVISIBLE) {
      at += width - 1;
      continue;
    } else invisible++;
    if (plain !== undefined) {
      parts.push(given.slice(plainFrom, at), plain);
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
      index >= length ? invisible : INVISIBLE.test(characterAt(given, startOf(index))) ? MOST_INVISIBLE : 0,
  };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** What is there and cannot be seen: joiners, marks of direction, soft hyphens, selectors and tags. */
const INVISIBLE: RegExp = /\p{Default_Ignorable_Code_Point}/u;

const DASH: RegExp = /[\u2010-\u2015\u2212\ufe58\ufe63]/;
/** The full stop of East Asia, and its half. */
const STOP: RegExp = /[\u3002\uff61]/;
/** Numbers of footnotes and of lists stand beside a word or another number, and are no part of it. */
const APART: RegExp = /[\xaa\xb2\xb3\xb9\xba\u2070-\u209f\u2460-\u24b5\u24ea]/;
/** The digits of a script stand in a row. */
const DIGIT: RegExp = /\p{Nd}/u;

/** The one ASCII character that another one is read as; `undefined` where it is read as itself. */
function plainOf(character: string): string | undefined {
  if (DASH.test(character)) return "-";
  if (STOP.test(character)) return ".";
  if (APART.test(character)) return undefined;
  const plain = character.normalize("NFKC");
  if (plain.length === 1 && plain < "\x7f") return plain;
  return DIGIT.test(character) ? digitOf(character) : undefined;
}

function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
