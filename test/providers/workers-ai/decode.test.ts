import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { config } from "../../../src/core/config.ts";
import {
  callsOf,
  collect,
  doneOf,
  errorOf,
  GLM,
  modelAnswering,
  question,
  sse,
  streamOf,
  textOf,
} from "./support.ts";

const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
const delta = (fields: unknown, rest: object = {}) => ({ choices: [{ index: 0, delta: fields, ...rest }] });
const end = (finish_reason = "stop") => delta({}, { finish_reason });

describe("streams of Workers AI's own form", () => {
  it("gives deltas as they come and one done; nobody says why it ends", async () => {
    const { chunks, error } = await stream(
      sse({ response: "Hel", p: "abcd" }, { response: "lo", p: "ab" }, { response: "", usage }, "[DONE]"),
    );
    expect(error).toBeUndefined();
    expect(chunks).toEqual([
      { type: "delta", content: "Hel" },
      { type: "delta", content: "lo" },
      { type: "done", finishReason: "stop", usage: { input: 9, output: 3, total: 12 } },
    ]);
  });

  it("ends without usage, and with a reason where there is one", async () => {
    const { chunks } = await stream(sse({ response: "Hi" }, "[DONE]"));
    expect(doneOf(chunks)).toEqual({ type: "done", finishReason: "stop" });
    const named = await stream(sse({ response: "Hi" }, { response: "", finish_reason: "length" }, "[DONE]"));
    expect(doneOf(named.chunks)).toMatchObject({ finishReason: "length", rawFinishReason: "length" });
  });

  it("S4: takes usage in each event as running totals, and unknown usage as unknown", async () => {
    const events = [1, 2, 3].map((completion_tokens) => ({
      response: "x",
      usage: { prompt_tokens: 9, completion_tokens, total_tokens: 9 + completion_tokens },
    }));
    expect(
      doneOf((await stream(sse(...events, { response: "", usage: {} }, "[DONE]"))).chunks),
    ).toMatchObject({
      usage: { input: 9, output: 3, total: 12 },
    });
  });

  it("S12: an answer that has as many tokens as it may have was cut", async () => {
    const cut = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
    const body = sse({ response: "a b c" }, { response: "", usage: cut }, "[DONE]");
    const { model } = modelAnswering(bytesOf(body));
    expect(doneOf((await collect(model.stream(question, { maxTokens: 3 }))).chunks)).toMatchObject({
      finishReason: "length",
    });
    const whole = modelAnswering(
      { response: "a b c", usage: { ...cut, completion_tokens: 256 } },
      {},
      "@cf/old",
    );
    expect(await whole.model.complete(question)).toMatchObject({ finishReason: "length" });
  });

  it.each([
    ["the end of the body", sse({ response: "Hel" })],
    ["usage alone", sse({ response: "Hel", usage })],
    ["[DONE] alone", sse("[DONE]")],
    ["nothing", ""],
    ["empty texts", sse({ response: "" }, "[DONE]")],
  ])("S11: an answer that ends with %s is no success", async (_what, body) => {
    const { chunks, error } = await stream(body);
    expect(doneOf(chunks)).toBeUndefined();
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
  });

  it("H5: streams calls, of which each is whole, and loses none of them", async () => {
    const { chunks } = await stream(
      sse(
        { response: "Let me see.", tool_calls: [] },
        { response: "", tool_calls: [{ name: "f", arguments: { n: 1 } }] },
        { response: null, tool_calls: [{ name: "f", arguments: { n: 2 } }, { name: "now" }] },
        { response: "", usage },
        "[DONE]",
      ),
    );
    expect(textOf(chunks)).toBe("Let me see.");
    expect(callsOf(chunks)).toMatchObject([
      { name: "f", input: { n: 1 } },
      { name: "f", input: { n: 2 } },
      { name: "now", input: {} }, // S8
    ]);
    expect(new Set(callsOf(chunks).map(({ id }) => id)).size).toBe(3); // S7
    expect(doneOf(chunks)).toMatchObject({ finishReason: "tool_calls" });
  });

  it("S7: keeps calls apart that have one identifier", async () => {
    const calls = [1, 2].map((n) => ({ id: "chatcmpl-tool-1", name: "f", arguments: { n } }));
    for (const body of [
      sse({ tool_calls: calls }, "[DONE]"),
      sse(...calls.map((call) => ({ tool_calls: [call] })), "[DONE]"),
    ]) {
      const found = callsOf((await stream(body)).chunks);
      expect(found).toMatchObject([{ input: { n: 1 } }, { input: { n: 2 } }]);
      expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    }
  });

  it("H5: puts calls together that come in pieces, up to one that closes them", async () => {
    const { chunks } = await stream(
      sse(
        { tool_calls: [{ id: "a", type: "function", index: 0, function: { name: "f" } }] },
        { tool_calls: [{ index: 0, function: { arguments: '{"n":' } }] },
        { tool_calls: [{ index: 0, function: { arguments: "1}" } }] },
        { tool_calls: [{ id: null, type: null, function: { name: null, arguments: "" } }] },
        { response: "", usage },
        "[DONE]",
      ),
    );
    expect(callsOf(chunks)).toEqual([{ type: "tool-call", id: "a", name: "f", input: { n: 1 } }]);
    expect(chunks.filter(({ type }) => type === "tool-call-delta")).toHaveLength(2);
  });

  it("reads numbers, values and the gateway's wrapping as texts", async () => {
    expect(textOf((await stream(sse({ response: 4 }, { response: 2 }, "[DONE]"))).chunks)).toBe("42");
    const value = await modelAnswering({ response: { n: 1 } }).model.complete(question);
    expect(value.content).toBe('{"n":1}');
    const { content } = await modelAnswering({ result: { response: "Hi" }, success: true }).model.complete(
      question,
    );
    expect(content).toBe("Hi");
    expect((await modelAnswering("Hi").model.complete(question)).content).toBe("Hi");
  });

  it("S1, S2: gives the same chunks cut at every byte", async () => {
    const bytes = new TextEncoder().encode(
      sse(
        { response: "🌊 北" },
        { tool_calls: [{ name: "f", arguments: { place: "北京 🌊" } }] },
        { response: "", usage },
        "[DONE]",
      ).replaceAll("\n\n", "\r\n\r\n"),
    );
    const expected = (await stream([bytes])).chunks;
    expect(textOf(expected)).toBe("🌊 北");
    for (let cut = 1; cut < bytes.length; cut++) {
      expect((await stream([bytes.slice(0, cut), bytes.slice(cut)])).chunks).toEqual(expected);
    }
    expect((await stream(Array.from(bytes, (byte) => Uint8Array.of(byte)))).chunks).toEqual(expected);
  });

  it("reads events without the blank line between them", async () => {
    const { chunks } = await stream('data: {"response":"a"}\ndata: {"response":"b"}\n\ndata: [DONE]\n\n');
    expect(textOf(chunks)).toBe("ab");
  });
});

