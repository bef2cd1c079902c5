import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { cancelRun } from "../../src/agent/cancel-run.ts";
import { drainRuns } from "../../src/agent/drain-runs.ts";
import type { ApprovalDecision, InterruptStore } from "../../src/contracts/interrupt.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import type { Store } from "../../src/contracts/store.ts";
import { InterruptSuspendedError } from "../../src/core/errors/index.ts";
import { type ApprovalHandler, approval } from "../../src/human/approval.ts";
import { from } from "../../src/human/interrupt.ts";
import { resume } from "../../src/human/resume.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { from as snapshots } from "../../src/store/snapshot.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { type Desk, type DeskSetup, desk, putAside } from "./gated-agents.ts";

const APPROVE: ApprovalDecision = { type: "approve" };
const modes = ["per-trip", "per-call"] as const;
const THREE: DeskSetup["turns"] = [
  [["look", 7]],
  [
    ["look", 1],
    ["pay", 2],
    ["look", 3],
  ],
];
const TEXT = "look 7 done; look 1 done; pay 2 done; look 3 done";

/** A process that works on the runs of a disk. */
function processOn(
  disk: Store,
  done: string[],
  setup: Partial<DeskSetup> & { mode?: DurableOptions["mode"] } = {},
) {
  const { mode = "per-trip", ...rest } = setup;
  const store = from(disk);
  const durable: DurableOptions = { store: disk, mode };
  return { ...desk({ turns: THREE, durable, done, store, handler: putAside(store), ...rest }), store };
}

function idOf({ asked }: Desk, index = 0): string {
  return asked[index]?.interruptId ?? "";
}

