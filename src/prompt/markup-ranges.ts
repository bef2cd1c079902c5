import { FenceState } from "./fences.ts";

/** A stretch of a text: offsets in UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What stands before the lines of a quote. */
const QUOTE: RegExp = /^[ \t>]+/;

/** The two ways to write a comment that a page of Markdown does not show; the second is a link that nothing refers to. */
const COMMENT_START: RegExp = /<!--|^\[[^\]\n]{1,40}\]: *(?:#|<>) /gm;

/**
 * The HTML comments of a text, where one that is not closed goes to the end, and the comments of Markdown
 * (`[//]: # (note)`), which end with their line.
 *
 * @example
 * commentRanges("a <!-- b --> c"); // [{ start: 2, end: 12 }]
 */
export function commentRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let done = 0;
  for (const { 0: mark, index: start } of text.matchAll(COMMENT_START)) {
    if (start < done) continue; // inside the one before
    const close = mark === "<!--" ? "-->" : "\n";
    const at = text.indexOf(close, start + mark.length);
    done = at < 0 ? text.length : at + close.length;
    ranges.push({ start, end: done });
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
  const state = new FenceState();
  let start = 0;
  let offset = 0;
  for (const line of text.split("\n")) {
    const wasOpen = state.open !== undefined;
    const isFenced = state.take(line.replace(QUOTE, ""));
    const end = offset + line.length;
    if (!isFenced) ranges.push(...codeSpans(line, offset));
    else if (!wasOpen) start = offset;
    else if (!state.open) ranges.push({ start, end });
    offset = end + 1;
  }
  if (state.open) ranges.push({ start, end: text.length });
  return ranges;
}

/** Pairs runs of backticks of the same length. A run without a partner is text. */
function codeSpans(line: string, offset: number): TextRange[] {
  const runs = [...line.matchAll(/`+/g)];
  const last = new Map(runs.map(({ 0: ticks, index }) => [ticks, index]));
  const spans: TextRange[] = [];
  let open: { readonly ticks: string; readonly at: number } | undefined;
  for (const { 0: ticks, index: at } of runs) {
    if (open === undefined) {
      if (last.get(ticks) !== at) open = { ticks, at };
    } else if (open.ticks === ticks) {
      spans.push({ start: offset + open.at, end: offset + at + ticks.length });
      open = undefined;
    }
  }
  return spans;
}
