import type { AmbientRun } from "../core/ambient.ts";
import type { EmbeddingUsage } from "./embedder.ts";
import type { ToolContract } from "./tool.ts";
import type { Vector } from "./vector-store.ts";

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
    options?: { readonly signal?: AbortSignal | undefined; readonly parent?: AmbientRun | undefined },
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
  /** How chunks are found. Default by their vectors alone. */
  readonly search?: RagSearch | undefined;
  /** Prefers chunks that say something new over more of the same (maximal marginal relevance). */
  readonly mmr?: DiversityOptions | undefined;
  /** Gives back what stands around the chunks, too. */
  readonly expand?: ExpandOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The run that a reranker's calls of a model belong to. */
  readonly parent?: AmbientRun | undefined;
}

/** How much a chunk must differ from those before it. */
export interface DiversityOptions {
  /** 1 looks at the score only, 0 at the difference only. Default 0.5. */
  readonly lambda?: number | undefined;
}

/** What comes back with a chunk: always one exact slice of its document. Chunks that come to overlap or touch become one. */
export interface ExpandOptions {
  /** How many chunks before and behind it. */
  readonly neighbours?: number | undefined;
  /** The whole of its `document`, or of its `section`, where the base was told `chunk: { headings: true }`. */
  readonly parent?: "section" | "document" | undefined;
  /** The length in UTF-16 units from which on nothing more is added. Default 8,000. */
  readonly maxLength?: number | undefined;
}

/** What a knowledge base keeps of a chunk. */
export interface StoredChunk {
  readonly id: string;
  readonly index: number;
  readonly text: string;
  readonly span: Span;
  /** The white space between the chunk before and this one, where they do not overlap. */
  readonly lead?: string;
  readonly headings?: readonly string[];
  /** The number of the section that it begins in, where the base knows of headings. */
  readonly section?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A chunk of a knowledge base under the key of its entry in the store. */
export interface KeptChunk {
  readonly key: string;
  readonly chunk: StoredChunk;
  readonly tags: readonly string[];
}

/** A chunk that a search of a knowledge base found. */
export interface FoundChunk extends Omit<KeptChunk, "tags"> {
  readonly score: number;
}

/** What a way to search can ask. */
export interface SearchStage {
  readonly query: string;
  /** How many chunks are wanted. */
  readonly candidates: number;
  /** The least cosine, where somebody asked for one. */
  readonly threshold: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly base: SearchableBase;
  /** Whether a search looks at a document. */
  accepts(document: Pick<RagDocument, "tags" | "metadata">): boolean;
  /** The vector of the query; embedded once. */
  vector(): Promise<Vector>;
  /** The chunks whose vectors are nearest to the query's, best first. */
  byVector(count: number, threshold: number): Promise<FoundChunk[]>;
}

/** A knowledge base as a way to search sees it. */
export interface SearchableBase {
  readonly name: string;
  /** The chunks of keys, in their order; `undefined` where there is none. */
  chunks(keys: readonly string[]): Promise<(KeptChunk | undefined)[]>;
  /** The vectors of keys, in their order; `undefined` where there is none, or where the store does not tell. */
  vectors(keys: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  /** All chunks, block by block. */
  all(): AsyncIterable<readonly KeptChunk[]>;
  /** Tells of what this base writes from now on, until the returned function is called. */
  watch(listener: (changes: BaseChanges) => void): () => void;
  /** A text that each write makes another one, whoever writes. */
  revision(): Promise<string | undefined>;
}

/** What a knowledge base has written. */
export interface BaseChanges {
  readonly put: readonly KeptChunk[];
  readonly remove: readonly string[];
  /** The revision from now on. */
  readonly revision: string;
}

/** A way to find chunks, such as by words and vectors together. */
export interface RagSearch {
  readonly name: string;
  /** At most `stage.candidates` chunks, best first. */
  find(stage: SearchStage): Promise<readonly FoundChunk[]>;
}

/** Has a say in each text before it is given back: one without a `text` is withheld. `ai.guardrail.data` answers like this. */
export type RetrievedGuard = (
  text: string,
  options: { readonly signal?: AbortSignal | undefined },
) => RetrievedVerdict | Promise<RetrievedVerdict>;

/** The text to go on with; missing where it must not. */
export interface RetrievedVerdict {
  readonly text?: string | undefined;
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
