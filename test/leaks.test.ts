import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agent } from "../src/agent/agent.ts";
import type { AgentEvent } from "../src/contracts/agent.ts";
import type { Model, ModelChunk } from "../src/contracts/model.ts";
import { OpenAISDK } from "../src/providers/openai/index.ts";
import { mockModel } from "../src/testing/index.ts";
import { tool } from "../src/tool/tool.ts";
import {
  type BodyWatch,
  settle,
  type TimerWatch,
  watchBody,
  watchRejections,
  watchSignal,
  watchTimers,
} from "./support/watch-leaks.ts";

// What a run leaves behind when it is over, however it ended: no listener, no timer, no open body, no loose rejection.

let timers: TimerWatch;
let rejections: ReturnType<typeof watchRejections>;

beforeEach(() => {
  rejections = watchRejections();
  timers = watchTimers();
});

afterEach(async () => {
  timers.restore();
  // Runtimes report a rejection some turns after it happened.
  await settle();
  rejections.restore();
  expect(rejections.seen).toEqual([]);
});

describe("the watches see on this runtime what they watch for", () => {
  test("a rejection that nobody handles", async () => {
    void Promise.reject(new Error("loose"));
    await settle();
    expect(rejections.seen.splice(0)).not.toEqual([]);
  });

  test("a timer, a listener and a body that are left", async () => {
    const id = setTimeout(() => {}, 60_000);
    expect(timers.left()).toBe(1);
    clearTimeout(id);
    expect(timers.left()).toBe(0);

    const watch = watchSignal();
    const listener = (): void => {};
    watch.signal.addEventListener("abort", listener);
    expect(watch.left()).toBe(1);
    watch.signal.removeEventListener("abort", listener);
    expect(watch.left()).toBe(0);

    const body = watchBody({ chunks: chunksOf("one "), last: "ends" });
    const response = await body.fetch("https://example.com", {});
    await response.text();
    expect(body.cancels).toBe(0);
    expect(body.pulls).toBeGreaterThan(1);
  });
});

describe("1,000 runs on one signal leave no listener", () => {
  const input = {
    type: "object",
    properties: { n: { type: "number" } },
    required: ["n"],
    additionalProperties: false,
  };
  const double = tool({
    name: "double",
    description: "Doubles.",
    input,
    execute: () => 4,
    timeoutMs: 60_000,
  });
  const calling = () =>
    mockModel({
      name: "m",
      responses: [{ toolCalls: [{ name: "double", input: { n: 2 } }] }, { content: "four" }],
    });

  test("whole runs with tools", async () => {
    const watch = watchSignal();
    for (let run = 0; run < 1000; run += 1) {
      const { text } = await agent({ model: calling(), tools: [double] }).execute("2×2?", {
        signal: watch.signal,
      });
      expect(text).toBe("four");
    }
    expect(watch.added()).toBeGreaterThan(0);
    expect(watch.left()).toBe(0);
    expect(timers.started()).toBeGreaterThan(0);
    expect(timers.left()).toBe(0);
  });

  test("streams, read to the end, left early, and only their results", async () => {
    const watch = watchSignal();
    const writer = agent({ model: mockModel({ name: "m", responses: [{ content: "one two three" }] }) });
    for (let run = 0; run < 1000; run += 1) {
      const stream = writer.stream("Count.", { signal: watch.signal });
      if (run % 3 > 0) {
        for await (const event of stream) if (run % 3 === 1 && event.type === "agent.trip.streaming") break;
      }
      await stream.result;
    }
    expect(watch.added()).toBeGreaterThan(0);
    expect(watch.left()).toBe(0);
  });

  test("through the adapter, with time limits, streamed and whole", async () => {
    const watch = watchSignal();
    const sdk = new OpenAISDK({ apiKey: "key", fetch: answering("Hello."), timeoutMs: 60_000 });
    const greeter = agent({ model: sdk.model({ name: "gpt-4.1-mini" }) });
    for (let run = 0; run < 1000; run += 1) {
      const { error, text } = await (run % 2 === 0
        ? greeter.execute("Hi.", { signal: watch.signal })
        : greeter.stream("Hi.", { signal: watch.signal }).result);
      expect(error).toBeUndefined();
      expect(text).toBe("Hello.");
    }
    expect(watch.added()).toBeGreaterThan(0);
    expect(watch.left()).toBe(0);
    expect(timers.started()).toBeGreaterThan(0);
    expect(timers.left()).toBe(0);
  });

  test("runs that fail", async () => {
    const watch = watchSignal();
    const failing = agent({ model: mockModel({ name: "m", responses: [{ error: new Error("down") }] }) });
    for (let run = 0; run < 1000; run += 1) {
      const { error } = await failing.execute("Hi.", { signal: watch.signal });
      expect(error).toBeDefined();
    }
    expect(watch.left()).toBe(0);
  });
});

