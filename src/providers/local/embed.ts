import type { Term } from "../../core/text/words.ts";
import { scaleOf, type WordList } from "./word-list.ts";

/** What share of a word that no list knows its three-letter runs make: they find other forms of it, and slips. */
const letters = 0.3;
/** How much more words weigh where a text begins, and after how many words little of that is left. */
const lead = { more: 2, words: 20 } as const;
/** How much what words are like counts beside which words they are. */
const likeness = 0.25;

/**
 * A vector of a text's words, of length 1; zeros where there are none. Each word has a place of its own by its hash (signed
 * feature hashing), and so have its letters. A list of words makes more of the words it knows: it says how much each counts and
 * where words get less in the way of others, and the last dimensions hold the sum of what they are like. The same on every
 * runtime: of all that engines may round differently nothing is used.
 *
 * Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009; Arora, Liang and Ma, "A Simple but
 * Tough-to-Beat Baseline for Sentence Embeddings", 2017.
 *
 * @example
 * embed(termsOf("The tide turns."), 256).length; // 256
 */
export function embed(terms: readonly Term[], dimensions: number, list?: WordList): number[] {
  const vector = new Float64Array(dimensions);
  const alike = list?.dimensions ?? 0;
  const words = vector.subarray(0, dimensions - alike);
  const sum = vector.subarray(words.length);
  for (const [term, count] of countsOf(terms)) {
    // To the power of 5/8: repeating a word says more, but ever less.
    const strength = Math.sqrt(count * Math.sqrt(Math.sqrt(count)));
    const number = list?.numbers.get(term);
    if (list === undefined || number === undefined) {
      addUnknown(words, term, strength);
      continue;
    }
    const weight = (strength * (list.weights[number] ?? 0)) / 170;
    add(words, hashOf(term), weight, list.places[number]);
    const scale = weight * (list.scales[number] ?? 0);
    const first = number * alike;
    for (let at = 0; at < alike; at++) sum[at] = (sum[at] ?? 0) + scale * (list.directions[first + at] ?? 0);
  }
  multiply(words, scaleOf(words));
  multiply(sum, Math.sqrt(likeness) * scaleOf(sum));
  multiply(vector, scaleOf(vector));
  return Array.from(vector);
}

function multiply(vector: Float64Array, factor: number): void {
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * factor;
}

/** How often each term is there; those at the beginning count up to three times. */
function countsOf(terms: readonly Term[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [at, { term }] of terms.entries()) {
    const near = lead.words / (lead.words + at);
    counts.set(term, (counts.get(term) ?? 0) + 1 + lead.more * near * near);
  }
  return counts;
}

function addUnknown(words: Float64Array, term: string, strength: number): void {
  add(words, hashOf(term), strength * Math.sqrt(1 - letters));
  const padded = `<${term}>`;
  const runs = padded.length - 2;
  const share = strength * Math.sqrt(letters / runs);
  for (let at = 0; at < runs; at++) add(words, hashOf(`${padded.slice(at, at + 3)}#`), share);
}

function add(words: Float64Array, hash: number, value: number, place: number = hash): void {
  const at = place % words.length;
  words[at] = (words[at] ?? 0) + (hash >>> 31 === 0 ? value : -value);
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
