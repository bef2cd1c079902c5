import { cancellation } from "../core/cancellation.ts";
import { AgentCancelledError, AgentExecutionError, AgentMaxTripsError } from "../core/errors/agent-errors.ts";
import { AIError } from "../core/errors/ai-error.ts";

/** Whatever was thrown, as an `AIError`. A stopped run is a stopped run, whatever the stop broke. */
export function agentFailure(cause: unknown, signal?: AbortSignal): AIError {
  if (signal?.aborted) {
    if (cause instanceof AgentCancelledError) return cause;
    const details = cancellation(signal);
    const why = details.reason === undefined ? "" : ` Reason: ${details.reason}`;
    return new AgentCancelledError(`The run was cancelled.${why}`, details);
  }
  if (AIError.is(cause)) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AgentExecutionError(`The run failed: ${why}`, { cause });
}

/** The error of a loop that reached its cap. */
export function maxTripsError(maxTrips: number): AIError {
  return new AgentMaxTripsError(
    `The run stopped after ${maxTrips} model calls without an answer. Raise "maxTrips", or see why the model keeps calling tools.`,
    { maxTrips },
  );
}

/** The error of an input that is not a text, or that leaves nothing to answer. */
export function invalidInput(input: unknown): AIError {
  const what = input === "" ? "empty" : input === null ? "null" : typeof input;
  const message = `The input is ${what}. Pass the question or task as text.`;
  return new AIError("INVALID_INPUT", message, {}, "validation");
}
