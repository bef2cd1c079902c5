import type { AgentResult, AgentResumeOptions } from "../../contracts/agent.ts";
import type { DefaultStores } from "../../contracts/default-stores.ts";
import type { DurableOptions } from "../../contracts/snapshot.ts";
import { getAIConfig } from "../../core/config.ts";
import { AgentExecutionError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { RunPlace } from "../../store/run-place.ts";
import { agentFailure } from "../agent-failure.ts";
import { placeOf } from "./begin.ts";
import { snapshotIn } from "./resume.ts";

/** What a drain needs of an agent: its name, and how to resume its runs. */
export interface ResumableAgent {
  readonly name: string;
  resume(runId: string, options?: AgentResumeOptions): Promise<AgentResult<unknown>>;
}

/** What to resume, and from where. */
export interface DrainOptions extends Pick<DurableOptions, "store" | "singleWriter"> {
  /** The agents whose runs may be there. A run is given to the one of its name. */
  readonly agents: readonly ResumableAgent[];
  /** Passed on to each `resume()`, such as `signal`, `on` or `force`. */
  readonly resume?: AgentResumeOptions | undefined;
  /** How many runs go on side by side. Default 4. */
  readonly concurrency?: number | undefined;
}

/** What became of an open run: it was taken up and ended with a result, or it was left as it is, and why. */
export type DrainedRun =
  | { readonly runId: string; readonly status: "resumed"; readonly result: AgentResult<unknown> }
  | { readonly runId: string; readonly status: "skipped"; readonly error: AIError };

/**
 * Resumes every run that a store has in flight: call it when the program starts. A run that cannot be resumed, such as a
 * damaged one, one of another definition, or one that another process took up first, is skipped and told of; the others go on.
 *
 * @throws AgentExecutionError (`AGENT_EXEC_FAILED`) where there is no store.
 * @throws StoreError (`STORE_…`) where the open runs cannot be listed.
 */
export async function drain({
  agents,
  resume,
  concurrency = 4,
  ...given
}: DrainOptions): Promise<DrainedRun[]> {
  const { defaultSnapshotStore: store }: DefaultStores = getAIConfig();
  const durable = { ...(store && { store }), ...given };
  const place = placeOf(durable);
  if (!place) {
    throw new AgentExecutionError(
      "There is no store to drain. Pass { store }, or set ai.config({ defaultSnapshotStore }).",
    );
  }
  const runIds = await place.open();
  const drained: DrainedRun[] = [];
  let next = 0;
  const workers = concurrency >= 1 ? concurrency : 1;
  const worker = async (): Promise<void> => {
    while (next < runIds.length && !resume?.signal?.aborted) {
      const index = next;
      next += 1;
      const runId = runIds[index] as string;
      try {
        const agent = await agentOf(place, runId, agents);
        const result = await agent.resume(runId, { durable, ...resume });
        drained[index] = isTaken(result.error)
          ? { runId, status: "skipped", error: result.error }
          : { runId, status: "resumed", result };
      } catch (cause) {
        drained[index] = { runId, status: "skipped", error: agentFailure(cause) };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, runIds.length) }, worker));
  // A stopped drain leaves holes.
  return drained.filter((one) => one !== undefined);
}

async function agentOf(
  place: RunPlace,
  runId: string,
  agents: readonly ResumableAgent[],
): Promise<ResumableAgent> {
  const reading = await place.read(runId);
  if (!reading) {
    // The process died between the mark and the first entry: nothing was begun.
    await place.delete(runId);
    throw new AgentExecutionError(`The run "${runId}" was never begun; its mark is removed.`);
  }
  const { agentName } = snapshotIn(reading.state, runId);
  const agent = agents.find(({ name }) => name === agentName);
  if (agent) return agent;
  throw new AgentExecutionError(
    `The run "${runId}" is one of the agent "${agentName}", which is not among those to resume.`,
  );
}

function isTaken(error: AIError | undefined): error is AIError {
  return error?.code === "STORE_CONFLICT";
}
