import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { ProviderError } from "../../../src/core/errors/index.ts";
import {
  call,
  callsOf,
  collect,
  doneOf,
  errorOf,
  last,
  lines,
  modelAnswering,
  piece,
  question,
  streamOf,
  textOf,
} from "./support.ts";

const counted = { prompt_eval_count: 26, eval_count: 8 };

describe("streamed answers of Ollama", () => {
  it("gives deltas as they come and one done, with what the server took for its work", async () => {
    const { chunks, error } = await stream(
      lines(
        piece({ role: "assistant", content: "Hel" }),
        piece({ content: "lo" }),
        last({ ...counted, total_duration: 500, load_duration: 0, eval_duration: 400 }),
      ),
    );
    expect(error).toBeUndefined();
    expect(chunks).toEqual([
      { type: "delta", content: "Hel" },
      { type: "delta", content: "lo" },
      {
        type: "done",
        finishReason: "stop",
        rawFinishReason: "stop",
        usage: { input: 26, output: 8, total: 34 },
        providerMetadata: { ollama: { total_duration: 500, eval_duration: 400 } },
      },
    ]);
  });

  it("gives thoughts as deltas and as one part that knows its model", async () => {
    const { chunks } = await stream(
      lines(piece({ thinking: "Two and " }), piece({ thinking: "two." }), piece({ content: "4" }), last()),
    );
    expect(chunks.slice(0, 4)).toEqual([
      { type: "reasoning-delta", content: "Two and " },
      { type: "reasoning-delta", content: "two." },
      { type: "delta", content: "4" },
      {
        type: "reasoning",
        part: {
          type: "reasoning",
          text: "Two and two.",
          providerMetadata: { ollama: { model: "llama3.2" } },
        },
      },
    ]);
  });

  it.each([
    ["the prompt's tokens, which a cache knew", { eval_count: 8 }, { output: 8 }],
    ["the answer's tokens", { prompt_eval_count: 26 }, { input: 26 }],
    ["nothing", {}, undefined],
    ["anything readable", { prompt_eval_count: "26", eval_count: -1 }, undefined],
  ])("S4: unknown stays unknown where the server does not count %s", async (_what, fields, usage) => {
    const { chunks } = await stream(lines(piece({ content: "x" }), last(fields)));
    expect(doneOf(chunks)?.usage).toEqual(usage);
  });

  it("S4: keeps a count of an earlier line, and a count of 0", async () => {
    const early = await stream(lines(piece({ content: "x" }, counted), last()));
    expect(doneOf(early.chunks)?.usage).toEqual({ input: 26, output: 8, total: 34 });
    const none = await stream(lines(piece({ content: "x" }), last({ prompt_eval_count: 0, eval_count: 3 })));
    expect(doneOf(none.chunks)?.usage).toEqual({ input: 0, output: 3, total: 3 });
  });

  it("prices an answer", async () => {
    const pricing = { "llama3.2": { input: 1, output: 2 } };
    const { model } = modelAnswering({ body: last(counted) }, { pricing });
    const { usage } = await model.complete(question);
    expect(usage?.cost).toEqual({ input: 26 / 1_000_000, output: 16 / 1_000_000 });
  });

  it.each([
    ["the end of the body", lines(piece({ content: "Hel" }))],
    ["half a line", `${lines(piece({ content: "Hel" }))}{"message":{"con`],
    ["nothing", ""],
    ["blank lines", "\n\n"],
  ])("S11: an answer that ends with %s is no success", async (_what, body) => {
    const { chunks, error } = await stream(body);
    expect(doneOf(chunks)).toBeUndefined();
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
  });

  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["load", "stop"],
    ["unload", "stop"],
    ["constructor", "error"],
  ])("S11, S12: the word %s means %s", async (word, reason) => {
    const { chunks } = await stream(lines(piece({ content: "x" }), last({ done_reason: word })));
    expect(doneOf(chunks)).toMatchObject({ finishReason: reason, rawFinishReason: word });
  });

  it("takes the end of an older server, which gives no word", async () => {
    const { chunks } = await stream(lines(piece({ content: "x" }), last({ done_reason: undefined })));
    expect(doneOf(chunks)).toEqual({ type: "done", finishReason: "stop" });
  });

  it("S12: tells a call that came with a broken end, and its finish reason", async () => {
    const { chunks } = await stream(lines(call("f", {}), last({ done_reason: "length" })));
    expect(callsOf(chunks)).toHaveLength(1);
    expect(doneOf(chunks)?.finishReason).toBe("length");
  });

  it("reads nothing behind the end", async () => {
    const { chunks, error } = await stream(lines(piece({ content: "x" }), last(), "{oops"));
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("x");
  });

  it("throws an error line after what came before it", async () => {
    const { chunks, error } = await stream(lines(piece({ content: "Hel" }), { error: "model runner died" }));
    expect(chunks).toEqual([{ type: "delta", content: "Hel" }]);
    expect(error).toMatchObject({
      code: "PROVIDER_ERROR",
      context: { providerMessage: "model runner died" },
    });
  });

  it.each([
    ["a line that is no JSON", "data: x\n"],
    ["a line that is null", "null\n"],
    ["a list of calls that is none", lines(piece({ tool_calls: 7 }))],
    ["a page", "<!doctype html><p>Sign in"],
  ])("throws for %s", async (_what, body) => {
    expect((await stream(body)).error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("S16: takes an empty role, null content and no message", async () => {
    const { chunks, error } = await stream(
      lines(
        piece({ role: "", content: null, thinking: null, tool_calls: null }),
        piece(undefined),
        piece(null),
        piece({ content: "x", tool_calls: [null] }),
        last(),
      ),
    );
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("x");
  });

  it("S1, S2: gives the same chunks cut at every byte", async () => {
    const bytes = new TextEncoder().encode(
      lines(piece({ content: "🌊 北" }), call("f", { place: "北京 🌊" }), last(counted)).replaceAll(
        "\n",
        "\r\n",
      ),
    );
    const expected = (await stream([bytes])).chunks;
    expect(textOf(expected)).toBe("🌊 北");
    for (let cut = 1; cut < bytes.length; cut++) {
      expect((await stream([bytes.slice(0, cut), bytes.slice(cut)])).chunks).toEqual(expected);
    }
    expect((await stream(Array.from(bytes, (byte) => Uint8Array.of(byte)))).chunks).toEqual(expected);
  });

  it("R24: reads a body that cannot be streamed", async () => {
    const text = lines(piece({ content: "Hi" }), last());
    const response = { ok: true, status: 200, headers: new Headers(), body: null, text: async () => text };
    const { model } = modelAnswering(() => response as unknown as Response);
    expect(textOf((await collect(model.stream(question))).chunks)).toBe("Hi");
  });
});

describe("tool calls of Ollama", () => {
  it("S7: makes identifiers, the same for the same conversation and none of another call's", async () => {
    const body = lines(call("f", { n: 1 }), call("f", { n: 2 }), last());
    const first = callsOf((await stream(body)).chunks);
    expect(callsOf((await stream(body)).chunks)).toEqual(first);
    expect(first).toMatchObject([
      { name: "f", input: { n: 1 } },
      { name: "f", input: { n: 2 } },
    ]);
    expect(new Set(first.map(({ id }) => id)).size).toBe(2);
    const history = [
      ...question,
      { role: "assistant", content: "", toolCalls: first },
      ...first.map(({ id }) => ({ role: "tool", toolCallId: id, content: "1" }) as const),
    ] as const;
    const next = callsOf((await collect(modelAnswering({ body }).model.stream(history))).chunks);
    expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(4);
  });

  it("S15: keeps the server's identifiers but those that came before", async () => {
    const body = lines(call("f", {}, { id: "call_a" }), call("f", {}, { id: "call_a" }), last());
    const ids = callsOf((await stream(body)).chunks).map(({ id }) => id);
    expect(ids[0]).toBe("call_a");
    expect(ids[1]).not.toBe("call_a");
  });

  it.each([[undefined], [null], [""], [{}], ["null"]])("S8: takes %j for no arguments", async (input) => {
    const { chunks } = await stream(lines(call("now", input), last()));
    expect(callsOf(chunks)).toMatchObject([{ name: "now", input: {} }]);
    expect(doneOf(chunks)).toMatchObject({ finishReason: "tool_calls", rawFinishReason: "stop" });
  });

  it("takes calls between texts, several in one line, and arguments that are a text", async () => {
    const two = piece({
      content: "b",
      tool_calls: [
        { function: { name: "f", arguments: '{"n":1}' } },
        { function: { name: "g", arguments: {} } },
      ],
    });
    const { chunks } = await stream(lines(piece({ content: "a" }), two, piece({ content: "c" }), last()));
    expect(textOf(chunks)).toBe("abc");
    expect(callsOf(chunks)).toMatchObject([{ name: "f", input: { n: 1 } }, { name: "g" }]);
  });

  it("tells arguments that cannot be read", async () => {
    for (const [text, reason] of [
      ['{"city": "Par', "truncated"],
      ['{"size": "5" tall"}', "malformed"],
    ] as const) {
      const { chunks } = await stream(lines(call("f", text), last()));
      expect(callsOf(chunks)).toMatchObject([{ name: "f", input: {}, unreadable: { text, reason } }]);
    }
  });

  it("S23: takes calls out of a wrapper that was not offered", async () => {
    const wrapped = { tool_uses: [{ recipient_name: "functions.weather", parameters: { city: "Rome" } }] };
    const body = lines(call("multi_tool_use.parallel", wrapped), last());
    expect(callsOf((await stream(body)).chunks)).toMatchObject([
      { name: "weather", input: { city: "Rome" } },
    ]);
  });
});

describe("whole answers of Ollama", () => {
  it("gives text, thoughts, calls and usage", async () => {
    const message = {
      role: "assistant",
      content: "Hi",
      thinking: "Greet.",
      tool_calls: [{ id: "call_1", function: { name: "f", arguments: { n: 1 } } }],
    };
    expect(await complete(last({ message, ...counted }))).toEqual({
      content: "Hi",
      finishReason: "tool_calls",
      rawFinishReason: "stop",
      usage: { input: 26, output: 8, total: 34 },
      toolCalls: [{ id: "call_1", name: "f", input: { n: 1 } }],
      reasoning: [{ type: "reasoning", text: "Greet.", providerMetadata: { ollama: { model: "llama3.2" } } }],
    });
  });

  it.each([
    ["an error with status 200", { error: "boom" }],
    ["something else", { ok: true }],
    ["a list", [1]],
    ["null", "null"],
    ["nothing", ""],
    ["a page", "<html>Bad gateway</html>"],
  ])("S11: %s is no success", async (_what, body) => {
    expect(await errorOf(complete(body))).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("reads an answer of 20 MB", async () => {
    const content = "x".repeat(20_000_000);
    const answer = await complete(last({ message: { content } }));
    expect(answer.content.length).toBe(content.length);
  });
});

async function stream(body: string | Uint8Array[]): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  const headers = { "content-type": "application/x-ndjson" };
  const { model } = modelAnswering({ body: typeof body === "string" ? body : streamOf(body), headers });
  return collect(model.stream(question));
}

function complete(body: unknown) {
  return modelAnswering({ body }).model.complete(question);
}
