import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent, AgentExecuteOptions } from "../../src/contracts/agent.ts";
import type { ApprovalDecision, ApprovalRequest, InterruptStore } from "../../src/contracts/interrupt.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import { InterruptSuspendedError } from "../../src/core/errors/index.ts";
import { approval } from "../../src/human/approval.ts";
import { memory } from "../../src/human/interrupt.ts";
import { type InterruptResumeOptions, resume } from "../../src/human/resume.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { type DeskSetup, desk, putAside } from "./gated-agents.ts";

const APPROVE: ApprovalDecision = { type: "approve" };

/** A desk that puts requests aside, and its store. */
function deskAside(setup: DeskSetup, store: InterruptStore = memory()) {
  return { ...desk({ store, handler: putAside(store), ...setup }), store };
}

const idsIn = async (store: InterruptStore): Promise<readonly string[]> => (await store.list?.()) ?? [];

describe("a run whose handler puts the request aside", () => {
  test("ends awaiting approval, with the id on its error, and runs nothing", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const result = await one.agent.execute("Pay.");
    expect(result.error).toBeInstanceOf(InterruptSuspendedError);
    expect(result.error).toMatchObject({ interruptId: one.asked[0]?.interruptId });
    expect(result.report.status).toBe("awaiting-approval");
    expect(result.report.children[0]?.status).toBe("awaiting-approval");
    expect(one.done).toEqual([]);
    expect(await idsIn(one.store)).toEqual([one.asked[0]?.interruptId]);
  });

  test("shows in a stream that a call waits, and for what", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const events: AgentEvent[] = [];
    for await (const event of one.agent.stream("Pay.")) events.push(event);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => /tool|approval|error/.test(type))).toEqual([
      "agent.tool.calling",
      "agent.approval.requested",
      "agent.tool.suspended",
      "agent.error",
    ]);
  });

  test("is put aside by any hook or tool that throws the error, which stops nothing beside it", async () => {
    const done: string[] = [];
    const named = (name: string, work: () => unknown) =>
      tool({ name, description: name, input: { type: "object" }, execute: work });
    const waits = named("waits", () => {
      throw new InterruptSuspendedError("Ask Ann.", { interruptId: "ann" });
    });
    const slow = named("slow", async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push("slow");
    });
    const calls = [
      { name: "waits", input: {} },
      { name: "slow", input: {} },
    ];
    const responses = [{ toolCalls: calls }, { content: "ok" }];
    const result = await agent({
      model: mockModel({ name: "m", responses }),
      tools: [waits, slow],
    }).execute("Go.");
    expect(result.error).toMatchObject({ code: "INTERRUPT_SUSPENDED", interruptId: "ann" });
    expect([result.report.status, done]).toEqual(["awaiting-approval", ["slow"]]);
    const hook = {
      name: "hook",
      tool: {
        before: ({ tool }: { tool: { name: string } }) => {
          if (tool.name === "waits") throw new InterruptSuspendedError("Ask Bob.", { interruptId: "bob" });
        },
      },
    };
    const hooked = agent({
      model: mockModel({ name: "m", responses }),
      tools: [waits, slow],
      middleware: [hook],
    });
    expect((await hooked.execute("Go.")).error).toMatchObject({ interruptId: "bob" });
    expect(done).toEqual(["slow", "slow"]);
  });

  test("puts the run around it aside, where it is a tool itself", async () => {
    const inner = deskAside({ turns: [[["pay", 10]]] });
    const model = mockModel({
      name: "m",
      responses: [{ toolCalls: [{ name: "desk", input: { input: "Pay." } }] }, { content: "ok" }],
    });
    const outer = agent({ model, tools: [inner.agent] });
    const result = await outer.execute("Go.");
    const interruptId = inner.asked[0]?.interruptId ?? "";
    expect(result.error).toMatchObject({ code: "INTERRUPT_SUSPENDED", interruptId });
    expect(result.report.status).toBe("awaiting-approval");
    // The request knows what the inner agent was asked; the caller knows what the outer one was.
    const again = agent({
      model: mockModel({
        name: "m",
        responses: [{ toolCalls: [{ name: "desk", input: { input: "Pay." } }] }, { content: "ok" }],
      }),
      tools: [inner.agent],
    });
    const options = { store: inner.store, agent: again, input: "Go." };
    expect(await resume(interruptId, APPROVE, options)).toMatchObject({ result: { text: "ok" } });
    expect([inner.done, inner.asked.length]).toEqual([["pay 10"], 1]);
  });
});

