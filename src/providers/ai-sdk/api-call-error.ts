import { AIError } from "../../core/errors/ai-error.ts";

/** The statuses that stand for the errors of this package, where the service gave none. */
const STATUSES: Readonly<Record<string, number>> = {
  PROVIDER_RATE_LIMIT: 429,
  PROVIDER_QUOTA_EXCEEDED: 402,
  PROVIDER_AUTH: 401,
  PROVIDER_TIMEOUT: 408,
  CONTEXT_LENGTH_EXCEEDED: 400,
  CONTENT_FILTER: 400,
  PROVIDER_INVALID_REQUEST: 400,
};

/**
 * Turns what a call of this package threw into what the AI SDK expects: the reason of the signal where that aborted, else an
 * `APICallError`, by the brand under which every copy of its class is known, with our error as its `cause`. It holds
 * neither the address nor the body of the request.
 *
 * @example
 * const error = new AIError("PROVIDER_RATE_LIMIT", "Too many.", {}, "rate-limit");
 * Object(apiCallError(error, undefined)).statusCode; // 429
 */
export function apiCallError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (!AIError.is(error)) return error;
  const { code, message, retryable, context } = error;
  const status = context?.status;
  const { retryAfter }: { retryAfter?: unknown } = Object(error);
  return Object.assign(new Error(message, { cause: error }), {
    name: "AI_APICallError",
    [Symbol.for("vercel.ai.error")]: true,
    [Symbol.for("vercel.ai.error.AI_APICallError")]: true,
    url: "",
    requestBodyValues: {},
    statusCode: typeof status === "number" ? status : STATUSES[code],
    isRetryable: retryable,
    data: { code },
    ...(typeof retryAfter === "number" && { responseHeaders: { "retry-after-ms": String(retryAfter) } }),
  });
}
