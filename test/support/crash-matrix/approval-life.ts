import { agent } from "../../../src/agent/agent.ts";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { Message } from "../../../src/contracts/message.ts";
import type { ModelResponse } from "../../../src/contracts/model.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { InterruptSuspendedError } from "../../../src/core/errors/approval-errors.ts";
import { approval } from "../../../src/human/approval.ts";
import { from as interruptsIn } from "../../../src/human/interrupt.ts";
import { resume } from "../../../src/human/resume.ts";
import { from as runsIn } from "../../../src/store/snapshot.ts";
import { tool } from "../../../src/tool/tool.ts";
import type { CountEffect } from "../durable-scenarios.ts";
import { dyingStore } from "../dying-store.ts";
import type { ApprovalOutcome, ApprovalRun, KillPoint } from "./messages.ts";

const KEY = "a key of the server";

/** What a turn calls: one of three needs a person. */
const calls = [
  ["look", 1],
  ["pay", 2],
  ["look", 3],
] as const;

/** What a whole run does, and says. */
export const approvalEffects = ["model 0", "look 1", "ask", "look 3", "pay 2", "model 1"];
export const approvalText = "look 1; pay 2; look 3";

/** Begins a run and lets it die: on its way to its request, or between the decision and its end. Resolves where it does not. */
export async function beginApproval(
  store: Store,
  run: ApprovalRun,
  kill: KillPoint,
  count: CountEffect,
  die: () => unknown,
): Promise<void> {
  const dying = dyingStore(store, kill.at, kill.when === "before write" ? "before" : "after");
  void dying.died.then(die);
  const first = run.dies === "before decision" ? dying.store : store;
  await gatedAgent(first, run, count).execute("Pay.", { runId: run.runId });
  if (run.dies === "after decision") await decide(dying.store, run, count);
}

/** Takes a run up as a program does when it starts, decides what waits, and tells how it ended. */
export async function finishApproval(
  store: Store,
  run: ApprovalRun,
  count: CountEffect,
): Promise<ApprovalOutcome> {
  const helper = gatedAgent(store, run, count);
  await drainRuns({ agents: [helper], store });
  const { runId } = run;
  if (!(await runsIn(store).load(runId))) await helper.execute("Pay.", { runId });
  await decide(store, run, count);
  const { text, error, report } = await helper.resume(runId);
  const waiting = await waitingFor(store, run);
  return { text, status: report.status, error: error?.message, waiting: waiting.length };
}

/** The effects that are settled, as far as the store tells. */
export async function settledApproval(store: Store, { runId }: ApprovalRun): Promise<string[]> {
  const snapshot = await runsIn(store).load(runId);
  if (!snapshot) return [];
  const { trips, answer, next, toolCalls, error, decisions = [] } = snapshot;
  const models = [...trips.map((_, index) => `model ${index}`), ...(answer ? [`model ${next.trip}`] : [])];
  const done = toolCalls.map((call) => {
    const { name, input } = call as { readonly name: string; readonly input: { readonly value: number } };
    return `${name} ${input.value}`;
  });
  return [...models, ...done, ...(error || decisions.length > 0 ? ["ask"] : [])];
}

async function decide(store: Store, run: ApprovalRun, count: CountEffect): Promise<void> {
  const interrupts = interruptsIn(store);
  const helper = gatedAgent(store, run, count);
  for (const id of await waitingFor(store, run)) {
    const options = { store: interrupts, agent: helper, key: KEY, patienceMs: 0 };
    await resume(id, { type: "approve" }, options);
  }
}

/** The requests of a run that wait. */
async function waitingFor(store: Store, { runId }: ApprovalRun): Promise<string[]> {
  const interrupts = interruptsIn(store);
  const ids: string[] = [];
  for (const id of await interrupts.list()) {
    if ((await interrupts.load(id))?.request.context.runId === runId) ids.push(id);
  }
  return ids;
}

function gatedAgent(store: Store, { mode }: ApprovalRun, count: CountEffect): AgentContract {
  const interrupts = interruptsIn(store);
  const tools = (["look", "pay"] as const).map((name) =>
    tool({
      name,
      description: name,
      input: { type: "object", properties: { value: { type: "integer" } }, required: ["value"] } as const,
      execute: async ({ value }) => {
        await count(`${name} ${value}`);
        return `${name} ${value}`;
      },
    }),
  );
  const gate = approval({
    policy: { type: "allowlist", tools: ["pay"] },
    store: interrupts,
    key: KEY,
    handler: async (request) => {
      const { interruptId } = request;
      await interrupts.save({ interruptId, request, status: "pending", savedAt: new Date().toISOString() });
      await count("ask");
      throw new InterruptSuspendedError("Awaiting a person.", { interruptId });
    },
  });
  const complete = async (messages: readonly Message[]): Promise<ModelResponse> => {
    const trip = messages.filter(({ role }) => role === "assistant").length;
    await count(`model ${trip}`);
    const usage = { input: 100, output: 10, total: 110 };
    const heard = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    if (trip > 0) return { content: heard.join("; "), finishReason: "stop", usage };
    const toolCalls = calls.map(([name, value]) => ({ id: `call-${value}`, name, input: { value } }));
    return { content: "", finishReason: "tool_calls", usage, toolCalls };
  };
  const model = {
    name: "scripted",
    provider: "test",
    complete,
    stream: () => {
      throw new Error("Nobody streams here.");
    },
  };
  return agent({ name: "approval", model, tools, middleware: [gate], durable: { store, mode } });
}
