import type { StreamEnd } from "../../src/contracts/event-log.ts";
import type { Store } from "../../src/contracts/store.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { requestCancel } from "../../src/store/cancel-stream.ts";
import { eventLog } from "../../src/store/event-log.ts";
import { EventRows } from "../../src/store/event-rows.ts";

/** The stored events of a run, where nobody is at work on it. */
export interface SessionLog {
  /** Gives the stream its end, unless it has one: its object died before it. Rejects with `STORE_…`. */
  end(end: StreamEnd): Promise<void>;
  /** Stores the wish to cancel the run, to be found by whoever takes it up. */
  requestCancel(reason: string | undefined): Promise<void>;
  /** Whether the event of the run's end is stored, which comes last. */
  isToldEnd(): Promise<boolean>;
}

export function sessionLog(store: Store, runId: string, ttlMs: number): SessionLog {
  const rows = new EventRows(store, runId);
  return {
    async end(end) {
      await eventLog(store, runId, { ttlMs })
        .end(end)
        .catch((cause: unknown) => {
          if (!AIError.is(cause) || cause.code !== "STREAM_ENDED") throw cause;
        });
    },
    requestCancel: (reason) => requestCancel(rows, reason, ttlMs),
    async isToldEnd() {
      const last = (await rows.numbers()).at(-1);
      const event = last === undefined ? undefined : (await rows.read(last))?.events.at(-1);
      return event?.type === "agent.completed" || event?.type === "agent.error";
    },
  };
}
