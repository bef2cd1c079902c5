import { compact, forEachTerm, isMostlyGone, type TextTable } from "./text-table.ts";

/**
 * For each term the texts that it stands in, as pairs: `slot << 8 | count`. A count ends at 255: there it weighs within one
 * percent of what it ever could.
 */
export interface InvertedLists {
  /** Where the list of a term starts in `pairs`; it ends where the next one starts. */
  offsets: Uint32Array;
  pairs: Uint32Array;
  /** The rest of the list, of texts that came after the lists were made. */
  late: Map<number, number[]>;
  latePairs: number;
}

/** Making all lists anew for fewer words costs more than it saves. */
const FEW = 4096;

export function invertedLists(): InvertedLists {
  return { offsets: new Uint32Array(1), pairs: new Uint32Array(0), late: new Map(), latePairs: 0 };
}

/** Whether a table has grown so much beyond its lists that they should be made anew: what came late is looked up more slowly. */
export function areStale({ latePairs }: InvertedLists, { live }: TextTable, coming: number): boolean {
  return latePairs + coming > FEW + live / 16;
}

/** Makes all lists by counting, in time linear in what there is. */
export function makeLists(lists: InvertedLists, table: TextTable): void {
  if (isMostlyGone(table)) compact(table);
  const { frequencies, slots, terms } = table;
  const offsets = new Uint32Array(terms.size + 1);
  for (let term = 0; term < terms.size; term++) {
    offsets[term + 1] = (offsets[term] ?? 0) + (frequencies[term] ?? 0);
  }
  const next = offsets.slice();
  const pairs = new Uint32Array(offsets[terms.size] ?? 0);
  for (let slot = 0; slot < slots; slot++) {
    forEachTerm(table, slot, (term, count) => {
      const at = next[term] ?? 0;
      pairs[at] = pairOf(slot, count);
      next[term] = at + 1;
    });
  }
  Object.assign(lists, { offsets, pairs, late: new Map(), latePairs: 0 });
}

/** Adds a text that came after the lists were made. */
export function addLate(lists: InvertedLists, table: TextTable, slot: number): void {
  forEachTerm(table, slot, (term, count) => {
    const list = lists.late.get(term);
    if (list) list.push(pairOf(slot, count));
    else lists.late.set(term, [pairOf(slot, count)]);
    lists.latePairs++;
  });
}

/** The list of a term in parts. Texts of it may have been removed since. */
export function listsOf({ offsets, pairs, late }: InvertedLists, term: number): ArrayLike<number>[] {
  const made = pairs.subarray(offsets[term] ?? pairs.length, offsets[term + 1] ?? pairs.length);
  return [made, late.get(term) ?? []];
}

function pairOf(slot: number, count: number): number {
  return ((slot << 8) | Math.min(count, 255)) >>> 0;
}
