import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { ApprovalDecision, ApprovalRequest } from "../../src/contracts/interrupt.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import { ApprovalRejectedError } from "../../src/core/errors/index.ts";
import { approval, type HumanApprovalOptions } from "../../src/human/approval.ts";
import { forTool } from "../../src/middleware/compose.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { desk } from "./gated-agents.ts";

describe("a tool call that needs a person", () => {
  test("shows the request: who asks, what for, with which arguments", async () => {
    const { agent: helper, asked } = desk({
      turns: [[["look", 1]], [["pay", 10]]],
      policy: { type: "allowlist", tools: ["pay"], tags: () => ["money"] },
      handler: () => ({ type: "approve" }),
    });
    const before = Date.now();
    const { report } = await helper.execute("Pay the bill.", { sessionId: "s1" });
    expect(asked).toEqual([
      {
        interruptId: expect.stringMatching(/^[0-9a-f]{64}$/),
        toolName: "pay",
        toolDescription: "Does pay.",
        args: { amount: 10 },
        context: {
          agentName: "desk",
          tripIndex: 1,
          sessionId: "s1",
          originalInput: "Pay the bill.",
          tags: ["money"],
          runId: report.runId,
        },
        requestedAt: expect.any(String),
      },
    ]);
    expect(Date.parse(asked[0]?.requestedAt ?? "")).toBeGreaterThanOrEqual(before);
  });

  test("runs as called when it is approved, and calls that need nobody run unasked", async () => {
    const one = desk({
      turns: [
        [
          ["look", 1],
          ["pay", 10],
        ],
      ],
      handler: async () => ({ type: "approve" }),
    });
    const result = await one.agent.execute("Go.");
    expect(result.text).toBe("look 1 done; pay 10 done");
    expect(result.error).toBeUndefined();
    expect(one.asked.map(({ toolName }) => toolName)).toEqual(["pay"]);
    expect(one.done.toSorted()).toEqual(["look 1", "pay 10"]);
  });

  test("does not run when it is refused: the model hears the reason, the result carries the error beside the answer", async () => {
    const one = desk({ turns: [[["pay", 10]]], handler: () => ({ type: "reject", reason: "too much" }) });
    const result = await one.agent.execute("Go.");
    expect(one.done).toEqual([]);
    expect(result.text).toBe('Error: A reviewer refused the call of "pay": too much');
    const { error } = result;
    expect(error).toBeInstanceOf(ApprovalRejectedError);
    expect(error).toMatchObject({
      code: "APPROVAL_REJECTED",
      toolName: "pay",
      reason: "too much",
      interruptId: one.asked[0]?.interruptId,
    });
    expect(result.report).toMatchObject({ status: "failed", error });
    expect(result.report.children[0]).toMatchObject({ status: "failed", error });
    expect(result.report.trips).toHaveLength(2);
    expect(result.report.trips[0]?.error).toBeUndefined();
  });

  test("that was refused leaves no error where the model mends it", async () => {
    const one = desk({
      turns: [[["pay", 1000]], [["pay", 10]]],
      handler: ({ args }) =>
        (args as { amount: number }).amount > 100
          ? { type: "reject", reason: "too much" }
          : { type: "approve" },
    });
    const result = await one.agent.execute("Go.");
    expect(result.error).toBeUndefined();
    expect(result.report.status).toBe("completed");
    expect(one.done).toEqual(["pay 10"]);
    const again = desk({
      turns: [[["pay", 10]], [["pay", 1000]]],
      handler: ({ args }) =>
        (args as { amount: number }).amount > 100
          ? { type: "reject", reason: "too much" }
          : { type: "approve" },
    });
    expect((await again.agent.execute("Go.")).error?.code).toBe("APPROVAL_REJECTED");
  });

  test("runs with the arguments of the reviewer when it is edited, after the tool has validated them", async () => {
    const one = desk({ turns: [[["pay", 10]]], handler: () => ({ type: "edit", args: { amount: 5 } }) });
    const result = await one.agent.execute("Go.");
    expect(one.done).toEqual(["pay 5"]);
    expect(result.report.children[0]).toMatchObject({ input: { amount: 5 }, output: "pay 5 done" });
    const bad = desk({ turns: [[["pay", 10]]], handler: () => ({ type: "edit", args: { amount: "5 €" } }) });
    const refused = await bad.agent.execute("Go.");
    expect(bad.done).toEqual([]);
    expect(refused.report.children[0]?.error).toMatchObject({ code: "SCHEMA_VALIDATION_FAILED" });
    expect(refused.text).toContain("do not fit its schema");
  });

  test("an edit takes the place of arguments that other middleware hides from the report", async () => {
    const hides: AgentMiddleware = {
      name: "hides",
      tool: {
        before: (context) => {
          context.hiddenArgs = { amount: 99 };
        },
      },
    };
    const seen: unknown[] = [];
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object" },
      execute: (args) => void seen.push(args),
    });
    const gate = approval({
      policy: { type: "denylist", tools: [] },
      handler: () => ({ type: "edit", args: { amount: 5 } }),
    });
    const model = mockModel({
      name: "m",
      responses: [{ toolCalls: [{ name: "pay", input: {} }] }, { content: "ok" }],
    });
    await agent({ model, tools: [pay], middleware: [hides, gate] }).execute("Go.");
    expect(seen).toEqual([{ amount: 5 }]);
  });

  test("what the handler does to the arguments it is shown does not reach the tool", async () => {
    const one = desk({
      turns: [[["pay", 10]]],
      handler: ({ args }) => {
        (args as { amount: number }).amount = 1000;
        return { type: "approve" };
      },
    });
    await one.agent.execute("Go.");
    expect(one.done).toEqual(["pay 10"]);
  });

  test("of a silent tool waits as well; its refusal is unread, and ends the run with the error", async () => {
    const done: string[] = [];
    const notify = tool({
      name: "notify",
      description: "Notifies.",
      mode: "silent",
      input: { type: "object" },
      execute: () => void done.push("notified"),
    });
    const run = (decision: ApprovalDecision) => {
      const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "notify", input: {} }] }] });
      const gate = approval({ policy: { type: "denylist", tools: [] }, handler: () => decision });
      return agent({ model, tools: [notify], middleware: [gate] }).execute("Go.");
    };
    const refused = await run({ type: "reject", reason: "at night" });
    expect([refused.error?.code, refused.report.trips.length, done]).toEqual(["APPROVAL_REJECTED", 1, []]);
    const approved = await run({ type: "approve" });
    expect([approved.error, done]).toEqual([undefined, ["notified"]]);
  });

  test("A3: one of three is asked about while the others run", async () => {
    let release = (_: ApprovalDecision): void => {};
    const one = desk({
      turns: [
        [
          ["look", 1],
          ["pay", 2],
          ["look", 3],
        ],
      ],
      handler: () => new Promise<ApprovalDecision>((resolve) => (release = resolve)),
    });
    const running = one.agent.execute("Go.");
    await expect.poll(() => one.done.length).toBe(2);
    expect(one.done).toEqual(["look 1", "look 3"]);
    release({ type: "approve" });
    expect((await running).text).toBe("look 1 done; pay 2 done; look 3 done");
  });
});

