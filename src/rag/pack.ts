import type { TextSpan } from "../core/text/sentences.ts";
import { splitsPair } from "./split-by-separators.ts";

/**
 * Joins neighbouring pieces into chunks of at most `size`, each starting up to `overlap` before the end of the last.
 * With `border: "word"` the repeated part starts at a sentence where one starts there, else at a word; with `"piece"` it
 * consists of whole pieces, and may be empty. Chunks come trimmed; blank ones are left out.
 */
export function pack(
  text: string,
  pieces: readonly TextSpan[],
  size: number,
  overlap: number,
  border: "word" | "piece",
): TextSpan[] {
  const chunks: TextSpan[] = [];
  let start = pieces[0]?.start ?? 0;
  let end = start;
  let first = 0;
  for (const [index, piece] of pieces.entries()) {
    if (end > start && piece.end - start > size) {
      addTrimmed(chunks, text, start, end);
      // What is repeated may not push the next piece out, so a long piece leaves less room for it.
      const earliest = Math.max(end - overlap, piece.end - size, start + 1);
      const from =
        border === "word" ? wordBorder(text, earliest, end) : pieceBorder(pieces, first, index, earliest);
      start = Math.min(from ?? piece.start, piece.start);
      while (first < index && (pieces[first]?.start ?? 0) < start) first++;
    }
    end = piece.end;
  }
  addTrimmed(chunks, text, start, end);
  return chunks;
}

/** The first sentence start in the range, else the first word start, else the first place that parts no character. */
function wordBorder(text: string, from: number, end: number): number | undefined {
  let word: number | undefined;
  for (let index = from; index < end; index++) {
    if (!isSpace(text[index - 1]) || isSpace(text[index])) continue;
    word ??= index;
    if (endsSentence(text, index)) return index;
  }
  if (word !== undefined || from >= end) return word;
  return splitsPair(text, from) ? from + 1 : from;
}

function endsSentence(text: string, next: number): boolean {
  let index = next - 1;
  while (index >= 0 && isSpace(text[index])) {
    if (text[index] === "\n") return true;
    index--;
  }
  return ".!?…".includes(text[index] ?? " ");
}

function pieceBorder(
  pieces: readonly TextSpan[],
  first: number,
  current: number,
  earliest: number,
): number | undefined {
  for (let index = first; index < current; index++) {
    const start = pieces[index]?.start;
    if (start !== undefined && start >= earliest) return start;
  }
  return undefined;
}

function addTrimmed(chunks: TextSpan[], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && isSpace(text[from])) from++;
  while (to > from && isSpace(text[to - 1])) to--;
  // Blank pieces at the end would give a chunk that only repeats the last one.
  if (to > from && to > (chunks.at(-1)?.end ?? 0)) chunks.push({ start: from, end: to });
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === "";
}