describe.each(modes)("a durable run, saved %s, whose call waits for a person", (mode) => {
  test("goes on in another process where it stopped: no model call and no other call is made again", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const first = processOn(disk, done, { mode });
    const suspended = await first.agent.execute("Pay.", { runId: "run" });
    expect(suspended.report.status).toBe("awaiting-approval");
    expect(suspended.usage.total).toBe(220);
    expect(await snapshots(disk).load("run")).toMatchObject({ status: "awaiting-approval" });

    const second = processOn(disk, done, { mode });
    const outcome = await resume(idOf(first), APPROVE, { store: second.store, agent: second.agent });
    const result = outcome.type === "applied" ? outcome.result : undefined;
    expect(result?.text).toBe(TEXT);
    expect(result?.report).toMatchObject({ runId: "run", status: "completed" });
    expect(result?.report.trips).toHaveLength(3);
    expect(result?.usage.total).toBe(330);
    expect(result?.report.children.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "look completed",
      "look completed",
      "pay completed",
      "look completed",
    ]);
    expect(done).toEqual(["look 7", "look 1", "look 3", "pay 2"]);
    expect([first.models(), second.models(), second.asked]).toEqual([2, 1, []]);
    expect(await second.store.list()).toEqual([]);
    expect(await resume(idOf(first), APPROVE, { store: second.store, agent: second.agent })).toMatchObject({
      type: "already-resolved",
    });
    const again = await second.agent.resume("run");
    expect([again.text, again.usage.total]).toEqual([TEXT, 330]);
  });

  test("is edited and refused like any", async () => {
    for (const [decision, text] of [
      [{ type: "edit", args: { amount: 1 } }, "pay 1 done"],
      [{ type: "reject", reason: "no" }, 'Error: A reviewer refused the call of "pay": no'],
    ] as const) {
      const [disk, done]: [Store, string[]] = [memoryStore(), []];
      const one = processOn(disk, done, { mode, turns: [[["pay", 2]]] });
      await one.agent.execute("Pay.", { runId: "run" });
      const outcome = await resume(idOf(one), decision, { store: one.store, agent: one.agent });
      expect(outcome).toMatchObject({ type: "applied", result: { text } });
    }
  });

  test.each([
    ["first", [0, 1]],
    ["second", [1, 0]],
  ])("with two requests, of which the %s is decided first, asks nobody twice", async (_, order) => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const turns: DeskSetup["turns"] = [
      [
        ["pay", 1],
        ["look", 2],
        ["refund", 3],
      ],
    ];
    const one = processOn(disk, done, { mode, turns });
    const { interruptIds } = (await one.agent.execute("Pay.", { runId: "run" }))
      .error as InterruptSuspendedError;
    expect(interruptIds.toSorted()).toEqual([idOf(one, 0), idOf(one, 1)].toSorted());
    const [now = "", later = ""] = order.map((index) => interruptIds[index]);
    const other = processOn(disk, done, { mode, turns });
    const half = await resume(now, APPROVE, { store: other.store, agent: other.agent });
    expect(half).toMatchObject({ result: { error: { interruptId: later } } });
    expect(await other.store.list()).toEqual([later]);
    const whole = await resume(later, APPROVE, { store: other.store, agent: other.agent });
    expect(whole).toMatchObject({ result: { text: "pay 1 done; look 2 done; refund 3 done" } });
    expect(done.toSorted()).toEqual(["look 2", "pay 1", "refund 3"]);
    expect([one.models(), other.models(), other.asked]).toEqual([1, 1, []]);
  });

  test("is decided once by two processes at the same time, and two decisions at the same time both hold", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const turns: DeskSetup["turns"] = [
      [
        ["pay", 1],
        ["refund", 3],
      ],
    ];
    const one = processOn(disk, done, { mode, turns });
    await one.agent.execute("Pay.", { runId: "run" });
    const desks = [0, 0, 1, 1].map((index) => ({
      id: idOf(one, index),
      ...processOn(disk, done, { mode, turns }),
    }));
    const outcomes = await Promise.all(
      desks.map(({ id, store, agent }) => resume(id, APPROVE, { store, agent })),
    );
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual([
      "already-resolved",
      "already-resolved",
      "applied",
      "applied",
    ]);
    expect(done.toSorted()).toEqual(["pay 1", "refund 3"]);
    expect((await one.agent.resume("run")).text).toBe("pay 1 done; refund 3 done");
  });

  test("waits on its own: a drain leaves it, and resume() without a decision tells again what it waits for", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const one = processOn(disk, done, { mode });
    await one.agent.execute("Pay.", { runId: "run" });
    expect(await drainRuns({ agents: [one.agent], store: disk })).toEqual([]);
    const again = await one.agent.resume("run");
    expect(again.error).toBeInstanceOf(InterruptSuspendedError);
    expect(again.error).toMatchObject({ interruptId: idOf(one) });
    expect(again.report.status).toBe("awaiting-approval");
    // By force the turn goes on: it finds the request that waits, or asks anew where it is lost.
    expect((await one.agent.resume("run", { force: true })).error).toMatchObject({ interruptId: idOf(one) });
    expect(one.asked).toHaveLength(1);
    await one.store.delete(idOf(one));
    expect((await one.agent.resume("run", { force: true })).error).toMatchObject({ interruptId: idOf(one) });
    expect(one.asked).toHaveLength(2);
    expect(done).toEqual(["look 7", "look 1", "look 3"]);
    expect(one.models()).toBe(2);
  });

  test("can be cancelled; a decision is then too late", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const one = processOn(disk, done, { mode });
    await one.agent.execute("Pay.", { runId: "run" });
    expect(await cancelRun({ runId: "run", store: disk })).toEqual({ runId: "run", status: "cancelled" });
    expect(await resume(idOf(one), APPROVE, { store: one.store, agent: one.agent })).toEqual({
      type: "already-resolved",
      interruptId: idOf(one),
    });
    expect(await one.store.list()).toEqual([]);
    expect(done).not.toContain("pay 2");
  });

  test("keeps a decision away while it is at work, and can be taken over where its process died", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const one = processOn(disk, done, { mode });
    await one.agent.execute("Pay.", { runId: "run" });
    // As if the process had died between the request and the end of the run.
    const runs = snapshots(disk);
    const snapshot = await runs.load("run");
    if (!snapshot) throw new Error("It is not saved.");
    await runs.save({ ...snapshot, status: "running" });
    const options = { store: one.store, agent: one.agent, patienceMs: 0 };
    await expect(resume(idOf(one), APPROVE, options)).rejects.toMatchObject({ retryable: true });
    expect(await one.store.list()).toEqual([idOf(one)]);
    const outcome = await resume(idOf(one), APPROVE, { ...options, takeOver: true });
    expect(outcome).toMatchObject({ result: { text: TEXT } });
    expect(done).toEqual(["look 7", "look 1", "look 3", "pay 2"]);
  });

  test("is not touched by a decision that cannot be saved", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const one = processOn(disk, done, { mode });
    await one.agent.execute("Pay.", { runId: "run" });
    const broken = { isBroken: true };
    const failing: Store = {
      ...disk,
      set: (...given) => (broken.isBroken ? Promise.reject(new Error("disk full")) : disk.set(...given)),
      batch: (...given) =>
        broken.isBroken
          ? Promise.reject(new Error("disk full"))
          : (disk.batch?.(...given) ?? Promise.resolve()),
    };
    const other = processOn(failing, done, { mode });
    const options = { store: one.store, agent: other.agent };
    await expect(resume(idOf(one), APPROVE, options)).rejects.toThrow();
    expect(done).not.toContain("pay 2");
    expect(await one.store.list()).toEqual([idOf(one)]);
    broken.isBroken = false;
    expect(await resume(idOf(one), APPROVE, options)).toMatchObject({ result: { text: TEXT } });
    expect(done).toEqual(["look 7", "look 1", "look 3", "pay 2"]);
  });

  test("that is asked something else is begun anew", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const one = processOn(disk, done, { mode, turns: [[["pay", 2]]] });
    await one.agent.execute("Pay.", { runId: "run" });
    const options = { store: one.store, agent: one.agent, input: "Pay, says Ann." };
    const outcome = await resume(idOf(one), APPROVE, options);
    const result = outcome.type === "applied" ? outcome.result : undefined;
    expect(result?.text).toBe("pay 2 done");
    expect(result?.report.runId).not.toBe("run");
    expect(one.asked).toHaveLength(1);
  });

  test("goes on twice: a later call of the run is asked about by itself", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const turns: DeskSetup["turns"] = [[["pay", 2]], [["pay", 2]]];
    const one = processOn(disk, done, { mode, turns });
    await one.agent.execute("Pay.", { runId: "run" });
    const half = await resume(idOf(one), APPROVE, { store: one.store, agent: one.agent });
    expect(half).toMatchObject({ result: { error: { code: "INTERRUPT_SUSPENDED" } } });
    expect(one.asked).toHaveLength(2);
    expect(done).toEqual(["pay 2"]);
    const whole = await resume(idOf(one, 1), APPROVE, { store: one.store, agent: one.agent });
    expect(whole).toMatchObject({ result: { text: "pay 2 done; pay 2 done" } });
    expect(one.models()).toBe(3);
  });

  test("keeps its history elsewhere, and streams what it goes on with", async () => {
    const [disk, done]: [Store, string[]] = [memoryStore(), []];
    const one = processOn(disk, done, { mode, durable: { store: disk, mode, saveHistory: false } });
    const history = [
      { role: "user" as const, content: "Hi." },
      { role: "user" as const, content: "Hello?" },
    ];
    await one.agent.execute("Pay.", { runId: "run", history });
    const types: string[] = [];
    const outcome = await resume(idOf(one), APPROVE, {
      store: one.store,
      agent: one.agent,
      executeOptions: { history, on: { "agent.approval.decided": ({ type }) => types.push(type) } },
    });
    expect(outcome).toMatchObject({ result: { text: TEXT } });
    expect(types).toEqual(["agent.approval.decided"]);
  });

  test("H9: goes on with the conversation of a run that never waited, reasoning and all", async () => {
    const conversation = async (handler: (store: InterruptStore) => ApprovalHandler) => {
      const disk = memoryStore();
      const store = from(disk);
      const reasoning = [
        { type: "reasoning" as const, text: "Pay first.", providerMetadata: { signature: "s1" } },
      ];
      const toolCalls = ["look", "pay"].map((name, index) => ({
        id: `c${index}`,
        name,
        input: { amount: 1 },
        providerMetadata: { thought: index },
      }));
      const model = mockModel({ name: "m", responses: [{ reasoning, toolCalls }, { content: "ok" }] });
      const tools = ["look", "pay"].map((name) =>
        tool({ name, description: name, input: { type: "object" }, execute: () => `${name} done` }),
      );
      const middleware = [
        approval({ policy: { type: "allowlist", tools: ["pay"] }, store, handler: handler(store) }),
      ];
      const helper = agent({ model, tools, middleware, durable: { store: disk, mode } });
      await helper.execute("Pay.", { runId: "run" });
      for (const id of await store.list()) await resume(id, APPROVE, { store, agent: helper });
      expect(model.callCount).toBe(2);
      return model.callHistory[1]?.messages;
    };
    const straight = await conversation(() => () => APPROVE);
    expect(JSON.stringify(straight)).toContain("Pay first.");
    expect(await conversation(putAside)).toEqual(straight);
  });

  test("remembers a refusal when its process dies after it", async () => {
    const disk = memoryStore();
    const gate = approval({
      policy: { type: "denylist", tools: [] },
      handler: () => ({ type: "reject", reason: "no" }),
    });
    const pay = tool({ name: "pay", description: "Pays.", input: { type: "object" }, execute: () => "paid" });
    const toolCalls = [{ name: "pay", input: {} }];
    const outage = { error: new Error("The model is down.") };
    const model = mockModel({ name: "m", responses: [{ toolCalls }, outage, { content: "I may not." }] });
    const durable = { store: disk, mode };
    const helper = agent({ model, tools: [pay], middleware: [gate], durable });
    await helper.execute("Pay.", { runId: "run" });
    const result = await helper.resume("run");
    expect([result.text, result.error?.code]).toEqual(["I may not.", "APPROVAL_REJECTED"]);
  });

  test("R13: applies a decision that fell in the process where that dies before the tool has run, and asks nobody again", async () => {
    const disk = memoryStore();
    const asked: string[] = [];
    const done: string[] = [];
    const life = (work: () => unknown) => {
      const gate = approval({
        policy: { type: "denylist", tools: [] },
        handler: ({ toolName }) => {
          asked.push(toolName);
          return { type: "edit", args: { amount: 1 } };
        },
      });
      const pay = tool({
        name: "pay",
        description: "Pays.",
        input: { type: "object" },
        execute: (args) => {
          done.push(JSON.stringify(args));
          return work();
        },
      });
      const toolCalls = [{ name: "pay", input: { amount: 2 } }];
      const model = mockModel({ name: "m", responses: [{ toolCalls }, { content: "ok" }] });
      const durable = { store: disk, mode };
      return { model, agent: agent({ model, tools: [pay], middleware: [gate], durable }) };
    };
    void life(() => new Promise(() => {})).agent.execute("Pay.", { runId: "run" });
    await expect.poll(() => done.length).toBe(1);
    // The answer of a whole trip is not saved with it: the model is asked again.
    const next = life(() => "paid");
    if (mode === "per-call") await next.model.complete([], {});
    expect((await next.agent.resume("run")).text).toBe("ok");
    expect([asked, done]).toEqual([["pay"], ['{"amount":1}', '{"amount":1}']]);
  });
});
