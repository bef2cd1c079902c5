/** How much of a text was found, and how much of what was found belongs to it. */
export interface Overlap {
  readonly precision: number;
  readonly recall: number;
}

/**
 * Compares texts by their runs of four words, as the article extraction benchmark of scrapinghub does. Words are letters,
 * digits and underscores; each run counts as often as it occurs.
 */
export function shingleOverlap(expected: string, found: string): Overlap {
  const [wanted, had] = [shingles(expected), shingles(found)];
  let shared = 0;
  for (const [shingle, count] of had) shared += Math.min(count, wanted.get(shingle) ?? 0);
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  const share = (whole: number): number => (whole === 0 ? 0 : shared / whole);
  const isSame = sum(wanted) === 0 && sum(had) === 0;
  return { precision: isSame ? 1 : share(sum(had)), recall: isSame ? 1 : share(sum(wanted)) };
}

/** Macro averages over pages, and the harmonic mean of the two. */
export function meanOverlap(overlaps: readonly Overlap[]): Overlap & { readonly f1: number } {
  const mean = (key: keyof Overlap): number =>
    overlaps.reduce((sum, overlap) => sum + overlap[key], 0) / overlaps.length;
  const [precision, recall] = [mean("precision"), mean("recall")];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let place = 0; place < Math.max(Math.min(1, words.length), words.length - 3); place++) {
    const shingle = words.slice(place, place + 4).join(" ");
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}
