import { termsOf } from "../../core/text/words.ts";

/** How fast repeating a word stops to count, and how much longer texts are held back: as usual for BM25. */
const K1 = 1.5;
const B = 0.75;

/**
 * How well each text fits a query by its words, from 0 to 1: BM25 among these texts. 1 is a text of usual length that has every
 * word of the query that any of them has.
 */
export function wordScores(query: string, texts: readonly string[]): number[] {
  const asked = new Set(termsOf(query).map(({ term }) => term));
  const counts = texts.map((text) => {
    const terms = termsOf(text);
    const of = new Map<string, number>();
    for (const { term } of terms) if (asked.has(term)) of.set(term, (of.get(term) ?? 0) + 1);
    return { of, length: terms.length };
  });
  const average = counts.reduce((sum, { length }) => sum + length, 0) / texts.length || 1;
  const scores = texts.map(() => 0);
  let most = 0;
  for (const term of asked) {
    const holders = counts.filter(({ of }) => of.has(term)).length;
    if (holders === 0) continue;
    const idf = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
    most += idf;
    for (const [at, { of, length }] of counts.entries()) {
      const count = of.get(term) ?? 0;
      const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
      scores[at] = (scores[at] ?? 0) + idf * weight;
    }
  }
  return scores.map((score) => (most > 0 ? Math.min(1, score / most) : 0));
}