describe("chat completions of Workers AI", () => {
  it("gives thoughts, text, calls and usage with its channels", async () => {
    const { chunks, error } = await stream(
      sse(
        delta({ role: "assistant", reasoning_content: "Two and " }),
        delta({ reasoning: "two." }),
        delta({ content: "4" }),
        delta({ tool_calls: [{ index: 0, id: "a", function: { name: "f", arguments: '{"n":1}' } }] }),
        end("tool_calls"),
        { choices: [], usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } } },
        "[DONE]",
      ),
      GLM,
    );
    expect(error).toBeUndefined();
    expect(chunks.filter(({ type }) => type !== "tool-call-delta")).toEqual([
      { type: "reasoning-delta", content: "Two and " },
      { type: "reasoning-delta", content: "two." },
      { type: "delta", content: "4" },
      {
        type: "reasoning",
        part: { type: "reasoning", text: "Two and two.", providerMetadata: { cloudflare: { model: GLM } } },
      },
      { type: "tool-call", id: "a", name: "f", input: { n: 1 } },
      {
        type: "done",
        finishReason: "tool_calls",
        rawFinishReason: "tool_calls",
        usage: { input: 9, output: 3, total: 12, cachedTokens: 4 },
      },
    ]);
  });

  it("takes calls of the older form inside them", async () => {
    const tool_calls = [
      { name: "f", arguments: { n: 1 } },
      { name: "g", arguments: "{}" },
    ];
    const whole = {
      choices: [{ index: 0, message: { content: "", tool_calls }, finish_reason: "tool_calls" }],
      usage,
    };
    const answer = await modelAnswering(whole, {}, GLM).model.complete(question);
    expect(answer).toMatchObject({
      finishReason: "tool_calls",
      toolCalls: [
        { name: "f", input: { n: 1 } },
        { name: "g", input: {} },
      ],
      usage: { total: 12 },
    });
    const { chunks } = await stream(sse(delta({ tool_calls }), end("tool_calls"), "[DONE]"), GLM);
    expect(callsOf(chunks)).toMatchObject([{ name: "f", input: { n: 1 } }, { name: "g" }]);
  });

  it("tells arguments that were cut off", async () => {
    const call = { index: 0, id: "a", function: { name: "f", arguments: '{"n": "on' } };
    const { chunks } = await stream(sse(delta({ tool_calls: [call] }), end("length"), "[DONE]"), GLM);
    expect(callsOf(chunks)).toMatchObject([{ unreadable: { reason: "truncated" } }]);
    expect(doneOf(chunks)).toMatchObject({ finishReason: "length" });
  });

  it.each([
    ["the end of the body", sse(delta({ content: "Hel" }))],
    ["[DONE] alone", sse(delta({ content: "Hel" }), "[DONE]")],
    ["a page", "<!doctype html><p>Sign in"],
    ["no JSON", "data: {oops\n\n"],
    ["an event that is no answer", sse({ choices: 7 })],
  ])("S11: an answer that ends with %s is no success", async (_what, body) => {
    expect((await stream(body, GLM)).error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("throws an error event after what came before it", async () => {
    const body = `${sse(delta({ content: "Hel" }))}${sse({ errors: [{ code: 3040, message: "Capacity temporarily exceeded" }] })}`;
    const { chunks, error } = await stream(body, GLM);
    expect(textOf(chunks)).toBe("Hel");
    expect(error).toMatchObject({
      code: "PROVIDER_ERROR",
      context: { providerMessage: "Capacity temporarily exceeded" },
    });
  });
});

describe("answers that are no streams", () => {
  it("H5: a whole answer to a streamed question is told to the logger, and nothing of it is lost", async () => {
    const told: string[] = [];
    config({ logger: { warn: (...entry) => told.push(JSON.stringify(entry)) } });
    const tool_calls = [{ name: "f", arguments: { n: 1 } }];
    const { chunks, error } = await collect(
      modelAnswering({ response: "Look.", tool_calls, usage }).model.stream(question),
    );
    config({ logger: undefined });
    expect(error).toBeUndefined();
    expect(chunks.filter(({ type }) => type !== "tool-call-delta").map(({ type }) => type)).toEqual([
      "delta",
      "tool-call",
      "done",
    ]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("without streaming");
  });

  it("gives text, calls and usage of the older form", async () => {
    const tool_calls = [{ name: "f", arguments: { n: 1 } }];
    expect(await modelAnswering({ response: null, tool_calls, usage }).model.complete(question)).toEqual({
      content: "",
      finishReason: "tool_calls",
      usage: { input: 9, output: 3, total: 12 },
      toolCalls: [{ id: expect.any(String), name: "f", input: { n: 1 } }],
    });
  });

  it("reads the form of the Responses API, whole and streamed, where gpt-oss answers so", async () => {
    const response = {
      object: "response",
      status: "completed",
      output: [
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
        { type: "function_call", call_id: "a", name: "f", arguments: '{"n":1}' },
      ],
      usage: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
    };
    const whole = await modelAnswering(response, {}, "@cf/openai/gpt-oss-120b").model.complete(question);
    expect(whole).toMatchObject({
      content: "Hi",
      finishReason: "tool_calls",
      toolCalls: [{ id: "a", name: "f", input: { n: 1 } }],
      usage: { input: 9, output: 3, total: 12 },
    });
    const body = sse(
      { type: "response.output_text.delta", output_index: 0, content_index: 0, item_id: "m", delta: "Hi" },
      { type: "response.completed", response },
    );
    const { chunks, error } = await stream(body, "@cf/openai/gpt-oss-120b");
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("Hi");
    expect(callsOf(chunks)).toMatchObject([{ name: "f", input: { n: 1 } }]);
  });

  it.each([
    ["nothing", null],
    ["something else", { ok: true }],
    ["a list", [1]],
    ["an error", { error: "boom" }],
    ["errors", { errors: [{ message: "boom" }], success: false }],
    ["an empty text", { response: "" }],
  ])("S11: %s is no success", async (_what, answer) => {
    expect(await errorOf(modelAnswering(answer).model.complete(question))).toMatchObject({
      code: "PROVIDER_ERROR",
    });
  });
});

async function stream(
  body: string | Uint8Array[],
  name?: string,
): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  const answer = typeof body === "string" ? bytesOf(body) : () => streamOf(body);
  return collect(modelAnswering(answer, {}, name).model.stream(question));
}

function bytesOf(text: string): () => ReadableStream<Uint8Array> {
  return () => streamOf([text]);
}
