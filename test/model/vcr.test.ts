import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { Model, ModelChunk } from "../../src/contracts/model.ts";
import * as errors from "../../src/core/errors/index.ts";
import type { Cassette } from "../../src/model/cassette.ts";
import { fallbackModel } from "../../src/model/fallback-model.ts";
import { hashRequest } from "../../src/model/hash-request.ts";
import { type VcrMode, type VcrModel, vcr } from "../../src/model/vcr.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type MockModel, type MockResponse, mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { collect, errorOf } from "../providers/support.ts";

const ask = (content: string): Message[] => [{ role: "user", content }];
const live = (...responses: MockResponse[]): MockModel =>
  mockModel({ name: "live", provider: "mock", responses });

/** A model that must not be asked, over what another one has recorded. */
function replaying(recorded: VcrModel, mode: VcrMode = "replay", model: Model = live()): VcrModel {
  const cassette: object = JSON.parse(JSON.stringify(recorded.cassette));
  return vcr(model, { cassette, mode });
}

const CHUNKS: readonly ModelChunk[] = [
  { type: "reasoning-delta", content: "Hm" },
  {
    type: "reasoning",
    part: { type: "reasoning", text: "Hm", providerMetadata: { p: { signature: "EuYBCkQYAiJA+/gA==" } } },
  },
  { type: "delta", content: "I lo" },
  { type: "delta", content: "ok." },
  { type: "tool-call-delta", id: "c1", name: "look", delta: '{"at":' },
  { type: "tool-call-delta", id: "c1", name: "look", delta: "1}" },
  { type: "tool-call", id: "c1", name: "look", input: { at: 1 }, providerMetadata: { p: { s: "x" } } },
  {
    type: "done",
    finishReason: "tool_calls",
    rawFinishReason: "tool_use",
    usage: { input: 1, output: 2, total: 3 },
  },
];

function streaming(chunks: readonly ModelChunk[], error?: unknown): Model {
  return {
    ...live(),
    async *stream() {
      yield* chunks;
      if (error) throw error;
    },
  };
}

