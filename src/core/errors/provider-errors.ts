import { AIError, type AIErrorCode, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** A provider failed in a way that no other class names. Code `PROVIDER_ERROR`; the base of the provider errors. */
export class ProviderError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "provider";
  override readonly name: string = "ProviderError";
  constructor(message: string, options?: AIErrorOptions, code: AIErrorCode = "PROVIDER_ERROR") {
    super(code, message, options);
  }
}

/** Too many requests. Code `PROVIDER_RATE_LIMIT`; `retryAfter` is in milliseconds. */
export class ProviderRateLimitError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "rate-limit";
  override readonly name = "ProviderRateLimitError";
  readonly retryAfter: number | undefined;

  constructor(message: string, options: AIErrorOptions & { retryAfter?: number | undefined } = {}) {
    super(message, options, "PROVIDER_RATE_LIMIT");
    this.retryAfter = options.retryAfter;
  }
}

/** The account has no money or quota left. Code `PROVIDER_QUOTA_EXCEEDED`; trying again does not help. */
export class QuotaExceededError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "quota";
  override readonly name = "QuotaExceededError";
  constructor(message: string, options?: AIErrorOptions) {
    super(message, options, "PROVIDER_QUOTA_EXCEEDED");
  }
}

/** The provider did not answer in time. Code `PROVIDER_TIMEOUT`. */
export class ProviderTimeoutError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "timeout";
  override readonly name = "ProviderTimeoutError";
  constructor(message: string, options?: AIErrorOptions) {
    super(message, options, "PROVIDER_TIMEOUT");
  }
}

/** The prompt is longer than the model takes. Code `CONTEXT_LENGTH_EXCEEDED`; sizes are in tokens where known. */
export class ContextLengthExceededError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "context-length";
  override readonly name = "ContextLengthExceededError";
  readonly limit: number | undefined;
  readonly actual: number | undefined;
  readonly modelName: string | undefined;

  constructor(
    message: string,
    options: AIErrorOptions & {
      limit?: number | undefined;
      actual?: number | undefined;
      modelName?: string | undefined;
    } = {},
  ) {
    super(message, options, "CONTEXT_LENGTH_EXCEEDED");
    this.limit = options.limit;
    this.actual = options.actual;
    this.modelName = options.modelName;
  }
}

/** The provider refused the content. Code `CONTENT_FILTER`. */
export class ContentFilterError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "content-filter";
  override readonly name = "ContentFilterError";
  readonly reason: string | undefined;
  readonly categories: readonly string[] | undefined;

  constructor(
    message: string,
    options: AIErrorOptions & {
      reason?: string | undefined;
      categories?: readonly string[] | undefined;
    } = {},
  ) {
    super(message, options, "CONTENT_FILTER");
    this.reason = options.reason;
    this.categories = options.categories;
  }
}

/** The request is wrong: unknown model, bad parameter, unreadable prompt file. Code `PROVIDER_INVALID_REQUEST`. */
export class InvalidRequestError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "InvalidRequestError";
  constructor(message: string, options?: AIErrorOptions) {
    super(message, options, "PROVIDER_INVALID_REQUEST");
  }
}

/** The key is missing, wrong or not allowed. Code `PROVIDER_AUTH`. */
export class ProviderAuthError extends ProviderError {
  static override readonly defaultCategory: ErrorCategory = "auth";
  override readonly name = "ProviderAuthError";
  constructor(message: string, options?: AIErrorOptions) {
    super(message, options, "PROVIDER_AUTH");
  }
}

/** Why the model of a browser cannot be used. */
export type ModelUnavailableCode = "MODEL_NEEDS_GESTURE" | "MODEL_NOT_IN_WORKER" | "MODEL_UNAVAILABLE";

/**
 * The model that a browser has built in cannot be used. The codes:
 *
 * - `MODEL_UNAVAILABLE`: there is none here, or none that can do what is asked.
 * - `MODEL_NEEDS_GESTURE`: it must be downloaded first, which a browser starts in a click handler only.
 * - `MODEL_NOT_IN_WORKER`: it lives in windows; ask it there, and send messages.
 */
export class ModelUnavailableError extends ProviderError {
  override readonly name = "ModelUnavailableError";
  constructor(code: ModelUnavailableCode, message: string, options?: AIErrorOptions) {
    super(message, options, code);
  }
}
