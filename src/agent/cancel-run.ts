import type { CancelledRun, CancelRunOptions } from "./durable/cancel-run.ts";
import { durable } from "./load-on-demand.ts";

/**
 * Cancels a durable run for good, from any process that has its store. The promise resolves when that is written down: a
 * process that works on the run stops before its next model call, and with `per-call` before its next tool, and whoever
 * resumes the run gets its cancellation (`AGENT_CANCELLED`). A run that has not begun is cancelled when it begins; one that
 * has ended stays as it is. The wish is that of `cancelStream`: a stream of the same id ends as well. A store of your own
 * keeps no wishes: there only a run that nobody works on can be cancelled.
 *
 * Rejects with `AgentExecutionError` (`AGENT_EXEC_FAILED`) where there is no store, and with `StoreError` where it fails.
 *
 * @example
 * const store = ai.memoryStore();
 * const model = mockModel({ name: "mock", responses: [{ content: "Tides follow the moon." }] });
 * const writer = ai.agent({ model, durable: { store } });
 * await ai.cancelRun({ store, runId: "run-42", reason: "The user pressed stop." });
 * const { error } = await writer.execute("What makes tides?", { runId: "run-42" });
 * error?.code; // "AGENT_CANCELLED"
 */
export async function cancelRun(options: CancelRunOptions): Promise<CancelledRun> {
  return (await durable()).cancel(options);
}
