import { AgentExecutionError } from "../core/errors/agent-errors.ts";
import { AIError } from "../core/errors/ai-error.ts";

/** Whatever was thrown, as an `AIError`. */
export function agentFailure(cause: unknown): AIError {
  if (AIError.is(cause)) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AgentExecutionError(`The run failed: ${why}`, { cause });
}
