import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall } from "../contracts/tool.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import { InterruptSuspendedError } from "../core/errors/approval-errors.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { Settled, Turn } from "./dispatch-tools.ts";
import { isSuspended } from "./is-suspended.ts";
import { RunApprovals } from "./run-approvals.ts";
import { recordOf } from "./settle-call.ts";

/** The record of a call that was made in the run that was put aside and is begun anew; `undefined` where it was not. */
export async function keptCall(
  execution: AgentExecution,
  call: ToolCallRequest,
  turn: Turn,
): Promise<ToolCall | undefined> {
  execution.approvals ??= new RunApprovals(execution);
  const outcome = execution.approvals.kept(call);
  return outcome && recordOf(execution, call, turn, outcome);
}

/**
 * Puts a run aside whose last turn has come to rest, because some of its calls wait for a person.
 *
 * @throws InterruptSuspendedError (`INTERRUPT_SUSPENDED`) with the ids that the turn waits for.
 */
export async function suspend(
  execution: AgentExecution,
  settled: readonly (Settled | undefined)[],
): Promise<never> {
  await execution.approvals?.putAside(settled);
  const errors = settled.flatMap((one) =>
    one?.record.error && isSuspended(one.record) ? one.record.error : [],
  );
  const interruptIds = [...new Set(errors.flatMap(idsOf))];
  const [first] = errors;
  const [interruptId] = interruptIds;
  if (!first || interruptId === undefined || interruptIds.length === 1) throw first;
  throw new InterruptSuspendedError(
    `The run waits for ${interruptIds.length} decisions. The first: ${first.message}`,
    { interruptId, interruptIds, cause: first },
  );
}

function idsOf({ context }: AIError): string[] {
  const ids = context?.interruptIds;
  return Array.isArray(ids) ? ids : [];
}
