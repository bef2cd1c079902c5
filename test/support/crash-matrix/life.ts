import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract, AgentResult } from "../../../src/contracts/agent.ts";
import type { AgentSnapshot } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { scenarioAgent } from "../durable-scenarios.ts";
import { dyingStore } from "../dying-store.ts";
import { beginApproval, finishApproval, settledApproval } from "./approval-life.ts";
import type { ApprovalRun, KillPoint, MatrixRun, Message, Outcome, Task } from "./messages.ts";

/** Whether this life has begun: what kills it takes this too. */
let isAlive = false;

/**
 * One life of a program: a tab, a service worker, a process. It takes up the run that the last life died in, as a program
 * does when it starts, then begins a run of its own, and stops at the point where the witness is to kill it.
 */
export async function live(witness: string, store: Store): Promise<void> {
  const tell = (message: Message): Promise<unknown> => report(witness, message);
  try {
    if (isAlive) throw new Error("This life is still going on: it was not killed.");
    isAlive = true;
    const { resume, begin, approval } = (await tell({ kind: "task" })) as Task;
    if (approval) return await liveApproval(approval, store, tell);
    if (resume) await takeUp(resume, store, tell);
    if (!begin) return;
    const { agent } = mortal(begin, store, begin.kill, tell);
    const result = await agent.execute("Add.", { runId: begin.runId });
    await tell({ kind: "finished", outcome: outcomeOf(result) });
  } catch (error) {
    await tell({ kind: "failed", message: error instanceof Error ? (error.stack ?? "") : String(error) });
  }
}

/** Says something to the witness, and gives its answer. */
export async function report(witness: string, message: Message): Promise<unknown> {
  // No header of ours: with one, an extension would have to be allowed to ask.
  const response = await fetch(witness, { method: "POST", body: JSON.stringify(message) });
  return response.json();
}

/** The life of a program with runs of which a call needs a person. */
async function liveApproval(
  { resume, begin }: NonNullable<Task["approval"]>,
  store: Store,
  tell: (message: Message) => Promise<unknown>,
): Promise<void> {
  const counting =
    ({ runId }: ApprovalRun) =>
    async (effect: string): Promise<void> => {
      await tell({ kind: "effect", runId, effect });
    };
  if (resume) {
    const { runId } = resume;
    await tell({ kind: "found", runId, settled: await settledApproval(store, resume) });
    await tell({ kind: "approved", runId, ...(await finishApproval(store, resume, counting(resume))) });
  }
  if (!begin) return;
  await beginApproval(store, begin, begin.kill, counting(begin), () => tell({ kind: "dying" }));
  await tell({ kind: "finished" });
}

async function takeUp(
  run: NonNullable<Task["resume"]>,
  store: Store,
  tell: (message: Message) => Promise<unknown>,
): Promise<void> {
  const { runId } = run;
  const runs = from(store);
  const snapshot = await runs.load(runId);
  await tell({ kind: "found", runId, settled: snapshot ? settledIn(snapshot) : [] });
  const { agent, home } = mortal(run, store, run.kill, tell);
  const drained = await drainRuns({ agents: [agent], store: home });
  const first = drained[0]?.status === "resumed" ? drained[0].result : undefined;
  // What had ended when the process died is not open, and of what was never begun there is nothing.
  const result = first ?? (await (snapshot ? agent.resume(runId) : agent.execute("Add.", { runId })));
  await tell({
    kind: "resumed",
    runId,
    drained: drained.map((one) =>
      one.status === "resumed" ? one.runId : `${one.runId}: ${one.error.code} ${one.error.message}`,
    ),
    outcome: outcomeOf(result),
    again: outcomeOf(await agent.resume(runId)),
  });
}

/** The agent of a run and its store, in a process that comes to its end at a point. */
function mortal(
  { scenario, mode, runId }: MatrixRun,
  store: Store,
  kill: KillPoint | undefined,
  tell: (message: Message) => Promise<unknown>,
): { readonly agent: AgentContract; readonly home: Store } {
  const die = (): Promise<unknown> => tell({ kind: "dying" });
  let home = store;
  if (kill && kill.when !== "within call") {
    const dying = dyingStore(store, kill.at, kill.when === "before write" ? "before" : "after");
    void dying.died.then(die);
    home = dying.store;
  }
  let calls = 0;
  const count = async (effect: string): Promise<void> => {
    const isLast = kill?.when === "within call" && calls === kill.at;
    calls += 1;
    await tell({ kind: "effect", runId, effect });
    if (isLast) await die();
  };
  return { agent: scenarioAgent(scenario, { store: home, mode }, count), home };
}

/** The effects that a saved run says are settled. */
export function settledIn({ trips, toolCalls, answer, next }: AgentSnapshot): string[] {
  const models = trips.map((_, index) => `model ${index}`);
  return [...models, ...(answer ? [`model ${next.trip}`] : []), ...toolCalls.map(addition)];
}

export function outcomeOf({ error, text, report, usage }: AgentResult<unknown>): Outcome {
  return {
    error: error && `${error.code}: ${error.message}`,
    text,
    status: report.status,
    runId: report.runId,
    trips: report.trips.length,
    input: usage.input,
    output: usage.output,
    calls: report.children.map(addition),
  };
}

function addition(call: unknown): string {
  return `add ${(call as { readonly input: { readonly value: number } }).input.value}`;
}
