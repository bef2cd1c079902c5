import type { RagDocument, RetrievedChunk, Span } from "../../contracts/retrieval.ts";
import { type ChunkOptions, chunk } from "../chunk/chunk.ts";
import { type DocumentFilter, fitsFilter } from "../fits-filter.ts";
import type { QueryExpansion } from "./expand-query.ts";
import { packIndex, unpackIndex } from "./index-bytes.ts";
import { type KeywordWeights, postings } from "./postings.ts";

/** How a keyword index weighs words, and cuts documents. */
export interface KeywordIndexOptions extends KeywordWeights {
  /** How documents are cut where `add` is not told. Default: the defaults of `chunk()`. */
  readonly chunk?: ChunkOptions;
}

/** Options of one search. */
export interface KeywordSearchOptions extends DocumentFilter {
  /** How many chunks come back at most. Default 5. */
  readonly topK?: number;
  /**
   * Adds words of the best chunks to the query and searches again (RM3); `{}` for the defaults. Finds more where documents say the
   * same in other words, and less where a single one has the answer.
   */
  readonly expand?: QueryExpansion;
}

/** Documents that can be searched by their words, in memory. */
export interface KeywordIndex {
  /** The number of chunks. */
  readonly size: number;
  /** Cuts documents and adds their chunks; a document whose `id` is there already is replaced. */
  add(documents: RagDocument | readonly RagDocument[], chunk?: ChunkOptions): { readonly chunks: number };
  /** Removes the documents of these ids. What is not there is passed over. */
  remove(ids: string | readonly string[]): { readonly chunks: number };
  /** The chunks that share words with the query, best first. */
  search(query: string, options?: KeywordSearchOptions): RetrievedChunk[];
  /** The documents and their words as bytes, to keep anywhere. What JSON cannot hold of `metadata` is lost. */
  export(): Uint8Array<ArrayBuffer>;
  /**
   * Puts what `export` gave in place of all there is; faster than `add`. Throws `ConfigError` (`INVALID_CONFIG`) where the bytes
   * are broken or of another version of this package; then the index is what it was.
   */
  import(exported: Uint8Array): void;
}

/** A chunk of a document: `document.text.slice(...span)`. */
export interface KeywordEntry {
  readonly document: RagDocument;
  readonly index: number;
  readonly span: Span;
}

/**
 * Makes an index that finds chunks by their words: Okapi BM25 over stemmed words without stop words. No embedder, no
 * network, and the same ranking on every runtime. The words of `metadata.title` count in every chunk of a document. Scores
 * are above 0 and compare within one search only. Adding and removing takes time for the words of the documents concerned.
 *
 * Throws `ConfigError` (`INVALID_CONFIG`) for a `k1` or `b` out of range.
 *
 * @example
 * const index = keywordIndex({ chunk: { type: "markdown", size: 600 } });
 * index.add({ id: "tides.md", text: "# Tides\n\nThe moon pulls at the sea." });
 * index.search("Who pulls the sea?", { topK: 1 })[0]?.citation.sourceId; // "tides.md"
 */
export function keywordIndex(options: KeywordIndexOptions = {}): KeywordIndex {
  const words = postings<KeywordEntry>(options);
  let entriesOf = new Map<string, KeywordEntry[]>();

  function add(document: RagDocument, cut: ChunkOptions | undefined): number {
    const chunks = chunk(document.text, cut ?? options.chunk);
    remove(document.id);
    const title = document.metadata?.title;
    const entries = chunks.map(({ text, index, span }): KeywordEntry => {
      const entry = { document, index, span };
      words.add(entry, text, typeof title === "string" ? title : undefined);
      return entry;
    });
    entriesOf.set(document.id, entries);
    return entries.length;
  }

  function remove(id: string): number {
    const entries = entriesOf.get(id) ?? [];
    for (const entry of entries) words.remove(entry);
    entriesOf.delete(id);
    return entries.length;
  }

  return {
    get size() {
      return words.size;
    },
    add: (documents, cut) => ({ chunks: sum(listed(documents), (document) => add(document, cut)) }),
    remove: (ids) => ({ chunks: sum(listed(ids), remove) }),
    search(query, { topK = 5, expand, ...filter } = {}) {
      const accepts = ({ document }: KeywordEntry): boolean => fitsFilter(document, filter);
      return words.search(query, { topK, expand, accepts }).map(({ key, score }) => retrieved(key, score));
    },
    export: () => packIndex(words.export(), entriesOf),
    import(bytes) {
      const unpacked = unpackIndex(bytes);
      words.import(unpacked);
      entriesOf = unpacked.entriesOf;
    },
  };
}

function listed<Item extends string | object>(items: Item | readonly Item[]): readonly Item[] {
  return isList(items) ? items : [items];
}

function isList<Item>(items: Item | readonly Item[]): items is readonly Item[] {
  return Array.isArray(items);
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

function retrieved({ document, index, span }: KeywordEntry, score: number): RetrievedChunk {
  const { id, text, metadata } = document;
  return {
    text: text.slice(...span),
    score,
    citation: { sourceId: id, chunkIndex: index, span, score, ...(metadata && { metadata }) },
  };
}
