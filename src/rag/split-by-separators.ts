import type { TextSpan } from "../core/text/sentences.ts";

/**
 * Cuts a range of a text into adjoining pieces of at most `size`: at the first separator that helps, and only the pieces
 * that are still too long at the next one. A separator stays with the piece it ends. `""` cuts every `grain` characters,
 * but never inside a surrogate pair.
 *
 * @example
 * splitBySeparators("one two", { start: 0, end: 7 }, [" ", ""], 4); // [{ start: 0, end: 4 }, { start: 4, end: 7 }]
 */
export function splitBySeparators(
  text: string,
  range: TextSpan,
  separators: readonly string[],
  size: number,
  grain: number = size,
): TextSpan[] {
  const [separator, ...finer] = separators;
  if (range.end - range.start <= size || separator === undefined) return [range];
  if (separator === "") return hardSplit(text, range, grain, 0);
  // Searched in the range alone: a separator that is far away would be looked for again from every range before it.
  const body = text.slice(range.start, range.end);
  const pieces: TextSpan[] = [];
  let start = 0;
  while (start < body.length) {
    const found = body.indexOf(separator, start);
    const end = found === -1 ? body.length : found + separator.length;
    const part = { start: range.start + start, end: range.start + end };
    for (const piece of splitBySeparators(text, part, finer, size, grain)) pieces.push(piece);
    start = end;
  }
  return pieces;
}

/**
 * Cuts a range into windows of `size` that each start `size - overlap` after the last, moved by one where a border would
 * fall inside a surrogate pair.
 */
export function hardSplit(text: string, range: TextSpan, size: number, overlap: number): TextSpan[] {
  const pieces: TextSpan[] = [];
  let start = range.start;
  while (start < range.end) {
    let end = Math.min(range.end, start + size);
    // A window of size 1 on a pair has to grow; every other one gives the pair to its successor.
    if (splitsPair(text, end)) end += end - start > 1 ? -1 : 1;
    pieces.push({ start, end });
    if (end >= range.end) break;
    const next = end - overlap;
    start = Math.max(start + 1, splitsPair(text, next) ? next - 1 : next);
    if (splitsPair(text, start)) start++;
  }
  return pieces;
}

/** Whether a cut at this index would part the two halves of one character. */
export function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
