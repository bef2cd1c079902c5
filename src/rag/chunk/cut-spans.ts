import type { TextSpan } from "../../core/text/sentences.ts";
import type { Borders } from "./borders.ts";
import { isSpaceAt, splitsPair } from "./characters.ts";
import type { Measure } from "./measure.ts";

/** How a range of a text is cut into chunks. */
export interface CutPlan {
  readonly measure: Measure;
  /** Where it may be cut, the largest unit first. */
  readonly levels: readonly Borders[];
  /** Where what is repeated of the last chunk may start: at a sentence or word, or at a border of the largest unit alone. */
  readonly repeats: "words" | "units";
  /** Keeps ranges whole where they fit into a chunk. */
  readonly whole: WholeRanges;
}

/** Moves places out of ranges. Is asked about places in ascending order, so that it never looks back. */
export interface WholeRanges {
  /** Where to cut instead: before a range that is no longer than `size` and begins behind `low`. */
  cut(place: number, low: number, size: number): number;
  /** Where to start instead: behind the range. */
  start(place: number): number;
}

/** Ranges in ascending order that stay whole where they fit. */
export function wholeRanges(ranges: readonly TextSpan[]): WholeRanges {
  let first = 0;
  const around = (place: number): TextSpan | undefined => {
    while ((ranges[first]?.end ?? Number.POSITIVE_INFINITY) <= place) first++;
    const range = ranges[first];
    return range && range.start < place ? range : undefined;
  };
  return {
    cut(place, low, size) {
      // A range that the chunk begins with or in is cut where it must be.
      const range = around(place);
      return range && range.start > low && range.end - range.start <= size ? range.start : place;
    },
    start: (place) => around(place)?.end ?? place,
  };
}

/**
 * Cuts a range of a text into chunks, greedily: as many of the largest units as fit, of a unit that is too long itself as many
 * of the next smaller ones. Chunks come trimmed; what is blank is left out. Adds the spans to a list.
 */
export function cutSpans(text: string, range: TextSpan, plan: CutPlan, spans: TextSpan[]): void {
  const { measure, levels, whole } = plan;
  const { end } = range;
  let start = firstInk(text, range.start, end);
  /** Where the text begins that no chunk has yet. */
  let fresh = start;
  while (fresh < end) {
    const limit = measure.limit(start, end);
    if (limit >= end) break;
    const size = limit - start;
    const cut = limit > fresh ? whole.cut(lastBorder(plan, start, fresh, limit, end), fresh, size) : end;
    if (cut > limit && start < fresh) {
      // What is repeated leaves no room.
      start = fresh;
      continue;
    }
    addTrimmed(spans, text, start, cut);
    // A long unit leaves less room for what is repeated: it would be pushed out of the chunk.
    const room = nextUnitEnd(levels, cut, size, end) - size;
    const earliest = Math.max(cut - measure.overlap(start, limit), room, start + 1);
    const repeated = repeatedFrom(text, plan, earliest, cut);
    start = firstInk(text, Math.min(cut, whole.start(repeated < 0 ? cut : repeated)), end);
    fresh = Math.max(cut, start);
  }
  addTrimmed(spans, text, start, end);
}

/**
 * The last border at which the chunk may end: of a smaller unit only where the larger one behind it is too long itself, and within
 * a word only where the chunk would stay half empty.
 */
function lastBorder(plan: CutPlan, start: number, from: number, limit: number, end: number): number {
  const { levels } = plan;
  const size = limit - start;
  let border = from;
  for (const [depth, level] of levels.entries()) {
    if (level.anywhere && border > from && border - start > size / 2) break;
    const found = level.last(border, limit);
    // A pair of surrogates that is too long goes to the next chunk, where this one has a border already.
    if (found < 0 || (found > limit && border > from)) continue;
    border = found;
    if (unitEnd(levels, depth, border, size, end) >= 0) return border;
  }
  if (border > from) return border;
  // No unit is small enough, so the smallest one stays whole.
  return levels.reduce((nearest, level) => {
    const found = level.next(limit, nearest);
    return found < 0 ? nearest : found;
  }, end);
}

/** Where the unit ends that begins at a border of this depth; -1 where it is longer than `size`. */
function unitEnd(levels: readonly Borders[], depth: number, from: number, size: number, end: number): number {
  // The end of a larger unit ends the smaller one, too.
  for (let at = depth; at >= 0; at--) {
    const found = levels[at]?.next(from, from + size) ?? -1;
    if (found >= 0) return found;
  }
  return end - from <= size ? end : -1;
}

/** Where the part begins that the next chunk repeats; -1 for none. */
function repeatedFrom(text: string, { levels, repeats }: CutPlan, earliest: number, cut: number): number {
  const [units] = levels;
  if (repeats === "units" && units) {
    const unit = units.next(earliest - 1, cut);
    if (unit >= 0) return unit;
  }
  return wordBorder(text, earliest, cut);
}

function nextUnitEnd(levels: readonly Borders[], from: number, size: number, end: number): number {
  if (end - from <= size) return end;
  for (const level of levels) {
    const found = level.next(from, from + size);
    if (found >= 0) return found;
  }
  return from;
}

/** The first sentence start in the range, else the first word start, else the first place that parts no character. */
function wordBorder(text: string, from: number, end: number): number {
  let word = -1;
  for (let index = from; index < end; index++) {
    if (!isSpaceAt(text, index - 1) || isSpaceAt(text, index)) continue;
    if (endsSentence(text, index)) return index;
    if (word < 0) word = index;
  }
  if (word >= 0 || from >= end) return word;
  return splitsPair(text, from) ? from + 1 : from;
}

function endsSentence(text: string, next: number): boolean {
  let index = next - 1;
  while (index >= 0 && isSpaceAt(text, index)) {
    if (text.charCodeAt(index) === 10) return true;
    index--;
  }
  return ".!?…".includes(text[index] ?? " ");
}

function firstInk(text: string, from: number, end: number): number {
  let index = from;
  while (index < end && isSpaceAt(text, index)) index++;
  return index;
}

function addTrimmed(spans: TextSpan[], text: string, from: number, to: number): void {
  const start = firstInk(text, from, to);
  let end = to;
  while (end > start && isSpaceAt(text, end - 1)) end--;
  // Blank text at the end would give a chunk that only repeats the last one.
  if (end > start && end > (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
}
