import type { DurableOptions, SnapshotStatus } from "../../contracts/snapshot.ts";
import { AgentExecutionError } from "../../core/errors/agent-errors.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import type { CancelRequest } from "../../store/cancel-stream.ts";
import type { JournalReading } from "../../store/journal.ts";
import { plainJson } from "../../store/plain-json.ts";
import { placeOf } from "./begin.ts";
import { cancelledBy } from "./durable-errors.ts";

/** Which run to cancel, and why. */
export interface CancelRunOptions extends Pick<DurableOptions, "store"> {
  readonly runId: string;
  /** Stands in the message of the run's error. */
  readonly reason?: string | undefined;
}

/** How a run stands after it was to be cancelled: it may have ended before. */
export interface CancelledRun {
  readonly runId: string;
  readonly status: Exclude<SnapshotStatus, "running">;
}

/** See `cancelRun`. */
export async function cancel({ runId, reason, store }: CancelRunOptions): Promise<CancelledRun> {
  const place = placeOf({ singleWriter: true, ...(store && { store }) });
  if (!place) {
    throw new AgentExecutionError(
      `The run "${runId}" cannot be cancelled without a store. Pass { store }, or set ai.config({ defaultSnapshotStore }).`,
    );
  }
  let reading = await place.read(runId);
  if (!reading && !place.wish) {
    throw new AgentExecutionError(`Nothing is saved of a run "${runId}" in the ${place.name} store.`);
  }
  const request: CancelRequest = { at: new Date().toISOString(), reason };
  if (!endOf(reading)) await place.wish?.set(runId, reason);
  for (;;) {
    const status = endOf(reading);
    if (status) return { runId, status };
    // A run that has not begun is cancelled by the wish when it begins.
    if (!reading) return { runId, status: "cancelled" };
    const set = { status: "cancelled", error: plainJson(cancelledBy(request)), savedAt: request.at } as const;
    try {
      // Whoever works on the run finds this entry in the way of its next one, and stops.
      await place.log(runId, reading).append({ set }, true);
      return { runId, status: "cancelled" };
    } catch (cause) {
      if (!AIError.is(cause) || cause.code !== "STORE_CONFLICT") throw cause;
      reading = await place.read(runId);
    }
  }
}

function endOf(reading: JournalReading | undefined): CancelledRun["status"] | undefined {
  const status = reading?.state.status;
  return status === "completed" || status === "failed" || status === "cancelled" ? status : undefined;
}
