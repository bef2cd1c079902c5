import { highest } from "./highest.ts";
import { forEachTerm, type TextTable } from "./text-table.ts";

/** How the best texts of a search add words to its query: relevance feedback without a person (RM3). */
export interface QueryExpansion {
  /** How many of the best texts give words. Default 5. */
  readonly documents?: number | undefined;
  /** How many words are added. Default 20. */
  readonly terms?: number | undefined;
  /** What share of the weight the added words get, from 0 to 1. Default 0.2. */
  readonly weight?: number | undefined;
}

/**
 * A query with the words that stand out in the best texts of its search; all weights make 1. RM3, with each text as likely as its
 * share of the scores: Lavrenko and Croft, "Relevance-Based Language Models", 2001; Abdul-Jaleel et al., "UMass at TREC 2004".
 */
export function expandedQuery(
  query: ReadonlyMap<number, number>,
  best: readonly number[],
  scores: ArrayLike<number>,
  table: TextTable,
  { terms, weight }: { readonly terms: number; readonly weight: number },
): Map<number, number> {
  const likelihoods = new Float64Array(table.terms.size);
  for (const slot of best) {
    const share = (scores[slot] ?? 0) / (table.lengths[slot] || 1);
    forEachTerm(table, slot, (term, count) => {
      likelihoods[term] = (likelihoods[term] ?? 0) + share * count;
    });
  }
  const added = highest(likelihoods, terms).map((term): [number, number] => [term, likelihoods[term] ?? 0]);
  const expanded = new Map<number, number>();
  addShares(expanded, query, 1 - weight);
  addShares(expanded, added, weight);
  return expanded;
}

/** Adds weights so that all of them together make a share of 1. */
function addShares(
  query: Map<number, number>,
  weights: Iterable<readonly [number, number]>,
  share: number,
): void {
  let sum = 0;
  for (const [, weight] of weights) sum += weight;
  if (sum === 0) return;
  for (const [term, weight] of weights) query.set(term, (query.get(term) ?? 0) + (share * weight) / sum);
}
