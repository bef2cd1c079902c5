import { AIError } from "../core/errors/ai-error.ts";
import { ProviderTimeoutError } from "../core/errors/provider-errors.ts";

/**
 * The error of a model call whose signal has aborted: a timeout where a clock did it (`PROVIDER_TIMEOUT`), else a
 * cancellation (`AGENT_CANCELLED`).
 *
 * @example
 * stoppedCall({ name: "gpt-4o", provider: "openai" }, AbortSignal.abort()).code; // "AGENT_CANCELLED"
 */
export function stoppedCall(
  { name, provider }: { readonly name: string; readonly provider: string },
  { reason }: AbortSignal,
): AIError {
  const call = `The call of "${name}" (${provider})`;
  return reason?.name === "TimeoutError"
    ? new ProviderTimeoutError(`${call} got no answer in time.`, { cause: reason })
    : new AIError("AGENT_CANCELLED", `${call} was cancelled.`, { cause: reason }, "cancelled");
}
