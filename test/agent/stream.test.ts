import { describe, expect, test, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { Model, ModelChunk } from "../../src/contracts/model.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const NO_INPUT = { type: "object", properties: {} };

/** A model whose stream is made by the test. */
function streaming(chunks: (signal?: AbortSignal) => AsyncIterable<ModelChunk>): Model {
  return {
    name: "s",
    provider: "test",
    complete: () => Promise.reject(new Error("not used")),
    stream: (_messages, options) => chunks(options?.signal),
  };
}

async function collect(stream: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe("events", () => {
  test("of reasoning and tool arguments come with their trip, and both are kept for the next turn", async () => {
    const look = tool({ name: "look", description: "looks", input: NO_INPUT, execute: () => "seen" });
    const part = {
      type: "reasoning" as const,
      text: "hm",
      providerMetadata: { signature: "opaque==" },
    };
    const model = mockModel({
      name: "m",
      responses: [
        { reasoning: [part], toolCalls: [{ id: "c1", name: "look", input: {} }] },
        { content: "ok" },
      ],
    });
    const events = await collect(agent({ model, tools: [look] }).stream("x"));
    expect(events.filter((event) => event.type === "agent.reasoning-delta")).toMatchObject([
      { delta: "hm", tripIndex: 0 },
    ]);
    expect(events.filter((event) => event.type === "agent.tool.input-delta")).toMatchObject([
      { toolCallId: "c1", toolName: "look", delta: "{}" },
    ]);
    expect(model.callHistory[1]?.messages[1]?.content).toEqual([part]);
  });

  test("fire in the order definition, instance, call, and all carry the ids of the run", async () => {
    const heard: string[] = [];
    const model = mockModel({ name: "m", responses: [{ content: "a" }] });
    const helper = agent({ model, on: { "agent.starting": () => heard.push("definition") } });
    const stop = helper.on("agent.starting", () => heard.push("instance"));
    const { report } = await helper.execute("x", {
      on: {
        "agent.starting": (event) => heard.push("call", event.runId),
        "agent.completed": (event) => heard.push(event.rootRunId),
      },
    });
    expect(heard).toEqual(["definition", "instance", "call", report.runId, report.runId]);
    stop();
    await helper.execute("x");
    expect(heard.filter((name) => name === "instance")).toHaveLength(1);
    expect(heard.filter((name) => name === "definition")).toHaveLength(2);
  });

  test("S18: a handler that throws or rejects does no harm and is reported", async () => {
    const warned: string[] = [];
    const model = mockModel({ name: "m", responses: [{ content: "fine" }] });
    const logger = { warn: (_module: string, action: string) => warned.push(action) };
    const stream = agent({ model, logger }).stream("x", {
      on: {
        "agent.trip.streaming": () => {
          throw new Error("broken handler");
        },
        "agent.trip.started": () => Promise.reject(new Error("late")),
      },
    });
    expect((await collect(stream)).at(-1)?.type).toBe("agent.completed");
    expect(warned.filter((action) => action === "handler.failed")).toHaveLength(2);
  });

  test("S18: a handler may throw anything, also what has no text", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "fine" }] });
    const warned: unknown[] = [];
    const logger = { warn: (_module: string, action: string) => warned.push(action) };
    const { text } = await agent({ model, logger }).execute("x", {
      on: {
        "agent.starting": () => {
          throw Object.create(null);
        },
      },
    });
    expect(text).toBe("fine");
    expect(warned).toEqual(["handler.failed"]);
  });

  test("begin with starting, also where the options cannot work", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "fine" }] });
    const output = "no schema" as unknown as object;
    const events = await collect(agent({ model }).stream("x", { output } as object));
    expect(events.map((event) => event.type)).toEqual(["agent.starting", "agent.error"]);
  });

  test("reach handlers added to the stream in the same turn, from the first event on", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "a b" }] });
    const stream = agent({ model }).stream("x");
    const heard: string[] = [];
    stream.on({
      "agent.starting": () => heard.push("starting"),
      "agent.completed": () => heard.push("completed"),
    });
    await stream.result;
    expect(heard).toEqual(["starting", "completed"]);
  });

  test("S15: equal tool ids in two trips stay two calls", async () => {
    const look = tool({ name: "look", description: "looks", input: NO_INPUT, execute: () => "seen" });
    const again = { toolCalls: [{ id: "same", name: "look", input: {} }] };
    const model = mockModel({ name: "m", responses: [again, again, { content: "ok" }] });
    const { report } = await agent({ model, tools: [look] }).execute("x");
    expect(new Set(report.children.map((child) => child.runId)).size).toBe(2);
    expect(report.children.map((child) => child.type === "tool" && child.tripIndex)).toEqual([0, 1]);
  });
});

