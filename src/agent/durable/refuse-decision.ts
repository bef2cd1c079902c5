import type { GivenApprovals } from "../../contracts/interrupt.ts";
import type { AgentSnapshot } from "../../contracts/snapshot.ts";
import { AgentExecutionError } from "../../core/errors/agent-errors.ts";

/** Why a run takes no decision: it has it, it is over, or it is at work and may come to wait for it. */
export type RefusedDecision = "decided" | "over" | "at-work";

/**
 * Lets a decision through to a run that waits for it.
 *
 * @throws AgentExecutionError (`AGENT_EXEC_FAILED`) where the run does not wait; `context.approval` says why.
 */
export function refuseDecision(
  { runId, status, decisions = [] }: AgentSnapshot,
  { decisions: given, takeOver }: GivenApprovals,
): void {
  const isKnown = given.every((one) => decisions.some(({ interruptId }) => interruptId === one.interruptId));
  if (given.length > 0 && isKnown) throw refused(runId, "decided", "has this decision already");
  if (status === "completed" || status === "cancelled") throw refused(runId, "over", `is ${status}`);
  if (status !== "running" || takeOver) return;
  throw refused(
    runId,
    "at-work",
    "is at work, or its process has died: decide again when it waits, resume it first with drainRuns(), or take it over",
  );
}

function refused(runId: string, approval: RefusedDecision, why: string): AgentExecutionError {
  return new AgentExecutionError(`The run "${runId}" ${why}.`, {
    retryable: approval === "at-work",
    context: { runId, approval },
  });
}