describe("stopping in mid-stream, where fetch ignores the signal", () => {
  test("an abort cancels a body that hangs, at once and once", async () => {
    const body = watchBody({ chunks: openChunks("one ", "two "), last: "hangs" });
    const watch = watchSignal();
    const stream = writerOn(body).stream("Count.", { signal: watch.signal });
    const read = readUntil(stream, 2);
    await read.reached;
    await settle(); // now a read waits
    const pulls = body.pulls;
    watch.abort("enough");
    await Promise.resolve();
    expect(body.cancels).toBe(1);
    const events = await read.all;
    expect(events.at(-1)).toMatchObject({ type: "agent.error", error: { code: "AGENT_CANCELLED" } });
    await expectQuiet(body, pulls);
    expect(watch.left()).toBe(0);
    const { error, text, report } = await stream.result;
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(text).toBe("one two ");
    expect(report.status).toBe("cancelled");
  });

  test("an abort between two chunks of a body that flows", async () => {
    const body = watchBody({ chunks: chunksOf(...numbers(1000)), last: "ends" });
    const watch = watchSignal();
    const stream = writerOn(body).stream("Count.", { signal: watch.signal });
    let count = 0;
    let pulls = 0;
    for await (const event of stream) {
      if (event.type !== "agent.trip.streaming") continue;
      count += 1;
      if (count === 10) {
        watch.abort();
        pulls = body.pulls;
      }
    }
    expect(count).toBeLessThan(1000);
    await expectQuiet(body, pulls);
    expect((await stream.result).error?.code).toBe("AGENT_CANCELLED");
  });

  test("break cancels a body that hangs, at once and once", async () => {
    const body = watchBody({ chunks: openChunks("one ", "two "), last: "hangs" });
    const stream = writerOn(body).stream("Count.");
    let pulls = 0;
    for await (const event of stream) {
      if (event.type !== "agent.trip.streaming" || event.delta !== "two ") continue;
      await settle(); // now a read waits
      pulls = body.pulls;
      break;
    }
    expect(body.cancels).toBe(1);
    await expectQuiet(body, pulls);
    expect((await stream.result).error?.code).toBe("AGENT_CANCELLED");
  });

  test("a response that comes after the abort is cancelled unread", async () => {
    const late = Promise.withResolvers<void>();
    const body = watchBody({ chunks: openChunks("one "), last: "hangs", after: late.promise });
    const watch = watchSignal();
    const { result } = writerOn(body).stream("Count.", { signal: watch.signal });
    await body.asked;
    watch.abort();
    expect((await result).error?.code).toBe("AGENT_CANCELLED");
    late.resolve();
    await expectQuiet(body, 0);
    expect(watch.left()).toBe(0);
  });

  test("a body that stays open after the answer is cancelled, and the answer counts", async () => {
    const body = watchBody({ chunks: chunksOf("one ", "two "), last: "hangs" });
    const { error, text } = await writerOn(body).stream("Count.").result;
    expect(error).toBeUndefined();
    expect(text).toBe("one two ");
    await expectQuiet(body, body.pulls);
  });

  test("a time limit cancels a body that hangs and is no cancellation", async () => {
    const body = watchBody({ chunks: openChunks("one "), last: "hangs" });
    const { error } = await writerOn(body, 20).stream("Count.").result;
    expect(error?.code).toBe("PROVIDER_TIMEOUT");
    await expectQuiet(body, body.pulls);
  });
});

