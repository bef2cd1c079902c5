import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/**
 * A cassette has no answer for a request that was to be replayed. Code `VCR_CASSETTE_MISS`. `requestHash` is what was looked
 * for, `path` where: the path of a file, or a store and its key. Record again: mode `record` or `auto`.
 */
export class VcrCassetteMissError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "VcrCassetteMissError";
  readonly requestHash: string;
  readonly path: string;
  constructor(
    message: string,
    options: AIErrorOptions & { readonly requestHash: string; readonly path: string },
  ) {
    const { requestHash, path } = options;
    super("VCR_CASSETTE_MISS", message, { context: { requestHash, path }, ...options });
    this.requestHash = requestHash;
    this.path = path;
  }
}
