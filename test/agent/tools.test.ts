import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { ToolContext } from "../../src/contracts/tool.ts";
import { type MockResponse, mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const call = (name: string, input: unknown = {}, id?: string) => ({ name, input, ...(id ? { id } : {}) });
const calls = (...toolCalls: NonNullable<MockResponse["toolCalls"]>): MockResponse => ({ toolCalls });
const model = (...responses: MockResponse[]) => mockModel({ name: "m", responses });
const echo = (
  name: string,
  execute: (input: { n: number }, context: ToolContext) => unknown = ({ n }) => n,
) => tool({ name, description: name, input: v.object({ n: v.number() }), execute });

describe("dispatch", () => {
  test("runs the calls of a turn side by side and answers them in call order", async () => {
    const order: number[] = [];
    const release: (() => void)[] = [];
    const slow = echo("slow", async ({ n }) => {
      await new Promise<void>((resolve) => release.push(resolve));
      order.push(n);
      return n;
    });
    const m = model(calls(call("slow", { n: 1 }), call("slow", { n: 2 }), call("slow", { n: 3 })), {
      content: "done",
    });
    const running = agent({ model: m, tools: [slow] }).execute("x");
    await vi.waitFor(() => expect(release).toHaveLength(3));
    for (const open of release.reverse()) {
      open();
      await Promise.resolve();
    }
    const { report } = await running;
    expect(order).toEqual([3, 2, 1]);
    expect(report.children.map((child) => child.type === "tool" && child.output)).toEqual([1, 2, 3]);
    expect(m.callHistory[1]?.messages.slice(-3).map((message) => message.content)).toEqual(["1", "2", "3"]);
  });

  test("keeps to toolConcurrency", async () => {
    let running = 0;
    let most = 0;
    const counted = echo("counted", async ({ n }) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      await Promise.resolve();
      running -= 1;
      return n;
    });
    const many = Array.from({ length: 9 }, (_, n) => call("counted", { n }));
    await agent({
      model: model(calls(...many), { content: "ok" }),
      tools: [counted],
      toolConcurrency: 2,
    }).execute("x");
    expect(most).toBe(2);
  });

  test("A6: runs no more calls of one turn than the cap and tells the model about the rest", async () => {
    const execute = vi.fn(({ n }: { n: number }) => n);
    const many = Array.from({ length: 200 }, (_, n) => call("t", { n }));
    const m = model(calls(...many), { content: "ok" });
    const result = await agent({ model: m, tools: [echo("t", execute)], maxToolCallsPerTrip: 5 }).execute(
      "x",
    );
    expect(execute).toHaveBeenCalledTimes(5);
    expect(result.text).toBe("ok");
    const answers = m.callHistory[1]?.messages.filter((message) => message.role === "tool") ?? [];
    expect(answers).toHaveLength(200);
    expect(answers[5]).toMatchObject({ isError: true, content: expect.stringContaining("Not run") });
  });

  test("texts pass through, other values are JSON, and a long result is cut where it can be seen", async () => {
    const outputs: unknown[] = ["plain", { a: [1] }, undefined, `${"x".repeat(9)}😀tail`];
    const contents: unknown[] = [];
    for (const output of outputs) {
      const m = model(calls(call("t", { n: 1 })), { content: "ok" });
      await agent({ model: m, tools: [echo("t", () => output)], maxToolResultLength: 10 }).execute("x");
      contents.push(m.callHistory[1]?.messages.at(-1)?.content);
    }
    expect(contents).toEqual([
      "plain",
      '{"a":[1]}',
      "null",
      "xxxxxxxxx\n[cut: the first 9 of 15 characters]",
    ]);
  });

  test("a result that cannot be written as JSON is an error the model sees, not a crash", async () => {
    const m = model(calls(call("t", { n: 1 })), { content: "ok" });
    const result = await agent({ model: m, tools: [echo("t", () => ({ big: 1n }))] }).execute("x");
    expect(result.text).toBe("ok");
    expect(m.callHistory[1]?.messages.at(-1)).toMatchObject({ isError: true });
  });
});

