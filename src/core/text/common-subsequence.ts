/** The places of one thing that two sequences share. */
export type SharedPlace = readonly [left: number, right: number];

/** One step of a subsequence, and the step before it. */
interface Link {
  readonly places: SharedPlace;
  readonly before: Link | undefined;
}

/**
 * The longest sequence of equal texts that two lists have in common, as pairs of places in order. Takes time linear in the number
 * of pairs of equal texts, times the logarithm of the length: fast where most texts are distinct, as lines, blocks and most words
 * are. J. W. Hunt and T. G. Szymanski, "A fast algorithm for computing longest common subsequences", CACM 20(5), 1977.
 *
 * @example
 * commonSubsequence(["a", "b", "c"], ["b", "x", "c"]); // [[1, 0], [2, 2]]
 */
export function commonSubsequence(left: readonly string[], right: readonly string[]): SharedPlace[] {
  const shared: SharedPlace[] = [];
  const places = new Map<string, number[]>();
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) {
    shared.push([start, start]);
    start++;
  }
  for (let at = right.length - 1; at >= start; at--) {
    const text = right[at] ?? "";
    const known = places.get(text);
    if (known) known.push(at);
    else places.set(text, [at]);
  }
  // `ends[n]`: of the subsequences with n + 1 pairs, the one that ends first in `right`.
  const ends: Link[] = [];
  for (let from = start; from < left.length; from++) {
    for (const to of places.get(left[from] ?? "") ?? []) {
      const length = firstNotBefore(ends, to);
      ends[length] = { places: [from, to], before: ends[length - 1] };
    }
  }
  const rest: SharedPlace[] = [];
  for (let link = ends.at(-1); link; link = link.before) rest.push(link.places);
  return [...shared, ...rest.reverse()];
}

/** How many of the subsequences end before a place. */
function firstNotBefore(ends: readonly Link[], place: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.places[1] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
