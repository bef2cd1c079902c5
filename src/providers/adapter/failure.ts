import { AIError } from "../../core/errors/ai-error.ts";

/** Who was asked for what; stands in error messages. */
export interface CallTarget {
  /** The label of the provider. */
  readonly provider: string;
  /** The name of the model. */
  readonly name: string;
}

/** A service's own account of a failure, before it is classified. Never leaves this folder. */
export interface ServiceFailure extends Error {
  /** The HTTP status; a success where the account stands inside an answer. */
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Headers | undefined;
}

/**
 * What to throw where a service says that it failed.
 *
 * @example
 * serviceFailure(429, { error: { code: "insufficient_quota" } }).status; // 429
 */
export function serviceFailure(status: number, body: unknown, headers?: Headers): ServiceFailure {
  return Object.assign(new Error("The service failed."), { status, body, headers });
}

/**
 * Turns whatever a call threw into an error of this package: a cancellation where the caller aborted, else what
 * `classifyFailure` makes of it.
 *
 * @example
 * const target = { provider: "openai", name: "gpt-4o" };
 * (await explainFailure(new TypeError("fetch failed"), target, undefined)).code; // "PROVIDER_ERROR"
 */
export async function explainFailure(
  cause: unknown,
  target: CallTarget,
  signal: AbortSignal | undefined,
): Promise<AIError> {
  if (AIError.is(cause)) return cause;
  const call = `The call of "${target.name}" (${target.provider})`;
  if (signal?.aborted && signal.reason?.name !== "TimeoutError") {
    return new AIError("AGENT_CANCELLED", `${call} was cancelled.`, { cause }, "cancelled");
  }
  try {
    return (await import("./classify-failure.ts")).classifyFailure(cause, target);
  } catch {
    // Without a network, the module cannot be loaded either.
    return new AIError("PROVIDER_ERROR", `${call} failed.`, { cause }, "provider");
  }
}
