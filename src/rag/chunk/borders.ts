import { cutAt } from "./characters.ts";

/** Places where a text may be cut. */
export interface Borders {
  /** Set where every character has one. */
  readonly anywhere?: boolean;
  /** The last border behind `low` and not behind `high`; -1 where there is none. */
  last(low: number, high: number): number;
  /** The first border behind `low` and not behind `high`; -1 where there is none. */
  next(low: number, high: number): number;
}

/** The places behind each occurrence of a separator; behind every character for `""`. Looks at no more than it is asked about. */
export function separatorBorders(text: string, separator: string): Borders {
  const { length } = separator;
  if (length === 0) {
    return {
      anywhere: true,
      last: (low, high) => cutAt(text, high, low),
      next: (low, high) => (low < high ? low + 1 : -1),
    };
  }
  // The search is done in the range alone: a separator that is far away would be looked for again from every chunk.
  const found = (range: number, index: number): number => (index < 0 ? -1 : range + index + length);
  return {
    last(low, high) {
      const from = Math.max(0, low - length + 1);
      return found(from, text.slice(from, high).lastIndexOf(separator));
    },
    next(low, high) {
      const from = Math.max(0, low - length + 1);
      return found(from, text.slice(from, high).indexOf(separator));
    },
  };
}

/** Borders that are known: places in ascending order. */
export function knownBorders(places: readonly number[]): Borders {
  /** The number of the first place behind `value`. */
  const firstBehind = (value: number): number => {
    let [from, to] = [0, places.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((places[middle] ?? 0) > value) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  return {
    last(low, high) {
      const place = places[firstBehind(high) - 1] ?? -1;
      return place > low ? place : -1;
    },
    next(low, high) {
      const place = places[firstBehind(low)] ?? -1;
      return place <= high ? place : -1;
    },
  };
}
