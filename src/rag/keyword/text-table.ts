/**
 * Which words stand in which text, in typed arrays. A pair is `id << 8 | count`: that of a term in the list of a text, that of a
 * text in the list of a term. A count ends at 255: there it weighs within one percent of what it ever could.
 */
export interface TextTable {
  /** The number of each term, in the order they came. */
  terms: Map<string, number>;
  /** By term: in how many texts it stands. */
  frequencies: Uint32Array;
  /** The pairs of all texts, one text behind the other. Those of removed texts stay until `compact`. */
  pairs: Uint32Array;
  /** How many of the pairs are taken, removed texts included, and how many by texts that are there. */
  used: number;
  live: number;
  /** By slot: where its pairs start, how many there are, and how many words the text has. A removed text has none. */
  starts: Uint32Array;
  sizes: Uint32Array;
  lengths: Uint32Array;
  /** How many slots were ever taken. */
  slots: number;
}

/** More would not fit into a pair. */
const LIMIT = 2 ** 24;
const MOST = 255;

export function textTable(): TextTable {
  const empty = (): Uint32Array => new Uint32Array(64);
  return {
    terms: new Map(),
    frequencies: empty(),
    pairs: empty(),
    used: 0,
    live: 0,
    starts: empty(),
    sizes: empty(),
    lengths: empty(),
    slots: 0,
  };
}

/** Writes down the words of a text. `slot` is a free one, or the next. */
export function addText(table: TextTable, slot: number, words: readonly string[]): void {
  const { terms } = table;
  if (slot >= LIMIT || terms.size + words.length > LIMIT) {
    throw new RangeError(`A keyword index holds ${LIMIT} texts and as many different words at most.`);
  }
  const ids = new Uint32Array(words.length);
  for (const [at, word] of words.entries()) {
    const id = terms.get(word) ?? terms.size;
    if (id === terms.size) terms.set(word, id);
    ids[at] = id;
  }
  ids.sort();
  table.frequencies = grown(table.frequencies, terms.size);
  table.pairs = grown(table.pairs, table.used + ids.length);
  for (const name of ["starts", "sizes", "lengths"] as const) table[name] = grown(table[name], slot + 1);
  const { pairs, frequencies } = table;
  const start = table.used;
  for (let at = 0; at < ids.length; ) {
    const id = ids[at] ?? 0;
    const first = at;
    while (ids[at] === id) at++;
    pairs[table.used++] = pairOf(id, at - first);
    frequencies[id] = (frequencies[id] ?? 0) + 1;
  }
  table.starts[slot] = start;
  table.sizes[slot] = table.used - start;
  table.lengths[slot] = ids.length;
  table.live += table.used - start;
  table.slots = Math.max(table.slots, slot + 1);
}

export function removeText(table: TextTable, slot: number): void {
  for (const pair of pairsOf(table, slot)) {
    const id = pair >>> 8;
    table.frequencies[id] = (table.frequencies[id] ?? 0) - 1;
  }
  table.live -= table.sizes[slot] ?? 0;
  table.sizes[slot] = 0;
  table.lengths[slot] = 0;
}

/** The pairs of a text, by term. */
export function pairsOf({ pairs, starts, sizes }: TextTable, slot: number): Uint32Array {
  const start = starts[slot] ?? 0;
  return pairs.subarray(start, start + (sizes[slot] ?? 0));
}

/** Forgets the pairs of removed texts, and the terms that stand in no text any more. Slots keep their numbers. */
export function compact(table: TextTable): void {
  const { terms, frequencies, slots } = table;
  const numbers = new Uint32Array(terms.size);
  const kept = new Map<string, number>();
  const keptFrequencies = new Uint32Array(terms.size);
  for (const [term, id] of terms) {
    const frequency = frequencies[id] ?? 0;
    if (frequency === 0) continue;
    numbers[id] = kept.size;
    keptFrequencies[kept.size] = frequency;
    kept.set(term, kept.size);
  }
  const pairs = new Uint32Array(table.live);
  let used = 0;
  for (let slot = 0; slot < slots; slot++) {
    const start = used;
    for (const pair of pairsOf(table, slot)) pairs[used++] = pairOf(numbers[pair >>> 8] ?? 0, pair & MOST);
    table.starts[slot] = start;
  }
  Object.assign(table, { terms: kept, frequencies: keptFrequencies, pairs, used, live: used });
}

export function pairOf(id: number, count: number): number {
  return ((id << 8) | Math.min(count, MOST)) >>> 0;
}

/** The same numbers in an array of at least this length. */
function grown(array: Uint32Array, length: number): Uint32Array {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