describe("a handler", () => {
  const stopped = async (handler: HumanApprovalOptions["handler"]) => {
    const one = desk({ turns: [[["pay", 10]]], handler });
    const result = await one.agent.execute("Go.");
    expect(one.done).toEqual([]);
    return result;
  };

  test("that throws stops the run, and nothing counts as an approval", async () => {
    const bug = new RangeError("no such channel");
    const result = await stopped(() => {
      throw bug;
    });
    expect(result.error).toMatchObject({ code: "AGENT_EXEC_FAILED", cause: bug });
    expect((await stopped(() => Promise.reject(bug))).error).toMatchObject({ cause: bug });
  });

  test.each<[unknown]>([
    [undefined],
    [true],
    ["approve"],
    [{ type: "approved" }],
    [{ type: "reject" }],
    [{ type: "reject", reason: " " }],
    [{ type: "edit" }],
    [{ kind: "approve" }],
  ])("that answers %j ends the run with a typed error", async (answer) => {
    const result = await stopped(() => answer as ApprovalDecision);
    expect(result.error).toMatchObject({ code: "INVALID_INPUT", category: "validation" });
    expect(result.error?.message).toContain("The approval handler gave no decision");
  });

  test("A1: is left when the run is stopped, and hears of it", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const one = desk({
      turns: [[["pay", 10]]],
      handler: (_, context) => {
        signal = context.signal;
        controller.abort("enough");
        return new Promise(() => {});
      },
    });
    const result = await one.agent.execute("Go.", { signal: controller.signal });
    expect(result.error).toMatchObject({ code: "AGENT_CANCELLED", reason: "enough" });
    expect(signal?.aborted).toBe(true);
    expect(one.done).toEqual([]);
  });

  test("A3: is told to stop where a hook around another call of the turn ends the run", async () => {
    let signal: AbortSignal | undefined;
    let begun = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const gate = approval({
      policy: { type: "allowlist", tools: ["pay"] },
      handler: (_, context) => {
        signal = context.signal;
        begun();
        return new Promise(() => {});
      },
    });
    const breaks: AgentMiddleware = {
      name: "breaks",
      tool: {
        before: async ({ tool }) => {
          if (tool.name !== "look") return;
          await isAsked;
          throw new Error("the wire is cut");
        },
      },
    };
    const named = (name: string) =>
      tool({ name, description: name, input: { type: "object" }, execute: () => name });
    const toolCalls = [
      { name: "pay", input: {} },
      { name: "look", input: {} },
    ];
    const model = mockModel({ name: "m", responses: [{ toolCalls }] });
    const helper = agent({ model, tools: [named("pay"), named("look")], middleware: [gate, breaks] });
    const { error } = await helper.execute("Go.");
    expect(error?.message).toContain("the wire is cut");
    expect(signal?.aborted).toBe(true);
  });
});

