import { compact, pairOf, pairsOf, type TextTable } from "./text-table.ts";

/** For each term the pairs of the texts that it stands in. */
export interface InvertedLists {
  /** Where the list of a term starts in `pairs`; it ends where the next one starts. */
  offsets: Uint32Array;
  pairs: Uint32Array;
  /** The rest of the list, of texts that came after the lists were made. */
  late: Map<number, number[]>;
  latePairs: number;
}

/** Making all lists anew for fewer pairs costs more than it saves. */
const FEW = 4096;

export function invertedLists(): InvertedLists {
  return { offsets: new Uint32Array(1), pairs: new Uint32Array(0), late: new Map(), latePairs: 0 };
}

/**
 * Whether a table has grown so much beyond its lists, or has lost so much, that they should be made anew: what came late is looked
 * up more slowly, and what was removed takes room.
 */
export function areStale(lists: InvertedLists, table: TextTable, coming: number): boolean {
  return lists.latePairs + coming > FEW + table.live / 16 || table.used > FEW + table.live * 2;
}

/** Makes all lists by counting, in time linear in what there is. */
export function makeLists(lists: InvertedLists, table: TextTable): void {
  if (table.used > FEW + table.live * 1.5) compact(table);
  const { frequencies, slots } = table;
  const offsets = new Uint32Array(table.terms.size + 1);
  for (let term = 0; term < table.terms.size; term++) {
    offsets[term + 1] = (offsets[term] ?? 0) + (frequencies[term] ?? 0);
  }
  const next = offsets.slice();
  const pairs = new Uint32Array(table.live);
  for (let slot = 0; slot < slots; slot++) {
    for (const pair of pairsOf(table, slot)) {
      const at = next[pair >>> 8] ?? 0;
      pairs[at] = pairOf(slot, pair & 255);
      next[pair >>> 8] = at + 1;
    }
  }
  Object.assign(lists, { offsets, pairs, late: new Map(), latePairs: 0 });
}

/** Adds a text that came after the lists were made. */
export function addLate(lists: InvertedLists, table: TextTable, slot: number): void {
  for (const pair of pairsOf(table, slot)) {
    const list = lists.late.get(pair >>> 8) ?? [];
    if (list.push(pairOf(slot, pair & 255)) === 1) lists.late.set(pair >>> 8, list);
    lists.latePairs++;
  }
}

/** The list of a term. Texts of it may have been removed since. */
export function listsOf({ offsets, pairs, late }: InvertedLists, term: number): ArrayLike<number>[] {
  const made = pairs.subarray(offsets[term] ?? pairs.length, offsets[term + 1] ?? pairs.length);
  return [made, late.get(term) ?? []];
}
