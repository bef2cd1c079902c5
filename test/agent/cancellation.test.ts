import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Model, ModelResponse } from "../../src/contracts/model.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const usage = { input: 60, output: 40, total: 100 };
const callsDo: ModelResponse = {
  content: "",
  finishReason: "tool_calls",
  toolCalls: [{ id: "c", name: "do", input: {} }],
  usage,
};
const done = tool({ name: "do", description: "does", input: { type: "object" }, execute: () => "did" });

/** A model that gives these answers, then calls back and never answers again, whatever its signal says. */
function stuckAfter(answers: readonly ModelResponse[], stuck: () => void): Model {
  let call = 0;
  return {
    name: "stuck",
    provider: "test",
    complete: () => {
      const answer = answers[call];
      call += 1;
      if (answer) return Promise.resolve(answer);
      stuck();
      return new Promise(() => undefined);
    },
    stream: () => {
      throw new Error("not used");
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

describe("the trips of a stopped run", () => {
  test("are those that began: none where the signal was aborted before", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const { report } = await agent({ model }).execute("x", { signal: AbortSignal.abort() });
    expect(report.trips).toEqual([]);
  });

  test("are those that began: one where a tool stopped the run", async () => {
    const controller = new AbortController();
    const stop = tool({
      name: "do",
      description: "stops",
      input: { type: "object" },
      execute: () => controller.abort(),
    });
    const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "do", input: {} }] }] });
    const heard: string[] = [];
    const { report, error } = await agent({ model, tools: [stop] }).execute("x", {
      signal: controller.signal,
      on: { "agent.trip.started": (event) => heard.push(event.type) },
    });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(report.trips).toHaveLength(1);
    expect(heard).toHaveLength(1);
  });

  test("say why they ended, as the run does", async () => {
    const controller = new AbortController();
    const model = stuckAfter([], () => controller.abort("enough"));
    const { report, error } = await agent({ model }).execute("x", { signal: controller.signal });
    expect(error).toMatchObject({ code: "AGENT_CANCELLED", reason: "enough" });
    expect(report.trips).toMatchObject([{ finishReason: "error", error: { code: "AGENT_CANCELLED" } }]);
  });
});

test("a trip whose model failed has the error of the run, and what it used is unknown", async () => {
  const model = mockModel({ name: "m", responses: [{ error: new Error("socket closed") }] });
  const { report, error, usage: used } = await agent({ model }).execute("x");
  expect(error?.code).toBe("AGENT_EXEC_FAILED");
  expect(report.trips[0]?.error).toBe(error);
  expect(report.trips[0]?.usage).toEqual({});
  expect(used).toEqual({});
});

describe("runs inside a stopped run", () => {
  test("A3: stand in its report with what they had used, and change nothing there later", async () => {
    const controller = new AbortController();
    const inner = agent({
      name: "inner",
      model: stuckAfter([callsDo], () => controller.abort()),
      tools: [done],
    });
    const ask = tool({
      name: "do",
      description: "asks",
      input: { type: "object" },
      execute: (_input, context) => context.run(inner, "q"),
    });
    const helper = agent({ model: stuckAfter([callsDo], () => undefined), tools: [ask] });
    const { report } = await helper.execute("x", { signal: controller.signal });
    const before = JSON.stringify(report);
    expect(report.usage.total).toBe(200);
    expect(report.children[0]).toMatchObject({
      status: "cancelled",
      usage: { total: 100 },
      children: [{ name: "inner", status: "cancelled", usage: { total: 100 } }],
    });
    expect(report.children[0]?.children[0]?.endedAt).toMatch(/Z$/);
    await settled();
    expect(JSON.stringify(report)).toBe(before);
  });

  test("that ignore the stop are not waited for", async () => {
    const controller = new AbortController();
    const stubborn = { execute: () => new Promise<never>(() => controller.abort()) };
    const ask = tool({
      name: "do",
      description: "asks",
      input: { type: "object" },
      execute: (_input, context) => context.run(stubborn, "q"),
    });
    const helper = agent({ model: stuckAfter([callsDo], () => undefined), tools: [ask] });
    const { report } = await helper.execute("x", { signal: controller.signal });
    expect(report.status).toBe("cancelled");
  });

  test("stop with it, also where they have a signal of their own", async () => {
    const controller = new AbortController();
    const own = new AbortController();
    const inner = agent({ name: "inner", model: stuckAfter([], () => controller.abort("outer")) });
    let nested: Promise<unknown> = Promise.resolve();
    const ask = tool({
      name: "do",
      description: "asks",
      input: { type: "object" },
      execute: (_input, context) => {
        nested = context.run(inner, "q", { signal: own.signal });
        return nested;
      },
    });
    await agent({ model: stuckAfter([callsDo], () => undefined), tools: [ask] }).execute("x", {
      signal: controller.signal,
    });
    expect(await nested).toMatchObject({ error: { code: "AGENT_CANCELLED", reason: "outer" } });
  });

  test("stop by their own signal alone, too", async () => {
    const own = new AbortController();
    const inner = agent({ name: "inner", model: stuckAfter([], () => own.abort("inner")) });
    const ask = tool({
      name: "do",
      description: "asks",
      input: { type: "object" },
      execute: async (_input, context) =>
        (await context.run(inner, "q", { signal: own.signal })).error?.code ?? "none",
    });
    const model = mockModel({ name: "m", responses: [callsDo, { content: "ok" }] });
    const { report, text } = await agent({ model, tools: [ask] }).execute("x", {
      signal: new AbortController().signal,
    });
    expect(text).toBe("ok");
    expect(report.children[0]).toMatchObject({ output: "AGENT_CANCELLED" });
  });

  test("stop with it where they are called without a context", async () => {
    const controller = new AbortController();
    const inner = agent({ name: "inner", model: stuckAfter([], () => controller.abort("outer")) });
    let nested: Promise<unknown> = Promise.resolve();
    const ask = tool({
      name: "do",
      description: "asks",
      input: { type: "object" },
      execute: () => {
        nested = inner.execute("q");
        return nested;
      },
    });
    await agent({ model: stuckAfter([callsDo], () => undefined), tools: [ask] }).execute("x", {
      signal: controller.signal,
    });
    expect(await nested).toMatchObject({ error: { code: "AGENT_CANCELLED", reason: "outer" } });
  });
});

test("a stop ends the reading of attachments", async () => {
  const controller = new AbortController();
  const hanging = (): Promise<never> => {
    controller.abort();
    return new Promise(() => undefined);
  };
  const files = { readText: hanging, readBytes: hanging, list: hanging };
  const model = mockModel({ name: "m", responses: [{ content: "x" }] });
  const { error } = await agent({ model }).execute("x", {
    signal: controller.signal,
    attachments: ["./notes.md"],
    attachmentPolicy: { files },
  });
  expect(error?.code).toBe("AGENT_CANCELLED");
});
