import type { EmbeddingUsage } from "./embedder.ts";
import type { ToolContract } from "./tool.ts";

/** A text to search in. `id` names it in citations. */
export interface RagDocument {
  readonly id: string;
  readonly text: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

/** What every loader gives: documents to index, as many as the source has. */
export type RagLoaderResult = RagDocument[];

/** A place in a document's text in UTF-16 units, the end exclusive: `text.slice(...span)`. */
export type Span = readonly [start: number, end: number];

/** One piece of a text. `text` is the original's slice at `span`. */
export interface Chunk {
  readonly text: string;
  /** The number of the chunk in its document, from 0. */
  readonly index: number;
  readonly span: Span;
  /** The headings above it, the outermost first, where the chunker was asked for them. */
  readonly headings?: readonly string[];
}

/** Where a retrieved text stands. */
export interface Citation {
  readonly sourceId: string;
  readonly chunkIndex: number;
  readonly span: Span;
  readonly score: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A text that a search found, best first. Scores of one search compare with each other only. */
export interface RetrievedChunk {
  readonly text: string;
  readonly score: number;
  readonly citation: Citation;
}

/** Orders what a search has found anew. What it does not score keeps the score it had. */
export interface RagReranker {
  readonly name: string;
  rerank(
    query: string,
    chunks: readonly RetrievedChunk[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): readonly RetrievedChunk[] | Promise<readonly RetrievedChunk[]>;
}

/** Which documents a search looks at, by their metadata: every field must be equal, or one of the listed values, or pass the function. */
export type MetadataFilter =
  | Readonly<Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[]>>
  | ((metadata: Readonly<Record<string, unknown>>) => boolean);

/** Options of one retrieval. */
export interface RetrieveOptions {
  /** How many chunks come back, after reranking. Default 5. */
  readonly topK?: number | undefined;
  /** The least cosine of a chunk that the vector search finds. Default 0.5. */
  readonly threshold?: number | undefined;
  /** How many chunks are fetched before reranking. Default four times `topK`, never less than `topK`. */
  readonly candidates?: number | undefined;
  /** Only chunks of documents that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Only chunks of documents whose metadata fits. */
  readonly filter?: MetadataFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a retrieval found, best first. */
export interface RetrieveResult {
  readonly query: string;
  readonly chunks: readonly RetrievedChunk[];
  /** How many chunks the guard has kept back. Missing where it kept none. */
  readonly withheld?: number;
}

/** How far indexing is. Counts are of this call. */
export interface IndexProgress {
  readonly documents: number;
  readonly documentsDone: number;
  /** Of the documents done: those that had not changed. */
  readonly documentsUnchanged: number;
  readonly chunksEmbedded: number;
}

/** What indexing did. */
export interface IndexResult {
  /** How many chunks were written. */
  readonly chunks: number;
  /** How many chunks unchanged documents kept. */
  readonly unchanged: number;
  /** How many chunks were removed, of documents that changed. */
  readonly removed: number;
  readonly usage: EmbeddingUsage;
}

/** What a knowledge base gives an agent as a tool. */
export type RetrievalTool = ToolContract<{ query: string }, RetrieveResult>;
