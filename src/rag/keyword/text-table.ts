import { ownText } from "../../core/text/words.ts";

/**
 * Which words stand in which text, in typed arrays: each text is a run of term numbers. Terms and texts (slots) count from 0.
 */
export interface TextTable {
  /** The number of each term, in the order they came. */
  terms: Map<string, number>;
  /** By term: in how many texts it stands. */
  frequencies: Uint32Array;
  /** The words of all texts, one text behind the other. Those of removed texts stay until `compact`. */
  words: Uint32Array;
  /** How many words there are: with those of removed texts, and without. */
  used: number;
  live: number;
  /** By slot: where the words of a text start, and how many there are. A removed text has none. */
  starts: Uint32Array;
  lengths: Uint32Array;
  /** How many slots were ever taken. */
  slots: number;
  /** By term: zeros, for whoever counts. */
  counts: Uint32Array;
}

/** Lists hold a slot in 24 bits. */
const LIMIT = 2 ** 24;
/** So many words of removed texts are not worth the work. */
const SLACK = 4096;

export function textTable(): TextTable {
  const empty = (): Uint32Array => new Uint32Array(64);
  return {
    terms: new Map(),
    frequencies: empty(),
    words: empty(),
    used: 0,
    live: 0,
    starts: empty(),
    lengths: empty(),
    slots: 0,
    counts: empty(),
  };
}

/** Writes down the words of a text. `slot` is a free one, or the next. */
export function addText(table: TextTable, slot: number, words: readonly string[]): void {
  if (slot >= LIMIT) throw new RangeError(`A keyword index holds ${LIMIT} texts at most.`);
  const { terms } = table;
  table.words = grown(table.words, table.used + words.length);
  table.starts = grown(table.starts, slot + 1);
  table.lengths = grown(table.lengths, slot + 1);
  table.starts[slot] = table.used;
  table.lengths[slot] = words.length;
  for (const word of words) {
    const known = terms.get(word);
    table.words[table.used++] = known ?? terms.size;
    if (known === undefined) terms.set(ownText(word), terms.size);
  }
  table.live += words.length;
  table.slots = Math.max(table.slots, slot + 1);
  table.frequencies = grown(table.frequencies, terms.size);
  countText(table, slot, 1);
}

export function removeText(table: TextTable, slot: number): void {
  countText(table, slot, -1);
  table.live -= table.lengths[slot] ?? 0;
  table.lengths[slot] = 0;
}

/** The words of a text in their order. */
export function wordsOf({ words, starts, lengths }: TextTable, slot: number): Uint32Array {
  const start = starts[slot] ?? 0;
  return words.subarray(start, start + (lengths[slot] ?? 0));
}

/** Visits each different word of a text once. */
export function forEachTerm(
  table: TextTable,
  slot: number,
  visit: (term: number, count: number) => void,
): void {
  const words = wordsOf(table, slot);
  if (table.counts.length < table.terms.size) table.counts = new Uint32Array(table.frequencies.length);
  const { counts } = table;
  for (const term of words) counts[term] = (counts[term] ?? 0) + 1;
  for (const term of words) {
    const count = counts[term] ?? 0;
    if (count === 0) continue;
    counts[term] = 0;
    visit(term, count);
  }
}

/** Whether the words of removed texts take more room than all others. */
export function isMostlyGone({ used, live }: TextTable): boolean {
  return used > SLACK + live * 2;
}

/** Forgets the words of removed texts, and the terms that stand in no text any more. Slots keep their numbers. */
export function compact(table: TextTable): void {
  const { terms, frequencies, slots } = table;
  const numbers = new Uint32Array(terms.size);
  const keptTerms = new Map<string, number>();
  const keptFrequencies = new Uint32Array(terms.size);
  for (const [term, number] of terms) {
    const frequency = frequencies[number] ?? 0;
    if (frequency === 0) continue;
    numbers[number] = keptTerms.size;
    keptFrequencies[keptTerms.size] = frequency;
    keptTerms.set(term, keptTerms.size);
  }
  const words = new Uint32Array(table.live);
  let used = 0;
  for (let slot = 0; slot < slots; slot++) {
    const start = used;
    for (const term of wordsOf(table, slot)) words[used++] = numbers[term] ?? 0;
    table.starts[slot] = start;
  }
  Object.assign(table, { terms: keptTerms, frequencies: keptFrequencies, words, used });
}

/** Adds a text to what is counted of its terms, or takes it away. */
export function countText(table: TextTable, slot: number, change: 1 | -1): void {
  forEachTerm(table, slot, (term) => {
    table.frequencies[term] = (table.frequencies[term] ?? 0) + change;
  });
}

/** The same numbers in an array of at least this length. */
function grown(array: Uint32Array, length: number): Uint32Array {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
