import { getAIConfig } from "../../core/config.ts";
import type { CallTarget } from "./failure.ts";

/** What a log entry tells of a request, a response and an error. */
interface CallDetails {
  readonly stream?: unknown;
  readonly finishReason?: unknown;
  readonly usage?: unknown;
  readonly code?: unknown;
}

/**
 * Tells the logger of a call to a provider. Neither prompts nor answers are logged.
 *
 * @param adapter whose entry it is: `openai` for `ai.openai`.
 *
 * @example
 * logCall("openai", { provider: "openai", name: "gpt-4o" }, "request", { stream: true });
 */
export function logCall(
  adapter: string,
  { provider, name: model }: CallTarget,
  action: "request" | "response" | "error",
  { stream, finishReason, usage, code }: CallDetails,
): void {
  const details = { provider, model, stream, finishReason, usage, code };
  const level = action === "error" ? action : "debug";
  getAIConfig().logger?.[level]?.(`ai.${adapter}`, action, `${action} of "${model}"`, details);
}