describe("a decision on a run that is begun anew", () => {
  test.each<[ApprovalDecision, string[], string, string | undefined]>([
    [APPROVE, ["pay 10"], "pay 10 done", undefined],
    [{ type: "edit", args: { amount: 5 } }, ["pay 5"], "pay 5 done", undefined],
    [
      { type: "reject", reason: "too much" },
      [],
      'Error: A reviewer refused the call of "pay": too much',
      "APPROVAL_REJECTED",
    ],
  ])("%j is applied to the call, and nobody is asked again", async (decision, done, text, code) => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId = "" } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const other = deskAside({ turns: [[["pay", 10]]] }, one.store);
    const outcome = await resume(interruptId, decision, { store: one.store, agent: other.agent });
    expect(outcome).toMatchObject({ type: "applied", interruptId, decision });
    const result = outcome.type === "applied" ? outcome.result : undefined;
    expect([result?.text, result?.error?.code, other.done, other.asked]).toEqual([text, code, done, []]);
    expect(await idsIn(one.store)).toEqual([]);
    expect(await resume(interruptId, APPROVE, { store: one.store, agent: other.agent })).toEqual({
      type: "already-resolved",
      interruptId,
    });
    expect(other.done).toEqual(done);
  });

  test("is handed back where there is no agent", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const { store } = one;
    expect(await resume(interruptId, APPROVE, { store })).toEqual({
      type: "applied",
      interruptId,
      decision: APPROVE,
    });
    expect(await resume(interruptId, APPROVE, { store })).toEqual({ type: "already-resolved", interruptId });
    expect(await resume("never raised", APPROVE, { store, agent: one.agent })).toMatchObject({
      type: "already-resolved",
    });
    expect(one.done).toEqual([]);
  });

  test.each<[unknown]>([
    [{ type: "reject" }],
    [{ type: "edit" }],
    [{ type: "maybe" }],
    [{}],
    [undefined],
    ["approve"],
  ])("that is none, %j, is a TypeError, and the request still waits", async (decision) => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const options = { store: one.store, agent: one.agent };
    await expect(resume(interruptId, decision as ApprovalDecision, options)).rejects.toThrow(TypeError);
    expect(await idsIn(one.store)).toEqual([interruptId]);
  });

  test("is applied once, however many decide at the same time", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const { store } = one;
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => resume(interruptId, APPROVE, { store, agent: one.agent })),
    );
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual([
      "already-resolved",
      "already-resolved",
      "already-resolved",
      "applied",
    ]);
    expect(one.done).toEqual(["pay 10"]);
  });

  test("A4: holds for exactly the arguments that were shown: another call is asked about anew", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    for (const turn of [["pay", 1000] as const, ["refund", 10] as const]) {
      const pending = await one.store.load(interruptId);
      const other = deskAside({ turns: [[turn]] }, one.store);
      const outcome = await resume(interruptId, APPROVE, { store: one.store, agent: other.agent });
      const result = outcome.type === "applied" ? outcome.result : undefined;
      expect(result?.report.status).toBe("awaiting-approval");
      expect(other.done).toEqual([]);
      const [asked] = other.asked;
      expect(asked).toMatchObject({ toolName: turn[0], args: { amount: turn[1] } });
      expect(await idsIn(one.store)).toEqual([asked?.interruptId]);
      await one.store.delete(asked?.interruptId ?? "");
      if (pending) await one.store.save(pending);
    }
  });

  test("is used once: a second call with the same arguments is asked about", async () => {
    const twice: DeskSetup = { turns: [[["pay", 10]], [["pay", 10]]] };
    const one = deskAside(twice);
    const first = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const outcome = await resume(first.interruptId, APPROVE, { store: one.store, agent: one.agent });
    expect(outcome).toMatchObject({ result: { report: { status: "awaiting-approval" } } });
    expect(one.done).toEqual(["pay 10"]);
    const [second = ""] = await idsIn(one.store);
    expect(second).not.toBe(first.interruptId);
    const last = await resume(second, APPROVE, { store: one.store, agent: one.agent });
    expect(last).toMatchObject({ result: { text: "pay 10 done; pay 10 done" } });
    expect(one.done).toEqual(["pay 10", "pay 10"]);
  });

  test("finds its call also where the new run makes it in another trip", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const later = deskAside({ turns: [[["look", 1]], [["pay", 10]]] }, one.store);
    const outcome = await resume(interruptId, APPROVE, { store: one.store, agent: later.agent });
    expect(outcome).toMatchObject({ result: { text: "look 1 done; pay 10 done" } });
    expect(later.asked).toEqual([]);
  });

  test("holds where the policy asks for it no more", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const lax = deskAside({ turns: [[["pay", 10]]], policy: { type: "allowlist", tools: [] } }, one.store);
    const decision: ApprovalDecision = { type: "reject", reason: "no" };
    const outcome = await resume(interruptId, decision, { store: one.store, agent: lax.agent });
    expect(outcome).toMatchObject({ result: { error: { code: "APPROVAL_REJECTED" } } });
    expect(lax.done).toEqual([]);
  });

  test("goes with the original input, session and options, or with those given", async () => {
    const one = deskAside({ turns: [[["pay", 10]]] });
    const suspend = async () =>
      ((await one.agent.execute("Pay.", { sessionId: "s1" })).error as InterruptSuspendedError).interruptId;
    const calls: [string, AgentExecuteOptions | undefined][] = [];
    const spy = {
      execute: (input: string, options?: AgentExecuteOptions) => {
        calls.push([input, options]);
        return one.agent.execute(input, options);
      },
    };
    const options: InterruptResumeOptions = { store: one.store, agent: spy };
    await resume(await suspend(), APPROVE, options);
    await resume(await suspend(), APPROVE, {
      ...options,
      input: "Pay, says Ann.",
      executeOptions: { sessionId: "s2", placeholders: { a: 1 } },
    });
    expect(calls[0]).toMatchObject(["Pay.", { sessionId: "s1" }]);
    expect(calls[1]).toMatchObject(["Pay, says Ann.", { sessionId: "s2", placeholders: { a: 1 } }]);
    const id = await suspend();
    const pending = await one.store.load(id);
    if (!pending) throw new Error("It does not wait.");
    const { originalInput: _, ...context } = pending.request.context;
    await one.store.save({ ...pending, request: { ...pending.request, context } });
    await expect(resume(id, APPROVE, options)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(await one.store.load(id)).toBeDefined();
  });
});

