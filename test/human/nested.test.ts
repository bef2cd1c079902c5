import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { drainRuns } from "../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../src/contracts/agent.ts";
import type { ApprovalDecision } from "../../src/contracts/interrupt.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { InterruptSuspendedError } from "../../src/core/errors/index.ts";
import { from } from "../../src/human/interrupt.ts";
import { resume } from "../../src/human/resume.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { type DeskSetup, desk, putAside } from "./gated-agents.ts";

const APPROVE: ApprovalDecision = { type: "approve" };

/** What the agent around calls in a turn: the desk, with its input, or a tool that sends. */
type Calls = readonly string[];

interface Setup {
  readonly turns: DeskSetup["turns"];
  readonly key?: string;
  readonly durable?: "per-trip" | "per-call";
  /** Stands before what asks, in the agent that is a tool. */
  readonly before?: AgentMiddleware;
}

/** A desk whose requests are put aside, and agents around it, each of which makes its own turns. */
function around({ turns, key, durable, before }: Setup) {
  const disk = memoryStore();
  const store = from(disk);
  const done: string[] = [];
  const inner = desk({ turns, store, handler: putAside(store), done, ...(key === undefined ? {} : { key }) });
  const send = tool({
    name: "send",
    description: "Sends.",
    input: { type: "object" },
    execute: () => void done.push("send"),
  });
  const outer = (...calls: readonly Calls[]): AgentContract => {
    const responses = calls.map((names) => ({
      toolCalls: names.map((name) =>
        name === "send" ? { name, input: {} } : { name: "desk", input: { input: name } },
      ),
    }));
    return agent({
      name: "outer",
      model: mockModel({ name: "m", responses: [...responses, { content: "ok" }] }),
      tools: [before ? inner.with(before) : inner.agent, send],
      ...(durable ? { durable: { store: disk, mode: durable } } : {}),
    });
  };
  const decide = (id: string | undefined, by: AgentContract, decision = APPROVE) =>
    resume(id ?? "", decision, { store, agent: by, ...(key === undefined ? {} : { key }) });
  return { ...inner, inner: inner.agent, store, disk, done, outer, decide };
}

describe("an agent that is a tool, and whose call waits for a person", () => {
  test("is run again with the run around it, which is asked what it was asked and keeps what it did", async () => {
    const one = around({
      turns: [
        [["look", 1]],
        [
          ["pay", 10],
          ["look", 2],
        ],
      ],
      key: "a key",
    });
    const turn = ["Pay.", "send"];
    const first = await one.outer(turn).execute("Go.");
    expect(first.report.status).toBe("awaiting-approval");
    const [request] = one.asked;
    expect(request?.context).toMatchObject({
      originalInput: "Go.",
      runId: first.report.runId,
      agentName: "desk",
    });
    expect(one.done.toSorted()).toEqual(["look 1", "look 2", "send"]);
    const outcome = await one.decide(request?.interruptId, one.outer(turn));
    expect(outcome).toMatchObject({ type: "applied", result: { text: "ok" } });
    expect(one.done.toSorted()).toEqual(["look 1", "look 2", "pay 10", "send"]);
    expect(one.asked).toHaveLength(1);
  });

  test("A4: gets a decision once, however many runs of it make the same call", async () => {
    const one = around({ turns: [[["pay", 10]]] });
    await one.outer(["Pay."]).execute("Go.");
    const outcome = await one.decide(one.asked[0]?.interruptId, one.outer(["Pay."], ["Pay."]));
    expect(outcome).toMatchObject({ result: { report: { status: "awaiting-approval" } } });
    expect(one.done).toEqual(["pay 10"]);
    expect(one.asked).toHaveLength(2);
  });

  test.each([
    ["first", [0, 1]],
    ["second", [1, 0]],
  ])("twice in a turn, of which the %s is decided first, asks nobody twice", async (_, order) => {
    const one = around({ turns: [[["look", 1]], [["pay", 10]]] });
    const turn = ["Pay.", "Pay."];
    const { error } = await one.outer(turn).execute("Go.");
    const { interruptIds } = error as InterruptSuspendedError;
    expect(interruptIds).toHaveLength(2);
    const [now, later] = order.map((index) => interruptIds[index]);
    const half = await one.decide(now, one.outer(turn), { type: "reject", reason: "twice" });
    expect(half).toMatchObject({ result: { error: { interruptId: later } } });
    expect(one.done).toEqual(["look 1", "look 1"]);
    const whole = await one.decide(later, one.outer(turn));
    expect(whole).toMatchObject({ result: { text: "ok" } });
    expect(one.done).toEqual(["look 1", "look 1", "pay 10"]);
    expect(one.asked).toHaveLength(2);
  });

  test("finds its decision also where the run around it asks it in other words", async () => {
    const one = around({ turns: [[["pay", 10]]] });
    await one.outer(["Pay."]).execute("Go.");
    const other = one.outer(["send"], ["Please pay."]);
    expect(await one.decide(one.asked[0]?.interruptId, other)).toMatchObject({ result: { text: "ok" } });
    expect([one.done, one.asked.length]).toEqual([["send", "pay 10"], 1]);
  });

  test("asks in the name of the run at the top, also through another agent", async () => {
    const one = around({
      turns: [
        [
          ["look", 1],
          ["pay", 10],
        ],
      ],
    });
    const top = (): AgentContract => {
      const toolCalls = [{ name: "outer", input: { input: "Go." } }];
      const model = mockModel({ name: "m", responses: [{ toolCalls }, { content: "done" }] });
      return agent({ name: "top", model, tools: [one.outer(["send", "Pay."])] });
    };
    const { report } = await top().execute("Start.");
    expect(one.asked[0]?.context).toMatchObject({ originalInput: "Start.", runId: report.runId });
    const outcome = await one.decide(one.asked[0]?.interruptId, top());
    expect(outcome).toMatchObject({ result: { text: "done" } });
    expect(one.done.toSorted()).toEqual(["look 1", "pay 10", "send"]);
  });
});

