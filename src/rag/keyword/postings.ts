import { ConfigError } from "../../core/errors/config-error.ts";
import { termsOf } from "../../core/text/words.ts";
import { expandedQuery, type QueryExpansion } from "./expand-query.ts";
import { highest } from "./highest.ts";
import { addLate, areStale, invertedLists, listsOf, makeLists } from "./inverted-lists.ts";
import { neighbourScores } from "./neighbour-scores.ts";
import { bytesOfTable, tableOfBytes } from "./table-bytes.ts";
import { addText, compact, isMostlyGone, removeText, textTable } from "./text-table.ts";

/** How many of the best texts are looked through for neighbours. */
const CANDIDATES = 50;

/** Stands for a word of a query that is in no text. */
const UNKNOWN = -1;

/** How words weigh. */
export interface KeywordWeights {
  /** How fast repeating a word stops to count. Default 1.5. */
  readonly k1?: number;
  /** How much longer texts are held back, from 0 (not at all) to 1. Default 0.75. */
  readonly b?: number;
}

/** A text that shares words with a query. */
export interface KeywordHit<Key> {
  readonly key: Key;
  /** Above 0. Scores of one search compare with each other only. */
  readonly score: number;
}

/** Options of one search by words. */
export interface PostingsQuery<Key> {
  /** How many hits at most. */
  readonly topK: number;
  /** Whether a text may be a hit. Asked only of texts that would be. */
  readonly accepts?: ((key: Key) => boolean) | undefined;
  /** Adds words of the best hits to the query, and searches again. */
  readonly expand?: QueryExpansion | undefined;
}

/** Texts as an index of words holds them, with the keys in the order of the texts. */
export interface PostingsExport<Key> {
  readonly keys: readonly Key[];
  readonly bytes: Uint8Array;
}

/**
 * Texts by their words, each under a key. The texts themselves are not kept: a text takes four bytes for each word and four more
 * for each different word.
 */
export interface Postings<Key extends string | object> {
  /** How many texts there are. */
  readonly size: number;
  /** Adds a text, in place of what the key stood for. The words of a title count as words of the text. */
  add(key: Key, text: string, title?: string): void;
  /** Whether there was something to remove. */
  remove(key: Key): boolean;
  /** Best first; of equal ones the lower slot, which is the one that was added first unless texts were removed. */
  search(query: string, options: PostingsQuery<Key>): KeywordHit<Key>[];
  /** All there is, for `import`. */
  export(): PostingsExport<Key>;
  /** Puts what `export` gave in place of all there is. Throws `ConfigError` (`INVALID_CONFIG`) where it cannot be read, and keeps what there is. */
  import(exported: PostingsExport<Key>): void;
}

/**
 * Makes an index of words: Okapi BM25 over the terms of `termsOf`. A word that a query says twice weighs twice: in a long
 * question the words it comes back to are what it is about.
 *
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; the idf is Lucene's
 * `ln(1 + (N - n + 0.5) / (n + 0.5))`, which is never negative. Throws `ConfigError` (`INVALID_CONFIG`) for a `k1` or `b`
 * out of range.
 *
 * @example
 * const index = postings<string>();
 * index.add("moon", "The moon makes the tides.");
 * index.search("Which tides?", { topK: 1 })[0]?.key; // "moon"
 */
