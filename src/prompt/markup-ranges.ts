/** A stretch of a text: offsets in UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const FENCE: RegExp = /^ {0,3}(?:```|~~~)/;

/**
 * The HTML comments of a text; one that is not closed goes to the end.
 *
 * @example
 * commentRanges("a <!-- b --> c"); // [{ start: 2, end: 12 }]
 */
export function commentRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let start = text.indexOf("<!--");
  while (start >= 0) {
    const close = text.indexOf("-->", start + 4);
    const end = close < 0 ? text.length : close + 3;
    ranges.push({ start, end });
    start = text.indexOf("<!--", end);
  }
  return ranges;
}

/**
 * The fenced blocks and the code spans of a Markdown text. A code span ends on the line it begins on.
 *
 * @example
 * codeRanges("use `npm ci`"); // [{ start: 4, end: 12 }]
 */
export function codeRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let fence: number | undefined;
  let offset = 0;
  for (const line of text.split("\n")) {
    const end = offset + line.length;
    if (FENCE.test(line)) {
      if (fence !== undefined) ranges.push({ start: fence, end });
      fence = fence === undefined ? offset : undefined;
    } else if (fence === undefined) {
      ranges.push(...codeSpans(line, offset));
    }
    offset = end + 1;
  }
  if (fence !== undefined) ranges.push({ start: fence, end: text.length });
  return ranges;
}

/** Pairs runs of backticks of the same length. */
function codeSpans(line: string, offset: number): TextRange[] {
  const spans: TextRange[] = [];
  let open: { readonly ticks: string; readonly at: number } | undefined;
  for (const { 0: ticks, index: at } of line.matchAll(/`+/g)) {
    if (open === undefined) {
      open = { ticks, at };
    } else if (open.ticks === ticks) {
      spans.push({ start: offset + open.at, end: offset + at + ticks.length });
      open = undefined;
    }
  }
  return spans;
}