describe.each(["per-trip", "per-call"] as const)(
  "a durable run, saved %s, with an agent whose call waits",
  (durable) => {
    test("goes on where it stopped: only the agent is run again, and its calls keep what they gave", async () => {
      const one = around({
        turns: [
          [["look", 1]],
          [
            ["look", 2],
            ["pay", 10],
          ],
        ],
        durable,
        key: "a key",
      });
      const outer = one.outer(["Pay.", "send"]);
      await outer.execute("Go.", { runId: "run" });
      expect(one.done.toSorted()).toEqual(["look 1", "look 2", "send"]);
      expect(await drainRuns({ agents: [outer], store: one.disk })).toEqual([]);
      const outcome = await one.decide(one.asked[0]?.interruptId, outer);
      expect(outcome).toMatchObject({
        result: { text: "ok", report: { runId: "run", status: "completed" } },
      });
      expect(one.done.toSorted()).toEqual(["look 1", "look 2", "pay 10", "send"]);
      expect(one.asked).toHaveLength(1);
      expect(await one.store.list()).toEqual([]);
      expect(await one.decide(one.asked[0]?.interruptId, outer)).toMatchObject({ type: "already-resolved" });
    });

    test("R13: takes a decision along where its process dies before the tool has run", async () => {
      let deaths = 0;
      const dies: AgentMiddleware = {
        name: "dies",
        tool: {
          before: ({ approvals }) => {
            if (!approvals.hasDecisions || deaths > 0) return undefined;
            deaths += 1;
            return new Promise(() => {});
          },
        },
      };
      const turns: DeskSetup["turns"] = [[["pay", 10]]];
      const one = around({ turns, durable, key: "a key", before: dies });
      const outer = one.outer(["send", "Pay."]);
      await outer.execute("Go.", { runId: "run" });
      void one.decide(one.asked[0]?.interruptId, outer);
      await expect.poll(() => deaths).toBe(1);
      const [drained] = await drainRuns({ agents: [outer], store: one.disk });
      expect(drained).toMatchObject({ status: "resumed", result: { text: "ok" } });
      expect(one.done).toEqual(["send", "pay 10"]);
      expect(one.asked).toHaveLength(1);
      expect(await one.store.list()).toEqual([]);
    });

    test("with two such agents in a turn asks nobody twice", async () => {
      const one = around({ turns: [[["look", 1]], [["pay", 10]]], durable });
      const outer = one.outer(["Pay.", "Pay again."]);
      await outer.execute("Go.", { runId: "run" });
      const [first, second] = one.asked.map(({ interruptId }) => interruptId);
      const half = await one.decide(second, outer);
      expect(half).toMatchObject({ result: { error: { interruptId: first } } });
      expect(await one.decide(first, outer)).toMatchObject({ result: { text: "ok" } });
      expect(one.done.toSorted()).toEqual(["look 1", "look 1", "pay 10", "pay 10"]);
      expect(one.asked).toHaveLength(2);
    });
  },
);
