import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** The codes of stores. */
export type StoreErrorCode =
  | "STORE_CONFLICT"
  | "STORE_CORRUPT"
  | "STORE_INVALID_KEY"
  | "STORE_INVALID_VALUE"
  | "STORE_QUOTA"
  | "STORE_TIMEOUT"
  | "STORE_TOO_LARGE"
  | "STORE_UNAVAILABLE"
  | "STORE_UNSUPPORTED";

/** Where a store failed: the driver, the key and, where one was crossed, the limit in bytes or milliseconds. */
export interface StoreErrorDetails {
  readonly store: string;
  readonly key?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * A store could not do what it was asked to: nothing was written. The codes:
 *
 * - `STORE_QUOTA`: there is no room left. Remove entries, or ask the platform for more.
 * - `STORE_UNAVAILABLE`: the store cannot be reached or opened; trying again can help.
 * - `STORE_TIMEOUT`: no answer in time. The one code that leaves open whether the write was done: read before trying again.
 * - `STORE_INVALID_KEY`, `STORE_INVALID_VALUE`, `STORE_TOO_LARGE`: what was passed cannot be stored.
 * - `STORE_CORRUPT`: what is stored under the key was not written by this package, or was damaged.
 * - `STORE_UNSUPPORTED`: the platform cannot do it, such as compare-and-set on Workers KV.
 */
export class StoreError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "store";
  override readonly name: string = "StoreError";
  readonly store: string;
  readonly key: string | undefined;
  readonly limit: number | undefined;
  constructor(code: StoreErrorCode, message: string, options: AIErrorOptions & StoreErrorDetails) {
    const isTimeout = code === "STORE_TIMEOUT";
    const category = isTimeout ? "timeout" : code === "STORE_QUOTA" ? "quota" : undefined;
    const retryable = options.retryable ?? (isTimeout || code === "STORE_UNAVAILABLE");
    super(code, message, { ...options, retryable }, category);
    this.store = options.store;
    this.key = options.key;
    this.limit = options.limit;
  }
}

/** Somebody else wrote the entry first: `ifVersion` does not hold any more. Code `STORE_CONFLICT`. Read again, then decide. */
export class StoreConflictError extends StoreError {
  override readonly name = "StoreConflictError";
  constructor(message: string, options: AIErrorOptions & StoreErrorDetails) {
    super("STORE_CONFLICT", message, options);
  }
}
