import type { TextSpan } from "../../core/text/sentences.ts";
import { splitsPair } from "./characters.ts";
import type { Measure } from "./measure.ts";

/** Cuts a text into windows that are as long as they may be, moved by one where a border would fall inside a surrogate pair. */
export function fixedSpans(text: string, measure: Measure, spans: TextSpan[]): void {
  let start = 0;
  while (start < text.length) {
    const limit = measure.limit(start, text.length);
    let end = limit;
    // A window of size 1 on a pair has to grow; every other one gives the pair to its successor.
    if (splitsPair(text, end)) end += end - start > 1 ? -1 : 1;
    if (text.slice(start, end).trim() !== "") spans.push({ start, end });
    if (end >= text.length) return;
    const next = end - measure.overlap(start, limit);
    start = Math.max(start + 1, splitsPair(text, next) ? next - 1 : next);
    if (splitsPair(text, start)) start++;
  }
}
