/** What joins what stands before it: marks, vowel signs, variation selectors, skin tones, the zero width joiner. */
let joined: RegExp | undefined;

/** More units than any character has. What goes on for longer, such as marks upon marks, may be cut anywhere. */
const LONGEST = 128;

/**
 * The last place at or before an offset where a text can be cut without tearing apart what people see as one character:
 * surrogates, letters with marks, flags, emoji that are joined, Hangul syllables, CRLF. A good part of UAX 29, by rules that
 * are the same on every runtime: `Intl.Segmenter` knows other characters with each version of an engine.
 *
 * @example
 * graphemeStart("ae\u0301i", 2); // 1
 */
export function graphemeStart(text: string, offset: number): number {
  const from = Math.min(Math.max(offset, 0), text.length);
  let index = from;
  while (isInside(text, index)) {
    if (from - index === LONGEST) return isPair(text, from) ? from - 1 : from;
    index--;
  }
  return index;
}

/**
 * The first place at or behind an offset where a text can be cut, as `graphemeStart` tells it.
 *
 * @example
 * graphemeEnd("ae\u0301i", 2); // 3
 */
export function graphemeEnd(text: string, offset: number): number {
  let index = Math.min(Math.max(offset, 0), text.length);
  while (graphemeStart(text, index) < index) index++;
  return index;
}

function isInside(text: string, index: number): boolean {
  if (index === 0 || index === text.length) return false;
  const after = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  if (isPair(text, index)) return true;
  if (before < 0x300 && after < 0x300) return before === 0x0d && after === 0x0a;
  const next = String.fromCodePoint(text.codePointAt(index) ?? 0);
  // Made on first use: an engine reads the Unicode classes of a literal when it loads the file, which takes its time.
  joined ??= /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]|[\u0e33\u0eb3\u200c\uff9e\uff9f])/u;
  if (joined.test(next)) return true;
  // What a joiner joins is an emoji.
  if (before === 0x200d) return isHigh(after) || (after >= 0x2190 && after <= 0x2bff);
  if (isHangul(before, after)) return true;
  return isFlagLetter(text, index) && flagLettersBefore(text, index) % 2 === 1;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Between the two surrogates of one character. */
function isPair(text: string, index: number): boolean {
  const low = text.charCodeAt(index);
  return low >= 0xdc00 && low <= 0xdfff && isHigh(text.charCodeAt(index - 1));
}

/** Leading consonants join what follows of a syllable, vowels join vowels and trailing consonants. */
function isHangul(before: number, after: number): boolean {
  const isLeading = before >= 0x1100 && before <= 0x115f;
  const isVowel = (before >= 0x1160 && before <= 0x11a7) || (before >= 0xac00 && before <= 0xd7a3);
  const isTrailing = before >= 0x11a8 && before <= 0x11ff;
  if (isLeading) return (after >= 0x1100 && after <= 0x11a7) || (after >= 0xac00 && after <= 0xd7a3);
  if (isVowel) return after >= 0x1160 && after <= 0x11ff;
  return isTrailing && after >= 0x11a8 && after <= 0x11ff;
}

/** A regional indicator, of which two are a flag. */
function isFlagLetter(text: string, index: number): boolean {
  const low = text.charCodeAt(index + 1);
  return text.charCodeAt(index) === 0xd83c && low >= 0xdde6 && low <= 0xddff;
}

function flagLettersBefore(text: string, index: number): number {
  let count = 0;
  while (index - 2 * (count + 1) >= 0 && isFlagLetter(text, index - 2 * (count + 1))) count++;
  return count;
}