describe("nothing rejects that nobody awaits", () => {
  const failing = () => agent({ model: mockModel({ name: "m", responses: [{ error: new Error("down") }] }) });

  test("a result that is touched and left", async () => {
    void failing().stream("Hi.").result;
    await settle();
  });

  test("a stream that is made and left", async () => {
    failing().stream("Hi.");
    await settle();
  });

  test("a stream that is left while its model hangs", async () => {
    const body = watchBody({ chunks: openChunks("one "), last: "hangs" });
    const stream = writerOn(body).stream("Count.");
    void stream.result;
    for await (const event of stream) if (event.type === "agent.trip.streaming") break;
    await expectQuiet(body, body.pulls);
  });

  test("a tool that rejects after the run was stopped", async () => {
    const begun = Promise.withResolvers<void>();
    const late = Promise.withResolvers<never>();
    const slow = tool({
      name: "slow",
      description: "Takes long.",
      input: { type: "object" },
      execute: () => {
        begun.resolve();
        return late.promise;
      },
    });
    const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "slow", input: {} }] }] });
    const watch = watchSignal();
    const result = agent({ model, tools: [slow] }).execute("Go.", { signal: watch.signal });
    await begun.promise;
    watch.abort();
    expect((await result).error?.code).toBe("AGENT_CANCELLED");
    late.reject(new Error("too late"));
    await settle();
    expect(watch.left()).toBe(0);
  });

  test("a model that rejects after the run was stopped", async () => {
    const late = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<void>();
    const model: Model = {
      name: "m",
      provider: "test",
      complete: () => {
        begun.resolve();
        return late.promise;
      },
      // biome-ignore lint/correctness/useYield: it fails before it yields
      async *stream(): AsyncGenerator<ModelChunk> {
        begun.resolve();
        await late.promise;
      },
    };
    const watch = watchSignal();
    const whole = agent({ model }).execute("Go.", { signal: watch.signal });
    const streamed = agent({ model }).stream("Go.", { signal: watch.signal }).result;
    await begun.promise;
    watch.abort();
    expect((await whole).error?.code).toBe("AGENT_CANCELLED");
    expect((await streamed).error?.code).toBe("AGENT_CANCELLED");
    late.reject(new Error("too late"));
    await settle();
    expect(watch.left()).toBe(0);
  });
});

describe("a truncated stream is an error, not a success", () => {
  test.each([
    ["in the middle of an event", (text: string) => text.slice(0, text.indexOf("two") + 1)],
    ["between two events", (text: string) => text.slice(0, text.lastIndexOf("data: ", text.indexOf("stop")))],
    ["before its first byte", () => ""],
  ])("cut %s", async (_where, cut) => {
    const bytes = new TextEncoder().encode(cut(wireText("one ", "two ")));
    const body = watchBody({ chunks: bytes.length > 0 ? [bytes] : [], last: "ends" });
    const stream = writerOn(body).stream("Count.");
    const events: AgentEvent[] = [];
    for await (const event of stream) events.push(event);
    const { error, report } = await stream.result;
    expect(error?.category).toBe("provider");
    expect(report.status).toBe("failed");
    expect(events.at(-1)).toMatchObject({ type: "agent.error" });
    expect(timers.left()).toBe(0);
  });

  test("a model's stream that ends without saying that it is done", async () => {
    const model: Model = {
      ...mockModel({ name: "m" }),
      async *stream(): AsyncGenerator<ModelChunk> {
        yield { type: "delta", content: "half an ans" };
      },
    };
    const { error, text } = await agent({ model }).stream("Go.").result;
    expect(error?.code).toBe("PROVIDER_ERROR");
    expect(text).toBe("half an ans");
  });
});

/** What must hold when all is over: the body was cancelled once, nothing was pulled since, no timer runs. */
async function expectQuiet(body: BodyWatch, pulls: number): Promise<void> {
  expect(timers.left()).toBe(0);
  await settle();
  expect(body.cancels).toBe(1);
  expect(body.pulls).toBe(pulls);
}

function writerOn(body: BodyWatch, timeoutMs?: number) {
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const sdk = new OpenAISDK({ apiKey: "key", fetch: body.fetch, ...limit });
  return agent({ model: sdk.model({ name: "gpt-4.1-mini" }) });
}

/** Reads a stream to its end; `reached` resolves when that many deltas were seen. */
function readUntil(stream: AsyncIterable<AgentEvent>, deltas: number) {
  const reached = Promise.withResolvers<void>();
  const read = async (): Promise<AgentEvent[]> => {
    const events: AgentEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      if (events.filter(({ type }) => type === "agent.trip.streaming").length === deltas) reached.resolve();
    }
    return events;
  };
  return { reached: reached.promise, all: read() };
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index} `);
}

/** An answer as a service streams it, one chunk of the network for each event. */
function chunksOf(...deltas: string[]): Uint8Array[] {
  const encoder = new TextEncoder();
  return eventsOf(deltas).map((event) => encoder.encode(event));
}

/** The same, but the end has not come yet. */
function openChunks(...deltas: string[]): Uint8Array[] {
  return chunksOf(...deltas).slice(0, deltas.length);
}

function wireText(...deltas: string[]): string {
  return eventsOf(deltas).join("");
}

function eventsOf(deltas: readonly string[]): string[] {
  const choices = [
    ...deltas.map((content) => ({ index: 0, delta: { content }, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: "stop" },
  ];
  return [
    ...choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`),
    "data: [DONE]\n\n",
  ];
}

/** A `fetch` that answers everybody the same, streamed where a stream is asked for. */
function answering(content: string) {
  const message = { role: "assistant", content };
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] });
  return async (_url: string, init: RequestInit): Promise<Response> => {
    const isStream = String(init.body).includes('"stream":true');
    return new Response(isStream ? wireText(content) : whole, { status: 200 });
  };
}
