import { isStopWord } from "./words.ts";

/** A place in a text in UTF-16 units, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

// "e.g." and the like end in a full stop that ends no sentence.
// biome-ignore format: a list of words is read best when it is packed
const abbreviations: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "approx", "ca", "cf", "col", "dr", "e.g", "eq", "etc", "gen", "i.e", "inc", "jr", "lt", "mr", "mrs", "ms", "prof",
  "rev", "sr", "st", "u.s", "vs",
]);

// These are abbreviations before a number only: "No. 5", but "Was it? No. The lamp was out."
const numbering: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "fig",
  "figs",
  "no",
  "nos",
  "p",
  "pp",
  "vol",
]);

const listItem = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]/;
const lineOfItsOwn = /^[ \t]*(?:#{1,6}[ \t]|\||>|```|~~~|={3}|-{3})/;

/**
 * The sentences of a text, in order, as spans without the white space around them. Blank lines, headings, list items and
 * table rows end a sentence too; a line break inside a paragraph does not. Knows full stops that end no sentence
 * (initials, common English abbreviations, decimals) and the marks of scripts written without spaces.
 *
 * @example
 * const text = "It weighs 70.1 lb. Heavy!";
 * sentencesOf(text).map(({ start, end }) => text.slice(start, end)); // ["It weighs 70.1 lb.", "Heavy!"]
 */
export function sentencesOf(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const block of blocksOf(text)) splitBlock(text, block, spans);
  return spans;
}

/** Runs of lines that belong together: a paragraph, one list item with its wrapped lines, one heading, one table row. */
function blocksOf(text: string): TextSpan[] {
  const blocks: TextSpan[] = [];
  let start = 0;
  let position = 0;
  const close = (end: number): void => {
    if (end > start) blocks.push({ start, end });
    start = end;
  };
  while (position < text.length) {
    const lineBreak = text.indexOf("\n", position);
    const next = lineBreak === -1 ? text.length : lineBreak + 1;
    const line = text.slice(position, next);
    if (line.trim() === "" || lineOfItsOwn.test(line)) {
      close(position);
      close(next);
    } else if (listItem.test(line)) close(position);
    position = next;
  }
  close(text.length);
  return blocks;
}

function splitBlock(text: string, block: TextSpan, spans: TextSpan[]): void {
  let start = block.start;
  for (let index = block.start; index < block.end; index++) {
    const mark = text[index];
    if (mark === undefined || !".!?…。！？".includes(mark)) continue;
    let end = index + 1;
    while (end < block.end && ".!?…\"')]”’»*_".includes(text[end] ?? " ")) end++;
    if (endsSentence(text, start, index, end, block.end)) {
      addTrimmed(text, start, end, spans);
      start = end;
    }
    index = end - 1;
  }
  addTrimmed(text, start, block.end, spans);
}

function endsSentence(text: string, start: number, mark: number, end: number, blockEnd: number): boolean {
  if ("。！？".includes(text[mark] ?? "")) return true;
  if (end >= blockEnd) return true;
  if (!isSpace(text[end])) return false;
  let next = end;
  while (next < blockEnd && isSpace(text[next])) next++;
  const following = wordAfter(text, next);
  const first = following[0] ?? "";
  if (first !== first.toUpperCase()) return false;
  return text[mark] !== "." || !isAbbreviation(wordBefore(text, start, mark), following);
}

function wordAfter(text: string, start: number): string {
  let end = start;
  while (end < text.length && end - start < 12 && !isSpace(text[end])) end++;
  return text.slice(start, end);
}

function wordBefore(text: string, start: number, end: number): string {
  let from = end;
  // No abbreviation is longer; without the bound a text of one long word would be walked again and again.
  while (
    from > start &&
    end - from < 12 &&
    !isSpace(text[from - 1]) &&
    !"(\"'*_`".includes(text[from - 1] ?? "")
  )
    from--;
  return text.slice(from, end);
}

function isAbbreviation(word: string, following: string): boolean {
  // "J. Halcombe Laning" goes on, "It adds to A. The sum ..." does not.
  if (/^\p{Lu}$/u.test(word)) return !isStopWord(following.toLowerCase()) || following.length < 2;
  const lower = word.toLowerCase();
  return abbreviations.has(lower) || (numbering.has(lower) && /^\d/.test(following));
}

function isSpace(character: string | undefined): boolean {
  return (
    character === " " ||
    character === "\n" ||
    character === "\t" ||
    character === "\r" ||
    character === "\u00a0"
  );
}

function addTrimmed(text: string, start: number, end: number, spans: TextSpan[]): void {
  let from = start;
  let to = end;
  while (from < to && isSpace(text[from])) from++;
  while (to > from && isSpace(text[to - 1])) to--;
  if (to > from) spans.push({ start: from, end: to });
}
