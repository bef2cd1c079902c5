/** What one search has found, as one of several that are made into one ranking. */
export interface FusedSearch<Key> {
  /** By key; the order does not matter. What is no finite number is taken as not found. */
  readonly scores: ReadonlyMap<Key, number>;
  /** How much this search counts beside the others, 0 or more. Default 1. */
  readonly weight?: number | undefined;
  /** For `weighted`: the score that is worth nothing, such as 0 for a keyword search. Default: the lowest one found. */
  readonly least?: number | undefined;
  /** For `weighted`: the highest score there can be, such as 1 for a cosine. Default: the highest one found. */
  readonly most?: number | undefined;
}

/**
 * One ranking out of several by the scores: each search's are brought between 0 (`least`) and 1 (`most`), then added by weight.
 * What a search has not found gets nothing from it. The result has the best first and, where the weights make 1, scores from 0
 * to 1; of equal ones that comes first which an earlier search has found.
 *
 * Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", 2023.
 *
 * @example
 * const words = { scores: new Map([["a", 12], ["b", 6]]), weight: 0.7, least: 0 };
 * const vectors = { scores: new Map([["b", 0.8], ["c", 0.4]]), weight: 0.3, least: 0, most: 1 };
 * [...weighted([words, vectors]).keys()]; // ["a", "b", "c"]
 */
export function weighted<Key>(searches: readonly FusedSearch<Key>[]): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const { scores, weight = 1, least, most } of searches) {
    const found = [...scores].filter(isFound);
    const values = found.map(([, score]) => score);
    const highest = most ?? values.reduce((high, score) => Math.max(high, score), Number.NEGATIVE_INFINITY);
    const lowest = least ?? values.reduce((low, score) => Math.min(low, score), Number.POSITIVE_INFINITY);
    const range = highest - lowest;
    for (const [key, score] of found) {
      // All alike, or none worth anything: then being found is all that can count, or nothing does.
      const share =
        range > 0 ? Math.min(1, Math.max(0, (score - lowest) / range)) : least === undefined ? 1 : 0;
      sums.set(key, (sums.get(key) ?? 0) + weight * share);
    }
  }
  return bestFirst(sums);
}

/**
 * One ranking out of several by the ranks alone: the sum of `weight / (k + rank)`, ranks from 1. For searches whose scores say
 * little; where they say much, `weighted` is better. Best first, as with `weighted`.
 *
 * Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", 2009.
 *
 * @example
 * const words = { scores: new Map([["a", 12], ["b", 6]]) };
 * const vectors = { scores: new Map([["b", 0.8], ["c", 0.4]]) };
 * [...reciprocalRank([words, vectors]).keys()]; // ["b", "a", "c"]
 */
export function reciprocalRank<Key>(searches: readonly FusedSearch<Key>[], k = 60): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const { scores, weight = 1 } of searches) {
    let rank = 0;
    for (const key of bestFirst(new Map([...scores].filter(isFound))).keys()) {
      rank++;
      sums.set(key, (sums.get(key) ?? 0) + weight / (k + rank));
    }
  }
  return bestFirst(sums);
}

function isFound([, score]: readonly [unknown, number]): boolean {
  return Number.isFinite(score);
}

function bestFirst<Key>(scores: ReadonlyMap<Key, number>): Map<Key, number> {
  return new Map([...scores].sort(([, one], [, other]) => other - one));
}