describe("the middleware", () => {
  test("is one hook before tools, under a name of its own", () => {
    const gate = approval({ policy: { type: "denylist", tools: [] }, handler: () => ({ type: "approve" }) });
    expect(Object.keys(gate)).toEqual(["name", "tool"]);
    expect(Object.keys(gate.tool ?? {})).toEqual(["before"]);
    expect(gate.name).toBe("human-approval");
    const model = mockModel({ name: "m", responses: [] });
    expect(() => agent({ model, middleware: [gate, gate] })).toThrow(/"human-approval" appears twice/);
  });

  test("twice with two names asks twice, each with its own id, and every refusal counts", async () => {
    const asked: ApprovalRequest[] = [];
    const gate = (name: string, decision: ApprovalDecision) =>
      approval({
        name,
        policy: { type: "denylist", tools: [] },
        handler: (request) => {
          asked.push(request);
          return decision;
        },
      });
    const pay = tool({ name: "pay", description: "Pays.", input: { type: "object" }, execute: () => "paid" });
    const model = mockModel({
      name: "m",
      responses: [{ toolCalls: [{ name: "pay", input: {} }] }, { content: "" }],
    });
    const middleware = [gate("first", { type: "approve" }), gate("second", { type: "reject", reason: "no" })];
    const { error } = await agent({ model, tools: [pay], middleware }).execute("Go.");
    expect(error?.code).toBe("APPROVAL_REJECTED");
    expect(asked.map(({ context }) => context.gate)).toEqual(["first", "second"]);
    expect(new Set(asked.map(({ interruptId }) => interruptId)).size).toBe(2);
  });

  test("composes with forTool: the names outside, the arguments inside", async () => {
    const asked: string[] = [];
    const gate = forTool(
      "pay",
      approval({
        policy: {
          type: "predicate",
          requiresApproval: ({ args }) => (args as { amount: number }).amount > 5,
        },
        handler: ({ toolName, args }) => {
          asked.push(`${toolName} ${JSON.stringify(args)}`);
          return { type: "approve" };
        },
      }),
    );
    const named = (name: string) =>
      tool({ name, description: name, input: { type: "object" }, execute: () => name });
    const calls = [
      { name: "pay", input: { amount: 1 } },
      { name: "pay", input: { amount: 10 } },
      { name: "refund", input: { amount: 10 } },
    ];
    const model = mockModel({ name: "m", responses: [{ toolCalls: calls }, { content: "ok" }] });
    await agent({ model, tools: [named("pay"), named("refund")], middleware: [gate] }).execute("Go.");
    expect(asked).toEqual(['pay {"amount":10}']);
  });

  test.each<[string, Partial<HumanApprovalOptions>]>([
    ["policy", { policy: { type: "whitelist", tools: [] } as never }],
    ["policy", { policy: { type: "allowlist" } as never }],
    ["policy", { policy: { type: "predicate" } as never }],
    ["policy", { policy: undefined as never }],
    ["handler", { handler: undefined as never }],
    ["key", { key: "" }],
    ["key", { key: new Uint8Array() }],
    ["key", { key: {} as CryptoKey }],
    ["key", { key: [] }],
    ["key", { key: ["new", ""] }],
  ])("is refused with a %s that cannot work", (option, wrong) => {
    const right: HumanApprovalOptions = {
      policy: { type: "denylist", tools: [] },
      handler: () => ({ type: "approve" }),
    };
    expect(() => approval({ ...right, ...wrong })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringContaining(`"${option}"`) }),
    );
  });

  test("asks in a stream, where events tell who is asked and what was decided", async () => {
    const one = desk({ turns: [[["pay", 10]]], handler: () => ({ type: "approve" }) });
    const events: AgentEvent[] = [];
    for await (const event of one.agent.stream("Go.")) events.push(event);
    const told = events.filter(({ type }) => /tool|approval/.test(type));
    expect(told.map(({ type }) => type)).toEqual([
      "agent.tool.calling",
      "agent.approval.requested",
      "agent.approval.decided",
      "agent.tool.called",
    ]);
    const [, requested, decided] = told;
    const [request] = one.asked;
    expect(requested).toMatchObject({ tripIndex: 0, toolCallId: "call-0-0", request });
    expect(decided).toMatchObject({
      toolCallId: "call-0-0",
      interruptId: request?.interruptId,
      toolName: "pay",
      decision: { type: "approve" },
    });
  });

  test("gives a refused run again from its store, with the error of its class", async () => {
    const one = desk({
      turns: [[["pay", 10]]],
      handler: () => ({ type: "reject", reason: "too much" }),
      durable: { store: memoryStore() },
    });
    const first = await one.agent.execute("Go.", { runId: "run" });
    const again = await one.agent.resume("run");
    expect(again.text).toBe(first.text);
    expect(again.error).toBeInstanceOf(ApprovalRejectedError);
    expect(again.error).toMatchObject({ toolName: "pay", reason: "too much" });
    expect(again.report.status).toBe("failed");
    expect(one.models()).toBe(2);
    expect(one.asked).toHaveLength(1);
  });
});
