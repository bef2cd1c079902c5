import type { DrainedRun, DrainOptions } from "./durable/drain-runs.ts";
import { durable } from "./load-on-demand.ts";

/**
 * Resumes every run that a store has in flight: call it when the program starts. A run that cannot be resumed, such as a
 * damaged one, one of another definition, or one that another process is at work on, is skipped and told of; the others go
 * on. Rejects with `AgentExecutionError` (`AGENT_EXEC_FAILED`) where there is no store, and with `StoreError` where its
 * open runs cannot be listed.
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
