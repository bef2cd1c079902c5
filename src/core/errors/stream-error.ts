import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** The codes of stored streams. */
export type StreamErrorCode = "STREAM_NOT_FOUND" | "STREAM_ENDED" | "STREAM_TIMEOUT" | "STREAM_DISCONNECTED";

/**
 * A stored stream cannot be read, continued or stopped. The codes:
 *
 * - `STREAM_NOT_FOUND`: there is no such stream, or it was deleted.
 * - `STREAM_ENDED`: the stream has its end already; what comes now needs an id of its own.
 * - `STREAM_TIMEOUT`: nobody who runs the stream has stopped it in time. The wish to stop it stays.
 * - `STREAM_DISCONNECTED`: the server cannot be reached any more. Go on later with the last id.
 */
export class StreamError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "store";
  override readonly name = "StreamError";
  /** The id of the stream, or the address that it was asked of. */
  readonly stream: string;
  constructor(code: StreamErrorCode, message: string, options: AIErrorOptions & { readonly stream: string }) {
    const late = code === "STREAM_TIMEOUT" || code === "STREAM_DISCONNECTED";
    const retryable = options.retryable ?? late;
    super(code, message, { ...options, retryable }, code === "STREAM_TIMEOUT" ? "timeout" : undefined);
    this.stream = options.stream;
  }
}
