import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** The codes of a document that cannot be read. */
export type DocumentErrorCode =
  | "DOCUMENT_UNREADABLE"
  | "DOCUMENT_TOO_LARGE"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "PEER_MISSING";

/**
 * A document could not be read; nothing of it was kept. The codes:
 *
 * - `DOCUMENT_UNREADABLE`: broken or encrypted, or no text at all in it.
 * - `DOCUMENT_TOO_LARGE`: longer than the limit that the caller set, or that holds by default.
 * - `DOCUMENT_TYPE_UNSUPPORTED`: a kind of file that no loader reads.
 * - `PEER_MISSING`: the library that reads it is not installed; the message says which.
 */
export class DocumentError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "DocumentError";
  /** Which document: its id, file name or address. */
  readonly source: string | undefined;
  constructor(
    code: DocumentErrorCode,
    message: string,
    options: AIErrorOptions & { readonly source?: string | undefined } = {},
  ) {
    super(code, message, { context: { source: options.source }, ...options });
    this.source = options.source;
  }
}

/** The codes of vectors that do not fit. */
export type VectorErrorCode = "VECTOR_INVALID" | "VECTOR_DIMENSIONS" | "VECTOR_MODEL";

/**
 * A vector does not fit into an index; nothing was written. The codes:
 *
 * - `VECTOR_INVALID`: a number of it is not finite, it has none, or the embedder gave another count of vectors than texts.
 * - `VECTOR_DIMENSIONS`: it is of another length than those of the index. `expected` and `actual` say which.
 * - `VECTOR_MODEL`: another embedder made the vectors of the index. Clear it, or index with the embedder that made it.
 */
export class VectorError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "VectorError";
  readonly expected: number | string | undefined;
  readonly actual: number | string | undefined;
  constructor(
    code: VectorErrorCode,
    message: string,
    options: AIErrorOptions & {
      readonly expected?: number | string | undefined;
      readonly actual?: number | string | undefined;
    } = {},
  ) {
    const { expected, actual } = options;
    super(code, message, { context: { expected, actual }, ...options });
    this.expected = expected;
    this.actual = actual;
  }
}
