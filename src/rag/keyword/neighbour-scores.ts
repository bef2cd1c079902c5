import { type TextTable, wordsOf } from "./text-table.ts";

/** What two words add that stand side by side in a query and in a text, as a share of what they would add apart. */
const SHARE = 0.2;
/** A pair as one number: 24 bits are more than a dictionary has. */
const FACTOR = 2 ** 24;

/**
 * How often words that are neighbours in a query are neighbours in a text, weighed as BM25 weighs a word: with the sum of what the
 * two weigh. Büttcher, Clarke and Lushman, "Term Proximity Scoring for Ad-Hoc Retrieval", 2006, of which this keeps distance one.
 */
export function neighbourScores(
  phrase: readonly number[],
  weightOf: (term: number) => number,
  table: TextTable,
): (slot: number, half: number) => number {
  const weights = new Map<number, number>();
  const marks = new Uint8Array(table.terms.size);
  for (const [at, term] of phrase.entries()) {
    const next = phrase[at + 1];
    if (next === undefined || next === term || term < 0 || next < 0) continue;
    marks[term] = 1;
    marks[next] = 1;
    const pair = term * FACTOR + next;
    weights.set(pair, (weights.get(pair) ?? 0) + SHARE * (weightOf(term) + weightOf(next)));
  }
  return (slot, half) => {
    if (weights.size === 0) return 0;
    const counts = new Map<number, number>();
    let before = -1;
    for (const term of wordsOf(table, slot)) {
      if (marks[term] === 1 && before >= 0) {
        const pair = before * FACTOR + term;
        if (weights.has(pair)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
      before = marks[term] === 1 ? term : -1;
    }
    let score = 0;
    for (const [pair, count] of counts) score += ((weights.get(pair) ?? 0) * count) / (count + half);
    return score;
  };
}
