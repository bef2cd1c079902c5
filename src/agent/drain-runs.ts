import type { DrainedRun, DrainOptions } from "./durable/drain-runs.ts";
import { durable } from "./load-on-demand.ts";

/**
 * Resumes every run that a store has in flight: call it when the program starts. A run that cannot be resumed, such as a
 * damaged one or one of another definition, is skipped and told of; the others go on. Rejects with `AgentExecutionError`
 * (`AGENT_EXEC_FAILED`) where there is no store, and with `StoreError` where its open runs cannot be listed.
 *
 * A store cannot tell a process that died from one that waits for its model. Of two that work on one run only one goes on,
 * and the other ends with `STORE_CONFLICT` at its next checkpoint; the calls that it was at are made again. Where two may be
 * alive at once, such as two tabs, run and drain under a lock: `navigator.locks.request("runs", () => ai.drainRuns(options))`.
 *
 * @example
 * const store = ai.memoryStore();
 * const model = mockModel({ name: "mock", responses: [{ content: "Tides follow the moon." }] });
 * const writer = ai.agent({ name: "writer", model, durable: { store } });
 * await ai.drainRuns({ agents: [writer], store }); // []
 */
export async function drainRuns(options: DrainOptions): Promise<DrainedRun[]> {
  return (await durable()).drain(options);
}