describe("what goes wrong", () => {
  test("arguments that do not fit are told to the model, which may correct them", async () => {
    const m = model(calls(call("t", { n: "one" })), calls(call("t", { n: 1 })), { content: "ok" });
    const result = await agent({ model: m, tools: [echo("t")] }).execute("x");
    const [first, second] = result.report.children;
    expect(first).toMatchObject({
      type: "tool",
      status: "failed",
      error: { code: "SCHEMA_VALIDATION_FAILED" },
    });
    expect(first?.error).toHaveProperty("issues");
    expect(second).toMatchObject({ status: "completed" });
    expect(m.callHistory[1]?.messages.at(-1)?.content).toContain("/n");
    expect(result.text).toBe("ok");
  });

  test("a tool that throws is a ToolExecutionError with its cause and trip", async () => {
    const cause = new Error("database is down");
    const m = model(calls(call("t", { n: 1 })), { content: "sorry" });
    const result = await agent({ model: m, tools: [echo("t", () => Promise.reject(cause))] }).execute("x");
    expect(result.error).toBeUndefined();
    expect(result.report.children[0]?.error).toMatchObject({
      code: "TOOL_EXEC_FAILED",
      toolName: "t",
      tripIndex: 0,
      cause,
    });
    expect(m.callHistory[1]?.messages.at(-1)).toMatchObject({
      isError: true,
      content: expect.stringContaining("database is down"),
    });
  });

  test("secrets in what a tool threw are hidden from the model", async () => {
    const m = model(calls(call("t", { n: 1 })), { content: "ok" });
    const leak = () =>
      Promise.reject(new Error("GET https://user:hunter2@db.internal with sk-abcdefghijklmnop"));
    await agent({ model: m, tools: [echo("t", leak)] }).execute("x");
    const seen = String(m.callHistory[1]?.messages.at(-1)?.content);
    expect(seen).not.toMatch(/hunter2|sk-abc/);
  });

  test("H12: a tool that does not exist is told without naming the others, and repeated calls end the run", async () => {
    const m = model(calls(call("nope")));
    const result = await agent({ model: m, tools: [echo("secret_tool")] }).execute("x");
    expect(result.error).toMatchObject({ code: "TOOL_EXEC_FAILED", toolName: "nope" });
    expect(m.callCount).toBe(3);
    const answer = String(m.callHistory[1]?.messages.at(-1)?.content);
    expect(answer).toContain('no tool "nope"');
    expect(answer).not.toContain("secret_tool");
  });

  test("unreadable arguments are not run", async () => {
    const execute = vi.fn();
    const unreadable = { text: '{"n":', reason: "truncated" as const };
    const m = model(calls({ name: "t", input: {}, unreadable }), { content: "ok" });
    await agent({ model: m, tools: [echo("t", execute)] }).execute("x");
    expect(execute).not.toHaveBeenCalled();
    expect(m.callHistory[1]?.messages.at(-1)?.content).toContain("cut off");
  });

  test.each(["length", "content_filter", "error"] as const)(
    "S12: tools are not run when the finish reason is %s",
    async (finishReason) => {
      const execute = vi.fn();
      const m = model({ toolCalls: [call("t", { n: 1 })], finishReason });
      const result = await agent({ model: m, tools: [echo("t", execute)] }).execute("x");
      expect(execute).not.toHaveBeenCalled();
      expect(result.error).toBeDefined();
      expect(result.report.status).toBe("failed");
    },
  );

  test("S11: finish length with empty content is no success", async () => {
    const result = await agent({ model: model({ content: "", finishReason: "length" }) }).execute("x");
    expect(result.error?.code).toBe("AGENT_EXEC_FAILED");
  });

  test("maxTrips ends a loop, and the calls of the last trip are not run", async () => {
    const execute = vi.fn(() => 1);
    const m = model(calls(call("t", { n: 1 })));
    const result = await agent({ model: m, tools: [echo("t", execute)], maxTrips: 3 }).execute("x");
    expect(result.error).toMatchObject({ code: "AGENT_MAX_TRIPS", category: "max-trips", maxTrips: 3 });
    expect(m.callCount).toBe(3);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test("a tool that takes too long is stopped, and its signal says why", async () => {
    let reason: unknown;
    const stuck = tool({
      name: "stuck",
      description: "never ends",
      timeoutMs: 5,
      input: v.object({}),
      execute: (_input, context) =>
        new Promise<never>(() =>
          context.signal.addEventListener("abort", () => (reason = context.signal.reason)),
        ),
    });
    const result = await agent({
      model: model(calls(call("stuck")), { content: "ok" }),
      tools: [stuck],
    }).execute("x");
    expect(result.text).toBe("ok");
    expect(result.report.children[0]?.error).toMatchObject({
      code: "TOOL_EXEC_FAILED",
      cause: { name: "TimeoutError" },
    });
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });
});

describe("silent tools", () => {
  const silent = tool({
    name: "quiet",
    description: "q",
    mode: "silent",
    input: v.object({}),
    execute: () => "unseen",
  });

  test("a turn of silent calls alone ends the run", async () => {
    const m = model({ content: "Noted.", ...calls(call("quiet"), call("quiet")) });
    const result = await agent({ model: m, tools: [silent] }).execute("x");
    expect(m.callCount).toBe(1);
    expect(result.error).toBeUndefined();
    expect(result.text).toBe("Noted.");
    expect(result.report.children).toHaveLength(2);
  });

  test("beside a feedback call the loop goes on, and the model never sees the silent result", async () => {
    const m = model(calls(call("quiet"), call("t", { n: 7 })), { content: "ok" });
    await agent({ model: m, tools: [silent, echo("t")] }).execute("x");
    const seen = m.callHistory[1]?.messages
      .filter((message) => message.role === "tool")
      .map((message) => message.content);
    expect(seen).toEqual(["ok", "7"]);
  });
});

describe("context", () => {
  test("artifacts are shared by the tools of a run and reach the caller's bag", async () => {
    const put = echo("put", ({ n }, context) => {
      (context.artifacts.numbers as number[]).push(n);
    });
    const artifacts = { numbers: [] as number[] };
    const m = model(calls(call("put", { n: 1 }), call("put", { n: 2 })), { content: "ok" });
    await agent({ model: m, tools: [put] }).execute("x", { artifacts });
    expect(artifacts.numbers).toEqual([1, 2]);
  });

  test("carries ids, the session and the conversation", async () => {
    let seen: ToolContext | undefined;
    const look = echo("look", (_input, context) => {
      seen = context;
    });
    const m = model(calls(call("look", { n: 1 }, "call_7")), { content: "ok" });
    const { report } = await agent({ model: m, tools: [look] }).execute("x", { sessionId: "s1" });
    expect(seen).toMatchObject({ toolCallId: "call_7", sessionId: "s1", rootRunId: report.runId });
    expect(seen?.runId).toBe(report.children[0]?.runId);
    expect(seen?.messages.map((message) => message.role)).toEqual(["user", "assistant"]);
  });

  test("ctx.run nests a sub-agent, its usage and its session under the tool", async () => {
    const inner = agent({ name: "inner", model: model({ content: "42" }) });
    const ask = echo("ask", async (_input, context) => (await context.run(inner, "deep question")).text);
    const m = model(calls(call("ask", { n: 1 })), { content: "ok" });
    const result = await agent({ name: "outer", model: m, tools: [ask] }).execute("x", { sessionId: "s" });
    const nested = result.report.children[0]?.children[0];
    expect(nested).toMatchObject({
      name: "inner",
      type: "agent",
      rootRunId: result.report.runId,
      sessionId: "s",
    });
    expect(nested?.parentRunId).toBe(result.report.children[0]?.runId);
    expect(result.usage.input).toBe(30);
  });
});

describe("actions", () => {
  const labelled = (action: string | ((input: { n: number }) => string)) =>
    tool({ name: "t", description: "d", action, input: v.object({ n: v.number() }), execute: ({ n }) => n });

  test.each([
    ["a text", "Working", { n: 1 }, "Working"],
    ["a function of the input", ({ n }: { n: number }) => `Doing ${n}`, { n: 2 }, "Doing 2"],
    [
      "nothing where the function throws",
      () => {
        throw new Error("x");
      },
      { n: 1 },
      undefined,
    ],
    ["nothing where the input is invalid", ({ n }: { n: number }) => `Doing ${n}`, { n: "bad" }, undefined],
  ] as const)("is %s", async (_what, action, input, expected) => {
    const seen: (string | undefined)[] = [];
    await agent({
      model: model(calls(call("t", input)), { content: "ok" }),
      tools: [labelled(action)],
    }).execute("x", {
      on: { "agent.tool.calling": (event) => seen.push(event.tool.action) },
    });
    expect(seen).toEqual([expected]);
  });
});

describe("executables as tools", () => {
  test("an agent in tools becomes a tool of its name, and its error the tool's cause", async () => {
    const translator = agent({
      name: "translator",
      description: "Translates.",
      model: model({ content: "bonjour" }),
    });
    const broken = agent({ name: "broken", model: model({ error: new Error("no key") }) });
    const m = model(calls(call("translator", { input: "hello" }), call("broken", { input: "x" })), {
      content: "ok",
    });
    const result = await agent({ model: m, tools: [translator, broken] }).execute("x");
    const [first, second] = result.report.children;
    expect(first).toMatchObject({
      name: "translator",
      output: "bonjour",
      children: [{ type: "agent", name: "translator" }],
    });
    expect(second?.error).toMatchObject({ code: "TOOL_EXEC_FAILED", cause: { code: "AGENT_EXEC_FAILED" } });
    expect(m.callHistory[0]?.options.tools?.map(({ name, description }) => [name, description])).toEqual([
      ["translator", "Translates."],
      ["broken", 'Runs "broken".'],
    ]);
  });

  test("something other than an agent needs an input schema, and says so at once", () => {
    const workflow = { name: "flow", type: "workflow", execute: async () => ({}) };
    expect(() => agent({ model: model(), tools: [workflow] })).toThrow(/inputSchema/);
  });
});

describe("construction", () => {
  test.each([
    ["no model", () => agent({ model: undefined as never }), /model/],
    [
      "a tool twice",
      () => agent({ model: model(), tools: [echo("t"), echo("t")] }),
      /tool "t" appears twice/,
    ],
    [
      "middleware twice",
      () => agent({ model: model(), middleware: [{ name: "a" }, { name: "a" }] }),
      /middleware "a"/,
    ],
    ["maxTrips 0", () => agent({ model: model(), maxTrips: 0 }), /maxTrips/],
    ["a bad tool name", () => echo("no spaces"), /no spaces/],
  ])("%s throws INVALID_CONFIG", (_what, make, message) => {
    expect(make).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringMatching(message) }),
    );
  });

  test("an agent without a name is named after its model and tools", () => {
    expect(agent({ model: model() }).name).toBe("anon_mock_m");
    expect(agent({ model: model(), tools: [echo("a"), echo("b")] }).name).toBe("anon_mock_m_a+b");
  });
});
