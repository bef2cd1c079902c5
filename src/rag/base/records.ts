import type { StoredChunk } from "../../contracts/retrieval.ts";

/** What a base keeps of itself. */
export interface BaseRecord {
  /** The provider and the name of what made the vectors. */
  readonly embedder: string;
  /** 0 until there is a vector. */
  readonly dimensions: number;
  readonly revision: string;
}

/** What a base keeps of a document. */
export interface DocumentRecord {
  readonly document: string;
  /** Of the text, and of all that its vectors depend on. Empty where nothing could be hashed. */
  readonly hash: string;
  readonly chunks: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

/** Whether a value is a record of a base. What stands in a store may be anything. */
export function isBaseRecord(value: unknown): value is BaseRecord {
  const { embedder, dimensions, revision } = Object(value);
  return typeof embedder === "string" && isCount(dimensions) && typeof revision === "string";
}

export function isDocumentRecord(value: unknown): value is DocumentRecord {
  const { document, hash, chunks, metadata, tags = [] } = Object(value);
  return [document, hash].every(isText) && isCount(chunks) && isMetadata(metadata) && isTexts(tags);
}

export function isStoredChunk(value: unknown): value is StoredChunk {
  const { id, index, text, span, lead = "", headings = [], section = 0, metadata } = Object(value);
  const [start = 0, end = -1] = Array.isArray(span) && span.length === 2 && span.every(isCount) ? span : [];
  return (
    [id, text, lead].every(isText) &&
    isCount(index) &&
    isCount(section) &&
    end - start === text.length &&
    isTexts(headings) &&
    isMetadata(metadata)
  );
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isMetadata(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));
}