describe("modes", () => {
  it("record always asks, and keeps every answer", async () => {
    const model = live({ content: "one" }, { content: "two" });
    const recorder = vcr(model, { mode: "record" });
    for (const content of ["one", "two"]) expect((await recorder.complete(ask("?"))).content).toBe(content);
    expect(recorder.cassette).toMatchObject({ version: 1, model: "live", provider: "mock" });
    expect(recorder.cassette.entries).toEqual([
      {
        requestHash: await hashRequest(ask("?")),
        request: { messages: ask("?") },
        response: { content: "one", finishReason: "stop", usage: { input: 10, output: 1, total: 11 } },
      },
      expect.objectContaining({ response: expect.objectContaining({ content: "two" }) }),
    ]);
  });

  it("record does not replay what was there, and replaces it", async () => {
    const store = memoryStore();
    for (const content of ["old", "new"]) {
      const recorder = vcr(live({ content }), { store, key: "k", mode: "record" });
      expect((await recorder.complete(ask("?"))).content).toBe(content);
      await recorder.save();
    }
    const { value } = (await store.get("k")) ?? {};
    expect((value as unknown as Cassette).entries).toMatchObject([{ response: { content: "new" } }]);
  });

  it("replay never asks, and gives the answers in the order of the recording, then the last one again", async () => {
    const recorder = vcr(live({ content: "one" }, { content: "two" }), { mode: "record" });
    await recorder.complete(ask("?"));
    await recorder.complete(ask("?"));
    const model = live({ content: "no" });
    const replayer = replaying(recorder, "replay", model);
    const contents: string[] = [];
    for (let call = 0; call < 3; call++) contents.push((await replayer.complete(ask("?"))).content);
    expect(contents).toEqual(["one", "two", "two"]);
    expect(model.callCount).toBe(0);
  });

  it("replay refuses what was not recorded, and says which request and which cassette", async () => {
    const store = memoryStore();
    const missing = vcr(live({ content: "no" }), { store, key: "tests/one", mode: "replay" });
    const error = await errorOf(missing.complete(ask("private question")));
    expect(error).toBeInstanceOf(errors.VcrCassetteMissError);
    expect(error).not.toBeInstanceOf(errors.ProviderError);
    expect(error).toMatchObject({
      code: "VCR_CASSETTE_MISS",
      requestHash: await hashRequest(ask("private question")),
      path: "memory:tests/one",
      retryable: false,
    });
    expect(error.message).toContain('"memory:tests/one" does not exist');
    expect(JSON.stringify(error) + error.message).not.toContain("private");
    const recorder = vcr(live({ content: "one" }), { mode: "record" });
    await recorder.complete(ask("?"));
    const { error: streamed } = await collect(replaying(recorder).stream(ask("other")));
    expect(streamed).toMatchObject({ code: "VCR_CASSETTE_MISS", path: "memory" });
    expect((await agent({ name: "a", model: missing }).execute("Hi")).error?.code).toBe("VCR_CASSETTE_MISS");
  });

  it("auto replays what is there and records what is not", async () => {
    const model = live({ content: "one" }, { content: "two" });
    const both = vcr(model);
    for (const question of ["a", "b", "a", "b", "a"]) await both.complete(ask(question));
    expect(model.callCount).toBe(2);
    expect(both.cassette.entries).toHaveLength(2);
    const later = replaying(both, "auto", live({ content: "three" }));
    expect((await later.complete(ask("b"))).content).toBe("two");
    expect((await later.complete(ask("c"))).content).toBe("three");
    expect(later.cassette.entries).toHaveLength(3);
  });

  it("auto asks again after a recorded error, so that a retry gets through; replay repeats both", async () => {
    const model = live({ error: new errors.ProviderTimeoutError("late") }, { content: "Cairo" });
    const recorder = vcr(model);
    const retried = fallbackModel([recorder], { backoff: { baseMs: 0 } });
    expect((await retried.complete(ask("?"))).content).toBe("Cairo");
    expect(model.callCount).toBe(2);
    for (const mode of ["replay", "auto"] as const) {
      const replayer = replaying(recorder, mode);
      const again = fallbackModel([replayer], { backoff: { baseMs: 0 } });
      expect((await again.complete(ask("?"))).content).toBe("Cairo");
      expect(again.lastAttempts).toMatchObject([{ error: { code: "PROVIDER_TIMEOUT" } }]);
    }
  });

  it("tells requests apart by the options that count", async () => {
    const model = live({ content: "cold" }, { content: "hot" });
    const both = vcr(model);
    expect((await both.complete(ask("?"), { temperature: 0 })).content).toBe("cold");
    expect((await both.complete(ask("?"), { temperature: 1 })).content).toBe("hot");
    expect((await both.complete(ask("?"), { temperature: 0, topP: 0.1 })).content).toBe("cold");
    const narrow = vcr(live({ content: "one" }, { content: "two" }), { hashOptions: [] });
    await narrow.complete(ask("?"), { temperature: 0 });
    expect((await narrow.complete(ask("?"), { temperature: 1 })).content).toBe("one");
  });
});