describe("A4: a turn with calls of which some need a person, run anew", () => {
  const turn: DeskSetup["turns"] = [
    [
      ["look", 1],
      ["pay", 2],
      ["look", 3],
    ],
  ];

  test("keeps the results of the others, and those of earlier trips: nothing is done twice", async () => {
    const one = deskAside({ turns: [[["look", 7]], ...turn] });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    expect(one.done).toEqual(["look 7", "look 1", "look 3"]);
    const outcome = await resume(interruptId, APPROVE, { store: one.store, agent: one.agent });
    expect(outcome).toMatchObject({
      result: {
        text: "look 7 done; look 1 done; pay 2 done; look 3 done",
        report: { status: "completed" },
      },
    });
    expect(one.done).toEqual(["look 7", "look 1", "look 3", "pay 2"]);
    expect(one.asked).toHaveLength(1);
  });

  test.each([
    ["first", [0, 1]],
    ["last", [1, 0]],
  ])("with two requests: the %s is decided first, nobody is asked twice", async (_, order) => {
    const one = deskAside({
      turns: [
        [
          ["pay", 1],
          ["look", 2],
          ["refund", 3],
        ],
      ],
    });
    const { interruptIds } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    expect(one.asked.map(({ interruptId }) => interruptId).toSorted()).toEqual(interruptIds.toSorted());
    const [first = "", second = ""] = order.map((index) => interruptIds[index]);
    const half = await resume(first, APPROVE, { store: one.store, agent: one.agent });
    expect(half).toMatchObject({ result: { error: { interruptId: second } } });
    expect(await idsIn(one.store)).toEqual([second]);
    const whole = await resume(second, APPROVE, { store: one.store, agent: one.agent });
    expect(whole).toMatchObject({ result: { text: "pay 1 done; look 2 done; refund 3 done" } });
    expect(one.done.toSorted()).toEqual(["look 2", "pay 1", "refund 3"]);
    expect(one.asked).toHaveLength(2);
  });

  test("tells apart two calls with the same arguments", async () => {
    const one = deskAside({
      turns: [
        [
          ["pay", 5],
          ["pay", 5],
        ],
      ],
    });
    const { interruptIds } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const [first = "", second = ""] = interruptIds;
    expect(interruptIds).toHaveLength(2);
    const reject: ApprovalDecision = { type: "reject", reason: "twice" };
    const half = await resume(second, reject, { store: one.store, agent: one.agent });
    expect(half).toMatchObject({ result: { error: { interruptId: first } } });
    expect(one.done).toEqual([]);
    await resume(first, APPROVE, { store: one.store, agent: one.agent });
    expect(one.done).toEqual(["pay 5"]);
    expect(one.asked).toHaveLength(2);
  });

  test("asks each of two gates once", async () => {
    const store = memory();
    const asked: ApprovalRequest[] = [];
    const gate = (name: string) =>
      approval({
        name,
        store,
        policy: { type: "denylist", tools: [] },
        handler: (request, context) => {
          asked.push(request);
          return putAside(store)(request, context);
        },
      });
    const done: string[] = [];
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object" },
      execute: () => void done.push("paid"),
    });
    const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "pay", input: {} }] }] });
    const helper = agent({ model, tools: [pay], middleware: [gate("one"), gate("two")], maxTrips: 2 });
    const first = (await helper.execute("Go.")).error as InterruptSuspendedError;
    const half = await resume(first.interruptId, APPROVE, { store, agent: helper });
    expect(asked.map(({ context }) => context.gate)).toEqual(["one", "two"]);
    expect(half).toMatchObject({ result: { error: { interruptId: asked[1]?.interruptId } } });
    expect(done).toEqual([]);
    await resume(asked[1]?.interruptId ?? "", APPROVE, { store, agent: helper });
    expect(done).toEqual(["paid"]);
  });

  test("waits for a decision until the turn has come to rest, and refuses it where that takes too long", async () => {
    const store = memory();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    const named = (name: string, work: () => Promise<void>) =>
      tool({ name, description: name, input: { type: "object" }, execute: work });
    const calls = [
      { name: "pay", input: {} },
      { name: "slow", input: {} },
    ];
    const model = mockModel({
      name: "m",
      responses: [{ toolCalls: calls }, { toolCalls: calls }, { content: "ok" }],
    });
    const helper = agent({
      model,
      tools: [
        named("pay", async () => void done.push("pay")),
        named("slow", async () => {
          await held;
          done.push("slow");
        }),
      ],
      middleware: [
        approval({ store, policy: { type: "allowlist", tools: ["pay"] }, handler: putAside(store) }),
      ],
    });
    const running = helper.execute("Go.");
    await expect.poll(async () => (await idsIn(store)).length).toBe(1);
    const [id = ""] = await idsIn(store);
    const hasty = resume(id, APPROVE, { store, agent: helper, patienceMs: 0 });
    await expect(hasty).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED", retryable: true });
    expect(await idsIn(store)).toEqual([id]);
    const patient = resume(id, APPROVE, { store, agent: helper });
    release();
    await running;
    expect(await patient).toMatchObject({ type: "applied", result: { text: "ok" } });
    expect(done).toEqual(["slow", "pay"]);
  });

  test("with two requests that are decided at the same time asks nobody twice, and does nothing twice", async () => {
    const turns: DeskSetup["turns"] = [
      [
        ["pay", 1],
        ["look", 2],
        ["refund", 3],
      ],
    ];
    const one = deskAside({ turns, key: "a key" });
    await one.agent.execute("Pay.");
    const others = one.asked.map(() => desk({ ...one, turns, key: "a key", handler: putAside(one.store) }));
    const outcomes = await Promise.all(
      others.map(({ agent }, index) =>
        resume(one.asked[index]?.interruptId ?? "", APPROVE, { store: one.store, agent, key: "a key" }),
      ),
    );
    const texts = outcomes.map((outcome) => (outcome.type === "applied" ? outcome.result?.text : undefined));
    expect(texts).toContain("pay 1 done; look 2 done; refund 3 done");
    expect(one.done.toSorted()).toEqual(["look 2", "pay 1", "refund 3"]);
    expect(others.map(({ asked }) => asked)).toEqual([[], []]);
    expect(await idsIn(one.store)).toEqual([]);
  });

  test("whose new run fails before it gets there leaves the other requests as they were", async () => {
    const turns: DeskSetup["turns"] = [
      [
        ["pay", 1],
        ["refund", 3],
      ],
    ];
    const one = deskAside({ turns });
    await one.agent.execute("Pay.");
    const [first, second] = one.asked.map(({ interruptId }) => interruptId);
    const before = await one.store.load(second ?? "");
    const broken = agent({
      model: mockModel({ name: "m", responses: [{ error: new Error("The model is down.") }] }),
    });
    const failed = await resume(first ?? "", APPROVE, { store: one.store, agent: broken });
    expect(failed).toMatchObject({ result: { report: { status: "failed" } } });
    expect(await one.store.load(second ?? "")).toEqual(before);
    const outcome = await resume(second ?? "", APPROVE, {
      store: one.store,
      agent: one.agent,
      patienceMs: 0,
    });
    expect(outcome).toMatchObject({ result: { report: { status: "awaiting-approval" } } });
    expect(one.done).toEqual(["refund 3"]);
  });

  test("whose decision was at work when its process died can be taken over, and nothing is done twice", async () => {
    const turns: DeskSetup["turns"] = [
      [
        ["pay", 1],
        ["look", 2],
        ["refund", 3],
      ],
    ];
    const one = deskAside({ turns });
    await one.agent.execute("Pay.");
    const [first = "", second = ""] = one.asked.map(({ interruptId }) => interruptId);
    const died = { execute: () => new Promise<never>(() => {}) };
    void resume(first, APPROVE, { store: one.store, agent: died });
    await expect.poll(() => one.store.load(first)).toBeUndefined();
    const options = { store: one.store, agent: one.agent, patienceMs: 0 };
    await expect(resume(second, APPROVE, options)).rejects.toMatchObject({ retryable: true });
    const outcome = await resume(second, APPROVE, { ...options, takeOver: true });
    // The first decision is lost with its process: a run that is not durable asks again.
    expect(outcome).toMatchObject({ result: { error: { interruptIds: [first] } } });
    expect(one.done.toSorted()).toEqual(["look 2", "refund 3"]);
  });

  test("of a run that is cancelled meanwhile waits no more", async () => {
    const store = memory();
    const controller = new AbortController();
    const one = desk({
      store,
      turns: [
        [
          ["pay", 1],
          ["look", 2],
        ],
      ],
      handler: (request, context) => {
        setTimeout(() => controller.abort("enough"));
        return putAside(store)(request, context);
      },
      policy: {
        type: "predicate",
        requiresApproval: ({ toolName }) => toolName === "pay",
      },
    });
    const slow: AgentMiddleware = {
      name: "slow",
      tool: {
        after: async ({ tool, signal }) => {
          if (tool.name === "look") await new Promise((resolve) => signal.addEventListener("abort", resolve));
        },
      },
    };
    const helper = one.with(slow);
    const result = await helper.execute("Pay.", { signal: controller.signal });
    expect(result.error?.code).toBe("AGENT_CANCELLED");
    expect(await idsIn(store)).toEqual([]);
    const { interruptId = "" } = one.asked[0] ?? {};
    expect(await resume(interruptId, APPROVE, { store, agent: helper })).toMatchObject({
      type: "already-resolved",
    });
    expect(one.done).toEqual(["look 2"]);
  });

  test("of a run that another call of the turn has ended keeps what was done", async () => {
    const store = memory();
    const one = desk({
      store,
      turns: [
        [
          ["look", 1],
          ["pay", 2],
          ["look", 3],
        ],
      ],
      handler: putAside(store),
    });
    let isBroken = true;
    const breaks: AgentMiddleware = {
      name: "breaks",
      tool: {
        before: async ({ toolArgs }) => {
          if (!isBroken || (toolArgs as { amount: number }).amount !== 3) return;
          await expect.poll(async () => (await idsIn(store)).length, { timeout: 10_000 }).toBe(1);
          throw new Error("the wire is cut");
        },
      },
    };
    const helper = one.with(breaks);
    expect((await helper.execute("Pay.")).error?.message).toContain("the wire is cut");
    isBroken = false;
    const outcome = await resume(one.asked[0]?.interruptId ?? "", APPROVE, {
      store,
      agent: helper,
      patienceMs: 0,
    });
    expect(outcome).toMatchObject({ result: { text: "look 1 done; pay 2 done; look 3 done" } });
    // What was done before stays; the other two run side by side.
    expect(one.done[0]).toBe("look 1");
    expect(one.done.toSorted()).toEqual(["look 1", "look 3", "pay 2"]);
  });

  test("does not bring a request back that was decided while the turn was at work", async () => {
    const store = memory();
    const one = desk({
      store,
      turns: [
        [
          ["pay", 1],
          ["look", 2],
        ],
      ],
      handler: async (request, context) => {
        const asking = Promise.resolve(putAside(store)(request, context));
        const thrown = await asking.catch((error: unknown) => error);
        expect(await resume(request.interruptId, APPROVE, { store })).toMatchObject({ type: "applied" });
        throw thrown;
      },
    });
    await one.agent.execute("Pay.");
    expect(await idsIn(store)).toEqual([]);
  });

  test("goes on without what it did where its process has died, if it is told to", async () => {
    const one = deskAside({ turns: turn });
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    const pending = await one.store.load(interruptId);
    if (!pending) throw new Error("It does not wait.");
    const { kept: _, ...cut } = pending;
    await one.store.save(cut);
    const options = { store: one.store, agent: one.agent, patienceMs: 0 };
    await expect(resume(interruptId, APPROVE, options)).rejects.toMatchObject({ retryable: true });
    const outcome = await resume(interruptId, APPROVE, { ...options, takeOver: true });
    expect(outcome).toMatchObject({ result: { text: "look 1 done; pay 2 done; look 3 done" } });
    expect(one.done.filter((call) => call === "look 1")).toHaveLength(2);
  });

  test("works with a store of one's own that cannot update", async () => {
    const inner = memory();
    const { update: _, ...store } = inner;
    const one = deskAside({ turns: turn }, store);
    const { interruptId } = (await one.agent.execute("Pay.")).error as InterruptSuspendedError;
    await resume(interruptId, APPROVE, { store, agent: one.agent });
    expect(one.done).toEqual(["look 1", "look 3", "pay 2"]);
  });
});
