/** A text to search in. `id` names it in citations. */
export interface RagDocument {
  readonly id: string;
  readonly text: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

/** A place in a document's text in UTF-16 units, the end exclusive: `text.slice(...span)`. */
export type Span = readonly [start: number, end: number];

/** One piece of a text. `text` is the original's slice at `span`. */
export interface Chunk {
  readonly text: string;
  /** The number of the chunk in its document, from 0. */
  readonly index: number;
  readonly span: Span;
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
