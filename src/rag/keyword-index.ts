import type { RagDocument, RetrievedChunk, Span } from "../contracts/retrieval.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { type Term, termsOf } from "../core/text/words.ts";
import { type ChunkOptions, chunk } from "./chunk/chunk.ts";

/** How a keyword index weighs words. */
export interface KeywordIndexOptions {
  /** How fast repeating a word stops to count. Default 1.2. */
  readonly k1?: number;
  /** How much longer chunks are held back, from 0 (not at all) to 1. Default 0.75. */
  readonly b?: number;
  /** How documents are cut where `add` is not told. Default: the defaults of `chunk()`. */
  readonly chunk?: ChunkOptions;
}

/** Options of one search. */
export interface KeywordSearchOptions {
  /** How many chunks come back at most. Default 5. */
  readonly topK?: number;
  /** Only chunks of documents that have one of these tags. */
  readonly tags?: readonly string[];
}

/** Documents that can be searched by their words, in memory. */
export interface KeywordIndex {
  /** The number of chunks. */
  readonly size: number;
  /** Cuts documents and adds their chunks; a document whose `id` is there already is replaced. */
  add(documents: RagDocument | readonly RagDocument[], chunk?: ChunkOptions): { readonly chunks: number };
  /** The chunks that share words with the query, best first. */
  search(query: string, options?: KeywordSearchOptions): RetrievedChunk[];
}

interface Entry {
  readonly document: RagDocument;
  readonly text: string;
  readonly index: number;
  readonly span: Span;
  readonly length: number;
}

/**
 * Makes an index that finds chunks by their words: Okapi BM25 over stemmed words without stop words. No embedder, no
 * network, and the same ranking on every runtime. The words of `metadata.title` count in every chunk of a document. Scores
 * are 0 or more and compare within one search only.
 *
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; the idf is Lucene's
 * `ln(1 + (N - n + 0.5) / (n + 0.5))`, which is never negative. Throws `ConfigError` (`INVALID_CONFIG`) for a `k1` or `b`
 * out of range.
 *
 * @example
 * const index = keywordIndex({ chunk: { type: "markdown", size: 600 } });
 * index.add({ id: "tides.md", text: "# Tides\n\nThe moon pulls at the sea." });
 * index.search("Who pulls the sea?", { topK: 1 })[0]?.citation.sourceId; // "tides.md"
 */
export function keywordIndex(options: KeywordIndexOptions = {}): KeywordIndex {
  const { k1 = 1.2, b = 0.75 } = options;
  if (!(k1 >= 0) || !(b >= 0 && b <= 1)) {
    throw new ConfigError(
      `keywordIndex() got k1 ${k1} and b ${b}. Give a k1 of 0 or more and a b from 0 to 1.`,
    );
  }
  const entries = new Map<number, Entry>();
  const postings = new Map<string, Map<number, number>>();
  const numbersOf = new Map<string, number[]>();
  let nextNumber = 0;
  let totalLength = 0;

  function add(
    documents: RagDocument | readonly RagDocument[],
    cut?: ChunkOptions,
  ): { readonly chunks: number } {
    let chunks = 0;
    for (const document of isList(documents) ? documents : [documents]) {
      remove(document.id);
      const numbers: number[] = [];
      for (const { text, index, span } of chunk(document.text, cut ?? options.chunk)) {
        const number = nextNumber++;
        const terms = searchableTerms(document, text);
        for (const { term } of terms) {
          const counts = postings.get(term) ?? new Map<number, number>();
          counts.set(number, (counts.get(number) ?? 0) + 1);
          postings.set(term, counts);
        }
        entries.set(number, { document, text, index, span, length: terms.length });
        totalLength += terms.length;
        numbers.push(number);
      }
      numbersOf.set(document.id, numbers);
      chunks += numbers.length;
    }
    return { chunks };
  }

  function remove(id: string): void {
    for (const number of numbersOf.get(id) ?? []) {
      const entry = entries.get(number);
      if (!entry) continue;
      for (const { term } of searchableTerms(entry.document, entry.text)) postings.get(term)?.delete(number);
      entries.delete(number);
      totalLength -= entry.length;
    }
    numbersOf.delete(id);
  }

  function search(query: string, { topK = 5, tags }: KeywordSearchOptions = {}): RetrievedChunk[] {
    const scores = new Map<number, number>();
    const average = totalLength / Math.max(1, entries.size);
    for (const term of new Set(termsOf(query).map((word) => word.term))) {
      const counts = postings.get(term);
      if (!counts) continue;
      const idf = Math.log(1 + (entries.size - counts.size + 0.5) / (counts.size + 0.5));
      for (const [number, count] of counts) {
        const length = entries.get(number)?.length ?? average;
        const weight = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));
        scores.set(number, (scores.get(number) ?? 0) + idf * weight);
      }
    }
    const ranked = [...scores].sort((left, right) => right[1] - left[1] || left[0] - right[0]);
    const found: RetrievedChunk[] = [];
    for (const [number, score] of ranked) {
      if (found.length >= topK) break;
      const entry = entries.get(number);
      if (entry && hasTag(entry.document, tags)) found.push(retrieved(entry, score));
    }
    return found;
  }

  return {
    get size() {
      return entries.size;
    },
    add,
    search,
  };
}

function isList(documents: RagDocument | readonly RagDocument[]): documents is readonly RagDocument[] {
  return Array.isArray(documents);
}

/** A chunk from the middle of a document seldom says what the document is about: its title does. */
function searchableTerms({ metadata }: RagDocument, text: string): Term[] {
  const title = metadata?.title;
  return typeof title === "string" ? [...termsOf(title), ...termsOf(text)] : termsOf(text);
}

function hasTag(document: RagDocument, tags: readonly string[] | undefined): boolean {
  return tags === undefined || tags.some((tag) => document.tags?.includes(tag));
}

function retrieved({ document, text, index, span }: Entry, score: number): RetrievedChunk {
  const { id, metadata } = document;
  return {
    text,
    score,
    citation: { sourceId: id, chunkIndex: index, span, score, ...(metadata && { metadata }) },
  };
}