describe("what is kept", () => {
  it("replays a whole answer with its reasoning, calls, usage and metadata", async () => {
    const response = {
      content: "I look.",
      finishReason: "tool_calls",
      rawFinishReason: "tool_use",
      usage: { input: 1, output: 2, total: 3, cost: { input: 0.1, output: 0.2 } },
      toolCalls: [{ id: "c1", name: "look", input: { at: [1, { deep: null }] } }],
      reasoning: [{ type: "reasoning", text: "Hm", providerMetadata: { p: { signature: "EuYB+/gA==" } } }],
      providerMetadata: { p: { container: "x" } },
    } as const;
    const recorder = vcr({ ...live(), complete: async () => response }, { mode: "record" });
    expect(await recorder.complete(ask("?"))).toBe(response);
    const replayer = replaying(recorder);
    const replayed = await replayer.complete(ask("?"));
    expect(replayed).toEqual(response);
    // Whoever changes what was replayed does not change the cassette.
    Object.assign(replayed, { content: "changed" });
    expect(await replayer.complete(ask("?"))).toEqual(response);
  });

  it("replays a stream chunk by chunk", async () => {
    const recorder = vcr(streaming(CHUNKS), { mode: "record" });
    expect(await collect(recorder.stream(ask("?")))).toEqual({ chunks: CHUNKS });
    expect(recorder.cassette.entries).toMatchObject([{ chunks: CHUNKS }]);
    expect(await collect(replaying(recorder).stream(ask("?")))).toEqual({ chunks: CHUNKS });
  });

  it("replays a stream as a whole answer, and a whole answer as a stream", async () => {
    const streamed = vcr(streaming(CHUNKS), { mode: "record" });
    await collect(streamed.stream(ask("?")));
    const response = await replaying(streamed).complete(ask("?"));
    expect(response).toMatchObject({
      content: "I look.",
      finishReason: "tool_calls",
      toolCalls: [{ id: "c1" }],
    });
    const whole = vcr({ ...live(), complete: async () => response }, { mode: "record" });
    await whole.complete(ask("?"));
    const { chunks } = await collect(replaying(whole).stream(ask("?")));
    expect(chunks.map(({ type }) => type)).toEqual([
      "reasoning-delta",
      "reasoning",
      "delta",
      "tool-call",
      "done",
    ]);
    expect(chunks.at(-1)).toEqual(CHUNKS.at(-1));
  });

  it("keeps the request without its signal, headers and code", async () => {
    const recorder = vcr(live({ content: "ok" }), { mode: "record" });
    const execute = async (): Promise<string> => "secret source";
    await recorder.complete(ask("?"), {
      signal: new AbortController().signal,
      headers: { authorization: "x" },
      temperature: 0,
      tools: [tool({ name: "t", description: "d", input: { type: "object" }, execute })],
    });
    expect(recorder.cassette.entries[0]?.request).toEqual({
      messages: ask("?"),
      options: { temperature: 0, tools: [{ name: "t", description: "d", input: { type: "object" } }] },
    });
  });

  it.each([
    new errors.ProviderRateLimitError("m", { retryAfter: 1500, context: { status: 429, requestId: "r" } }),
    new errors.ProviderTimeoutError("m", { context: { status: 504 } }),
    new errors.ProviderError("m", { retryable: false }),
    new errors.QuotaExceededError("m"),
    new errors.ProviderAuthError("m"),
    new errors.InvalidRequestError("m", { context: { status: 404 } }),
    new errors.ContextLengthExceededError("m", { limit: 8000, actual: 9000, modelName: "live" }),
    new errors.ContentFilterError("m", { reason: "violence", categories: ["violence"] }),
    new errors.StoreError("STORE_QUOTA", "m", { store: "s" }),
    new errors.AIError("AI_ERROR", "m", {}, "tool"),
    Object.assign(new Error("m"), { name: "OddError" }),
  ])("throws a recorded error as what it was: $name", async (error) => {
    const recorder = vcr(live({ error }), { mode: "record" });
    expect(await errorOf(recorder.complete(ask("?")))).toBe(error);
    expect((await collect(vcr(streaming([], error), { mode: "record" }).stream(ask("?")))).error).toBe(error);
    const replayer = replaying(recorder);
    const replayed = [
      await errorOf(replayer.complete(ask("?"))),
      (await collect(replayer.stream(ask("?")))).error as Error,
    ];
    for (const again of replayed) {
      expect(again).toBeInstanceOf(error.constructor);
      expect({ ...again, message: again.message }).toEqual({ ...error, message: error.message });
      expect(errors.AIError.is(again)).toBe(errors.AIError.is(error));
      expect(again.stack).toContain("m");
    }
  });

  it("keeps an error in the middle of a stream as an error", async () => {
    const error = new errors.ProviderError("cut off");
    const recorder = vcr(streaming(CHUNKS.slice(0, 3), error), { mode: "record" });
    expect(await collect(recorder.stream(ask("?")))).toEqual({ chunks: CHUNKS.slice(0, 3), error });
    expect(recorder.cassette.entries).toMatchObject([{ error: { code: "PROVIDER_ERROR" } }]);
  });

  it("S11: gives a recorded stream that was cut off as it was, and as a whole answer an error", async () => {
    const recorder = vcr(streaming(CHUNKS.slice(0, 3)), { mode: "record" });
    await collect(recorder.stream(ask("?")));
    expect(await collect(replaying(recorder).stream(ask("?")))).toEqual({ chunks: CHUNKS.slice(0, 3) });
    expect(await errorOf(replaying(recorder).complete(ask("?")))).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("keeps no stream that its reader left, but one that was left at its end", async () => {
    const recorder = vcr(streaming(CHUNKS), { mode: "record" });
    for await (const _chunk of recorder.stream(ask("?"))) break;
    expect(recorder.cassette.entries).toEqual([]);
    for await (const chunk of recorder.stream(ask("?"))) if (chunk.type === "done") break;
    expect(recorder.cassette.entries).toHaveLength(1);
    const both = replaying(recorder, "auto", streaming(CHUNKS));
    for await (const _chunk of both.stream(ask("?"))) break;
    expect(both.cassette.entries).toHaveLength(1);
  });

  it("S21: keeps nothing of a call that was cancelled, and stops replaying when the signal aborts", async () => {
    const controller = new AbortController();
    const slow = live({ content: "late", delay: 60_000 });
    const recorder = vcr(slow, { mode: "record" });
    const { signal } = controller;
    const pending = [
      errorOf(recorder.complete(ask("?"), { signal })),
      collect(recorder.stream(ask("?"), { signal })),
    ];
    while (slow.callCount < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    await Promise.all(pending);
    expect(recorder.cassette.entries).toEqual([]);
    const recorded = vcr(streaming(CHUNKS), { mode: "record" });
    await collect(recorded.stream(ask("?")));
    expect(await errorOf(replaying(recorded).complete(ask("?"), { signal }))).toMatchObject({
      code: "AGENT_CANCELLED",
    });
    const stop = new AbortController();
    const read: ModelChunk[] = [];
    const reading = (async () => {
      for await (const chunk of replaying(recorded).stream(ask("?"), { signal: stop.signal })) {
        read.push(chunk);
        stop.abort();
      }
    })();
    expect(await errorOf(reading)).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(read).toHaveLength(1);
  });

  it("keeps calls at the same time in the order in which they were made", async () => {
    const slowFirst = live(
      { content: "a", delay: 30 },
      { content: "b", delay: 10 },
      { content: "c" },
      { content: "d", delay: 20 },
    );
    const recorder = vcr(slowFirst, { mode: "record" });
    const calls = ["1", "2", "2", "1"].map((question) => recorder.complete(ask(question)));
    const given = (await Promise.all(calls)).map(({ content }) => content);
    const questions = recorder.cassette.entries.map(({ request }) => request.messages[0]?.content);
    expect(questions).toEqual(["1", "2", "2", "1"]);
    const replayer = replaying(recorder);
    const again = await Promise.all(["1", "2", "2", "1"].map((question) => replayer.complete(ask(question))));
    expect(again.map(({ content }) => content)).toEqual(given);
  });

  it("asks a model for each of two equal requests at the same time", async () => {
    const model = live({ content: "a", delay: 5 }, { content: "b" });
    const both = vcr(model);
    const answers = await Promise.all([both.complete(ask("?")), both.complete(ask("?"))]);
    expect(answers.map(({ content }) => content)).toEqual(["a", "b"]);
    expect(both.cassette.entries.map((entry) => entry.response?.content)).toEqual(["a", "b"]);
  });
});

describe("as a model", () => {
  it("has the name, provider, capabilities and prices of the model", () => {
    const model = mockModel({
      name: "m",
      provider: "p",
      capabilities: { vision: true },
      pricing: { input: 1, output: 2 },
    });
    const { name, provider, capabilities, pricing } = model;
    expect(vcr(model)).toMatchObject({ name, provider, capabilities, pricing });
    expect(vcr(live())).not.toHaveProperty("capabilities");
  });

  it("replays the run of an agent with tools, whole and streamed, and below a fallback", async () => {
    const runs: string[] = [];
    const look = tool({
      name: "look",
      description: "Looks.",
      input: { type: "object", properties: { at: { type: "number" } } },
      execute: async () => {
        runs.push("look");
        return "a tree";
      },
    });
    const script = [{ toolCalls: [{ name: "look", input: { at: 1 } }] }, { content: "A tree." }];
    const recorder = vcr(live(...script), { mode: "record" });
    const run = (model: Model) => agent({ name: "a", model, tools: [look] });
    const recorded = await run(recorder).execute("What is there?");
    expect(recorded.text).toBe("A tree.");
    expect(recorder.cassette.entries).toHaveLength(2);
    const replayed = await run(fallbackModel([replaying(recorder)])).execute("What is there?");
    expect(replayed.text).toBe("A tree.");
    expect(replayed.usage).toEqual(recorded.usage);
    const streamed = run(replaying(recorder)).stream("What is there?");
    expect((await streamed.result).text).toBe("A tree.");
    expect(runs).toHaveLength(3);
  });
});
