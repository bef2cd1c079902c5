import { termsOf } from "../../core/text/words.ts";

/** What a feature of a text counts: whole words most, letter runs least, since they only catch what words miss. */
const featureWeights = { word: 1, pair: 0.7, letters: 0.35 } as const;

/**
 * A vector of a text, made of its words, word pairs and three-letter runs by signed feature hashing, scaled to length 1.
 * Texts that share words or parts of words point the same way; it knows no meaning beyond that. The same on every runtime.
 * A text without words gives the zero vector.
 *
 * Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009.
 *
 * @example
 * embed("The tide turns.", 256).length; // 256
 */
export function embed(text: string, dimensions: number): number[] {
  const counts = new Map<string, number>();
  let previous = "";
  for (const { term } of termsOf(text)) {
    count(counts, `w ${term}`, featureWeights.word);
    if (previous) count(counts, `p ${previous} ${term}`, featureWeights.pair);
    const padded = `<${term}>`;
    for (let at = 0; at + 3 <= padded.length; at++)
      count(counts, `l ${padded.slice(at, at + 3)}`, featureWeights.letters);
    previous = term;
  }
  const vector = new Array<number>(dimensions).fill(0);
  for (const [feature, weight] of counts) {
    const hash = hashOf(feature);
    const place = hash % dimensions;
    const sign = hash >>> 31 === 0 ? 1 : -1;
    // The square root keeps a word that is repeated often from drowning the others.
    vector[place] = (vector[place] ?? 0) + sign * Math.sqrt(weight);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function count(counts: Map<string, number>, feature: string, weight: number): void {
  counts.set(feature, (counts.get(feature) ?? 0) + weight);
}

/** FNV-1a over UTF-16 units, 32 bits, with a last mix so that neighbouring features do not land side by side. */
function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index++) {
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