export function postings<Key extends string | object>({
  k1 = 1.5,
  b = 0.75,
}: KeywordWeights = {}): Postings<Key> {
  if (!(k1 >= 0) || !(b >= 0 && b <= 1)) {
    throw new ConfigError(
      `A keyword index got k1 ${k1} and b ${b}. Give a k1 of 0 or more and a b from 0 to 1.`,
    );
  }
  let table = textTable();
  let slotOf = new Map<Key, number>();
  let keys: (Key | undefined)[] = [];
  /** Slots whose lists are to be made, slots that lists still speak of, and slots that can be taken. */
  let waiting: number[] = [];
  let freed: number[] = [];
  let free: number[] = [];
  const lists = invertedLists();
  const known = new Map<string, string>();
  /** By slot: how large a count must be to weigh half. Made anew when texts come or go. */
  let halves = new Float64Array(0);
  let areHalvesStale = true;
  let scores = new Float64Array(0);

  function add(key: Key, text: string, title = ""): void {
    remove(key);
    const slot = free.pop() ?? table.slots;
    addText(
      table,
      slot,
      [...termsOf(title, known), ...termsOf(text, known)].map(({ term }) => term),
    );
    slotOf.set(key, slot);
    keys[slot] = key;
    waiting.push(slot);
    areHalvesStale = true;
  }

  function remove(key: Key): boolean {
    const slot = slotOf.get(key);
    if (slot === undefined) return false;
    removeText(table, slot);
    slotOf.delete(key);
    keys[slot] = undefined;
    freed.push(slot);
    areHalvesStale = true;
    // Texts that come and go without a search between them must not pile up.
    if (isMostlyGone(table)) renewLists();
    return true;
  }

  function renewLists(): void {
    makeLists(lists, table);
    free.push(...freed);
    freed = [];
    waiting = [];
  }

  function prepare(): void {
    const coming = waiting.reduce((sum, slot) => sum + (table.lengths[slot] ?? 0), 0);
    if (areStale(lists, table, coming)) renewLists();
    for (const slot of waiting) addLate(lists, table, slot);
    waiting = [];
    if (!areHalvesStale) return;
    areHalvesStale = false;
    const factor = (k1 * b * slotOf.size) / table.live;
    halves = new Float64Array(table.slots);
    for (let slot = 0; slot < halves.length; slot++) {
      // A text that is gone weighs nothing, however often a word stood in it.
      const half = k1 * (1 - b) + factor * (table.lengths[slot] ?? 0);
      halves[slot] = keys[slot] === undefined ? Number.POSITIVE_INFINITY : half;
    }
    scores = new Float64Array(table.slots);
  }

  function idfOf(term: number): number {
    const count = table.frequencies[term] ?? 0;
    return Math.log(1 + (slotOf.size - count + 0.5) / (count + 0.5));
  }

  /** The slots that fit a query best. `phrase` is what it says, `scale` what one of its words weighs. */
  function ranked(
    query: ReadonlyMap<number, number>,
    { phrase, scale, count, accepts }: Ranking<Key>,
  ): number[] {
    scores.fill(0);
    for (const [term, weight] of query) {
      for (const list of listsOf(lists, term)) addScores(list, weight * idfOf(term) * (k1 + 1));
    }
    const best = highest(scores, Math.max(count, CANDIDATES), (slot) => {
      const key = keys[slot];
      return key !== undefined && (!accepts || accepts(key));
    });
    const extra = neighbourScores(phrase, (term) => scale * idfOf(term) * (k1 + 1), table);
    for (const slot of best) scores[slot] = (scores[slot] ?? 0) + extra(slot, halves[slot] ?? 0);
    const order = (one: number, other: number): number =>
      (scores[other] ?? 0) - (scores[one] ?? 0) || one - other;
    return best.sort(order).slice(0, count);
  }

  function addScores(list: ArrayLike<number>, factor: number): void {
    for (let at = 0; at < list.length; at++) {
      const pair = list[at] ?? 0;
      const slot = pair >>> 8;
      const count = pair & 255;
      scores[slot] = (scores[slot] ?? 0) + (factor * count) / (count + (halves[slot] ?? 0));
    }
  }

  function search(text: string, { topK, accepts, expand }: PostingsQuery<Key>): KeywordHit<Key>[] {
    prepare();
    const phrase = termsOf(text).map(({ term }) => table.terms.get(term) ?? UNKNOWN);
    const query = new Map<number, number>();
    for (const term of phrase) if (table.frequencies[term]) query.set(term, (query.get(term) ?? 0) + 1);
    let best = ranked(query, { phrase, scale: 1, accepts, count: expand ? (expand.documents ?? 5) : topK });
    if (expand) {
      const { weight = 0.2, terms = 20 } = expand;
      assertShare(weight);
      const expanded = expandedQuery(query, best, scores, table, { weight, terms });
      const scale =
        (1 - weight) /
        Math.max(
          1,
          [...query.values()].reduce((sum, count) => sum + count, 0),
        );
      best = ranked(expanded, { phrase, scale, accepts, count: topK });
    }
    return best.flatMap((slot) => {
      const key = keys[slot];
      return key === undefined ? [] : [{ key, score: scores[slot] ?? 0 }];
    });
  }

  return {
    get size() {
      return slotOf.size;
    },
    add,
    remove,
    search,
    export() {
      compact(table);
      renewLists();
      const slots = [...slotOf.values()].sort((one, other) => one - other);
      return { keys: slots.flatMap((slot) => keys[slot] ?? []), bytes: bytesOfTable(table, slots) };
    },
    import(exported) {
      const own = [...new Set(exported.keys)];
      table = tableOfBytes(exported.bytes, own.length);
      slotOf = new Map(own.map((key, slot) => [key, slot]));
      keys = own;
      [freed, free] = [[], []];
      areHalvesStale = true;
      renewLists();
    },
  };
}

function assertShare(weight: number): void {
  if (weight >= 0 && weight <= 1) return;
  throw new ConfigError(`The weight of a query expansion is ${weight}. Give a share from 0 to 1.`);
}

interface Ranking<Key> {
  /** The terms of the query as it was asked, in their order, and what one of them weighs. */
  readonly phrase: readonly number[];
  readonly scale: number;
  readonly count: number;
  readonly accepts: ((key: Key) => boolean) | undefined;
}
