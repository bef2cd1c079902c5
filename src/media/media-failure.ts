import { agentFailure } from "../agent/agent-failure.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";

/** Whatever a call threw, as an `AIError`. A stopped call is a stopped call, whatever the stop broke. */
export function mediaFailure(cause: unknown, model: string, signal: AbortSignal | undefined): AIError {
  if (signal?.aborted || AIError.is(cause)) return agentFailure(cause, signal);
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ProviderError(`The call of "${model}" failed: ${why}`, { cause });
}

/** Throws where a verb has nothing to work with. */
export function requireInput(verb: string, model: unknown, input: unknown, what: string): void {
  if (!model) {
    throw new ConfigError(
      `${verb}() got no model. Pass one of an adapter: { model: sdk.${verb}({ name }) }.`,
    );
  }
  if (typeof input === "string" && input.trim()) return;
  const got = typeof input === "string" ? "empty" : input === null ? "null" : typeof input;
  throw new AIError("INVALID_INPUT", `The ${what} is ${got}. Pass some.`, {}, "validation");
}
