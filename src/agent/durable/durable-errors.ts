import { AgentCancelledError, BudgetExceededError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { CancelRequest } from "../../store/cancel-stream.ts";

/** The error that a wish to cancel a run becomes. */
export function cancelledBy({ at, reason }: CancelRequest): AgentCancelledError {
  const why = reason === undefined ? "" : ` Reason: ${reason}`;
  return new AgentCancelledError(`The run was cancelled.${why}`, {
    cancelledAt: at,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** The error of a trip that was begun too often: it probably ends its process. */
export function attemptsExceeded(trip: number, limit: number): BudgetExceededError {
  return new BudgetExceededError(
    `Trip ${trip} of the run was begun ${limit} times and never settled: it probably ends its process. Resume with { force: true } once the cause is gone.`,
    { limit, actual: limit, context: { dimension: "attempts", trip, limit } },
  );
}

/** The error of a run that waits for a new invocation. */
export function subrequestsExceeded(limit: number, actual: number): BudgetExceededError {
  return new BudgetExceededError(
    `The platform's requests are used up (${actual} of ${limit}). The run is saved: resume it in a new invocation.`,
    { limit, actual, retryable: true, context: { dimension: "subrequests", limit, actual } },
  );
}

/** Whether an error says that the attempts of a trip are used up. */
export function isSpent({ context }: AIError): boolean {
  return context?.dimension === "attempts";
}