describe("result", () => {
  test("alone, never iterated, runs the stream to its end", async () => {
    const deltas = Array.from({ length: 2000 }, () => "x");
    const model = mockModel({ name: "m", responses: [{ deltas }] });
    expect((await agent({ model }).stream("x").result).text).toHaveLength(2000);
  });

  test("asked for before the loop loses no event", async () => {
    const deltas = Array.from({ length: 500 }, () => "x");
    const stream = agent({ model: mockModel({ name: "m", responses: [{ deltas }] }) }).stream("x");
    const result = stream.result;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const events = await collect(stream);
    expect(events.filter((event) => event.type === "agent.trip.streaming")).toHaveLength(500);
    expect((await result).text).toHaveLength(500);
  });

  test("a failure is the last event and the result; nothing rejects", async () => {
    const model = mockModel({ name: "m", responses: [{ error: new Error("boom") }] });
    const stream = agent({ model }).stream("x");
    const events = await collect(stream);
    const { error, report } = await stream.result;
    expect(events.at(-1)).toMatchObject({ type: "agent.error", error });
    expect(error).toMatchObject({ code: "AGENT_EXEC_FAILED", cause: { message: "boom" } });
    expect(report.trips[0]?.finishReason).toBe("error");
  });

  test("a chunk of a kind that is not known yet is passed over", async () => {
    const stream = agent({
      model: streaming(async function* () {
        yield { type: "citation", url: "https://x.example" } as unknown as ModelChunk;
        yield { type: "delta", content: "ok" };
        yield { type: "done", finishReason: "stop" };
      }),
    }).stream("x");
    expect(await stream.result).toMatchObject({ text: "ok", report: { trips: [{ output: "ok" }] } });
    expect((await stream.result).report.trips).toHaveLength(1);
  });

  test("S11: a stream that ends without being done is an error that keeps the text", async () => {
    const stream = agent({
      model: streaming(async function* () {
        yield { type: "delta", content: "half a sen" };
      }),
    }).stream("x");
    await collect(stream);
    const result = await stream.result;
    expect(result).toMatchObject({ text: "half a sen", error: { code: "PROVIDER_ERROR" } });
    expect(result.report.status).toBe("failed");
  });
});

describe("back-pressure", () => {
  test("a reader that waits makes the model wait", async () => {
    let made = 0;
    const stream = agent({
      model: streaming(async function* () {
        for (; made < 10_000; made += 1) yield { type: "delta", content: "x" };
        yield { type: "done", finishReason: "stop" };
      }),
    }).stream("x");
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(made).toBeLessThan(200);
    await stream.return();
  });
});

describe("stopping", () => {
  test("leaving the loop cancels the run, its model stream and its tools", async () => {
    let closed = 0;
    const stream = agent({
      model: streaming(async function* () {
        try {
          for (;;) yield { type: "delta", content: "x" };
        } finally {
          closed += 1;
        }
      }),
    }).stream("x");
    for await (const event of stream) if (event.type === "agent.trip.streaming") break;
    const { error, report } = await stream.result;
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(report.status).toBe("cancelled");
    await vi.waitFor(() => expect(closed).toBe(1));
  });

  test("S21: a model that ignores the signal does not hold the run up", async () => {
    const controller = new AbortController();
    const stream = agent({
      model: streaming(async function* () {
        yield { type: "delta", content: "x" };
        await new Promise(() => undefined);
      }),
    }).stream("x", { signal: controller.signal });
    for await (const event of stream) if (event.type === "agent.trip.streaming") controller.abort("enough");
    const { error, text } = await stream.result;
    expect(error).toMatchObject({ code: "AGENT_CANCELLED", category: "cancelled", reason: "enough" });
    expect(text).toBe("x");
  });

  test("execute is cancelled between and within trips, and says when and why", async () => {
    const controller = new AbortController();
    const model = mockModel({ name: "m", responses: [{ content: "late", delay: 60_000 }] });
    const running = agent({ model }).execute("x", { signal: controller.signal });
    controller.abort("too slow");
    const { error, report } = await running;
    expect(error).toMatchObject({
      code: "AGENT_CANCELLED",
      reason: "too slow",
      cancelledAt: expect.stringMatching(/Z$/),
    });
    expect(report.status).toBe("cancelled");
  });

  test("a signal that is aborted before the start makes no model call", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const { error, usage } = await agent({ model }).execute("x", { signal: AbortSignal.abort() });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(model.callCount).toBe(0);
    expect(usage).toEqual({ input: 0, output: 0, total: 0 });
  });

  test("A3: a stop reaches every tool that runs, and the records say so", async () => {
    const controller = new AbortController();
    const aborted: string[] = [];
    const wait = (name: string) =>
      tool({
        name,
        description: name,
        input: NO_INPUT,
        execute: (_input, context) =>
          new Promise((_resolve, reject) => {
            context.signal.addEventListener("abort", () => {
              aborted.push(name);
              reject(context.signal.reason);
            });
            if (name === "b") controller.abort();
          }),
      });
    const model = mockModel({
      name: "m",
      responses: [
        {
          toolCalls: [
            { name: "a", input: {} },
            { name: "b", input: {} },
          ],
        },
      ],
    });
    const { error, report } = await agent({ model, tools: [wait("a"), wait("b")] }).execute("x", {
      signal: controller.signal,
    });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(aborted).toContain("a");
    expect(report.children.map((child) => child.status)).toEqual(["cancelled", "cancelled"]);
  });
});
