import type { PromptSpan } from "../../contracts/budgeted-prompt.ts";
import { graphemeEnd, graphemeStart } from "../../core/text/graphemes.ts";

/**
 * The parts of a text that stay when about `length` of its UTF-16 units shall. Never more; a little less where a line, a
 * sentence or a word ends close by, and where a character would be torn apart. More length never keeps less: the window in
 * which an end is looked for only moves on, and an end of a better kind comes first wherever it stands in it.
 */
export function keptSpans(
  text: string,
  length: number,
  place: "end" | "start" | "middle",
): readonly PromptSpan[] {
  const { length: all } = text;
  if (length >= all) return [[0, all]];
  // Each end for itself, so that neither shrinks when there is more length for both.
  const share = { end: 1, start: 0, middle: 0.6 }[place];
  const head = headEnd(text, Math.floor(length * share));
  const tail = place === "end" ? all : tailStart(text, all - Math.floor(length * (1 - share)));
  const spans: PromptSpan[] = [
    [0, head],
    [Math.max(head, tail), all],
  ];
  return spans.filter(([start, end]) => end > start);
}

/** The window is a fiftieth of what is kept, or a word. */
function slack(length: number): number {
  return Math.max(length / 50, Math.min(12, length / 10));
}

function headEnd(text: string, length: number): number {
  const least = Math.ceil(length - slack(length));
  return graphemeStart(text, bestEnd(text, least, length));
}

function tailStart(text: string, start: number): number {
  const most = Math.floor(start + slack(text.length - start));
  // A tail begins behind a character that would be torn apart.
  return graphemeEnd(text, bestEnd(text, most, start));
}

/** From `to` back to `from`, in either direction: the end of a line, else of a sentence, else of a word, else `to`. */
function bestEnd(text: string, from: number, to: number): number {
  const step = from < to ? -1 : 1;
  let best = to;
  let rank = 0;
  for (let index = to; index !== from + step && rank < 3; index += step) {
    const found = rankOf(text, index);
    if (found > rank) {
      rank = found;
      best = index;
    }
  }
  return best;
}

/** 3 behind the end of a line, 2 behind that of a sentence, 1 behind that of a word. */
function rankOf(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return 0;
  const before = text.charAt(index - 1);
  if (before === "\n") return 3;
  const isBlank = before === " " || before === "\t";
  if (".!?".includes(text.charAt(index - 2)) && isBlank) return 2;
  if ("。！？".includes(before)) return 2;
  return isBlank ? 1 : 0;
}
