import { InterruptSuspendedError } from "../core/errors/approval-errors.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { Settled } from "./dispatch-tools.ts";
import { isSuspended } from "./is-suspended.ts";
import { interruptsOf } from "./run-approvals.ts";

/**
 * Puts a run aside whose last turn has come to rest, because some of its calls wait for a person.
 *
 * @throws InterruptSuspendedError (`INTERRUPT_SUSPENDED`) with the ids that the turn waits for.
 */
export async function suspend(
  execution: AgentExecution,
  settled: readonly (Settled | undefined)[],
): Promise<never> {
  const { messages } = execution;
  // What a person decides is what the model will hear of these calls.
  const said = settled.filter((one) => one !== undefined);
  messages.length -= said.length;
  for (const { record, message } of said) if (!isSuspended(record)) messages.push(message);
  execution.approvals?.putAside(settled);
  const errors = settled.flatMap((one) =>
    one?.record.error && isSuspended(one.record) ? one.record.error : [],
  );
  const interruptIds = [...new Set(errors.flatMap(interruptsOf))];
  const [first] = errors;
  const [interruptId] = interruptIds;
  if (!first || interruptId === undefined || interruptIds.length === 1) throw first;
  throw new InterruptSuspendedError(
    `The run waits for ${interruptIds.length} decisions. The first: ${first.message}`,
    { interruptId, interruptIds, cause: first },
  );
}
