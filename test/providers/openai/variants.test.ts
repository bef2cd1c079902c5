import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import {
  callsOf,
  collect,
  delta,
  doneOf,
  end,
  errorOf,
  modelAnswering,
  sse,
  streamOf,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const compatible = { baseURL: "https://proxy.example/v1" };

async function stream(body: unknown): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  const { model } = modelAnswering({ body }, compatible);
  return collect(model.stream(question));
}

function thoughtOf(chunks: readonly ModelChunk[]): string {
  return chunks.map((chunk) => (chunk.type === "reasoning-delta" ? chunk.content : "")).join("");
}

describe("content in parts", () => {
  it.each([
    ["texts", ["He", "llo"]],
    ["a part that is null", [null, { type: "text", text: "Hello" }]],
    ["parts without a type", [{ text: "Hello" }]],
    ["the type of the Responses API", [{ type: "output_text", text: "Hello" }]],
  ])("takes %s", async (_what, content) => {
    const { chunks } = await stream(sse(delta({ content }), end()));
    expect(textOf(chunks)).toBe("Hello");
  });

  it.each(["reasoning", "thinking"])("takes the text of a part of %s for a thought", async (type) => {
    const content = [
      { type, text: "Hm." },
      { type: "text", text: "Yes." },
    ];
    const { chunks } = await stream(sse(delta({ content }), end()));
    expect(textOf(chunks)).toBe("Yes.");
    expect(thoughtOf(chunks)).toBe("Hm.");
  });

  it("takes a part that refuses for a refusal", async () => {
    const { chunks } = await stream(sse(delta({ content: [{ type: "refusal", refusal: "No." }] }), end()));
    expect(textOf(chunks)).toBe("No.");
    expect(doneOf(chunks)?.finishReason).toBe("content_filter");
  });
});

describe("a call in the field that was there before tools", () => {
  it("comes together from its pieces", async () => {
    const pieces = [{ name: "add", arguments: "" }, { arguments: '{"a":' }, { arguments: "1}" }];
    const deltas = pieces.map((piece) => delta({ function_call: piece }));
    const { chunks } = await stream(sse(...deltas, end("function_call"), "[DONE]"));
    expect(callsOf(chunks)).toMatchObject([{ id: "call_1", name: "add", input: { a: 1 } }]);
    expect(doneOf(chunks)).toMatchObject({ finishReason: "tool_calls", rawFinishReason: "function_call" });
  });

  it("is taken once where the service sends it in both fields", async () => {
    const call = { name: "add", arguments: '{"a":1}' };
    const message = { content: null, function_call: call, tool_calls: [{ id: "call_9", function: call }] };
    const { model } = modelAnswering({ body: { choices: [{ message, finish_reason: "tool_calls" }] } });
    const { toolCalls } = await model.complete(question);
    expect(toolCalls).toMatchObject([{ id: "call_9", name: "add" }]);
  });
});

describe("words for the end", () => {
  const call = { index: 0, id: "call_1", function: { name: "add", arguments: "{}" } };

  it.each([
    ["eos_token", "stop"],
    ["stop_sequence", "stop"],
    ["SAFETY", "content_filter"],
    ["content_filter: PROHIBITED_CONTENT", "content_filter"],
    ["guardrail_intervened", "content_filter"],
    ["model_length", "length"],
    ["MAX_TOKENS", "length"],
    ["function_call_filter: MALFORMED_FUNCTION_CALL", "error"],
    ["network_error", "error"],
  ])("%s is %s", async (word, reason) => {
    const { chunks } = await stream(sse(delta({ content: "x" }), end(word)));
    expect(doneOf(chunks)).toMatchObject({ finishReason: reason, rawFinishReason: word });
  });

  it.each(["tool_calls", "tool_use", "stop"])("S12: %s lets a call run", async (word) => {
    const { chunks } = await stream(sse(delta({ tool_calls: [call] }), end(word)));
    expect(doneOf(chunks)?.finishReason).toBe("tool_calls");
  });

  it("S12: a call that the service's filter stopped does not run", async () => {
    const word = "function_call_filter: MALFORMED_FUNCTION_CALL";
    const { chunks } = await stream(sse(delta({ tool_calls: [call] }), end(word)));
    expect(doneOf(chunks)?.finishReason).toBe("error");
  });
});

describe("failures inside a success, without the usual field", () => {
  const accounts: readonly [string, unknown, string, string][] = [
    ["vLLM", { object: "error", message: "no such key", code: 401 }, "PROVIDER_AUTH", "no such key"],
    ["FastAPI", { detail: "out of memory" }, "PROVIDER_ERROR", "out of memory"],
    ["Cloudflare", { success: false, errors: [{ message: "no route" }] }, "PROVIDER_ERROR", "no route"],
  ];

  it.each(accounts)("are told by %s's account of them", async (_who, account, code, providerMessage) => {
    const { model } = modelAnswering({ body: account }, compatible);
    expect(await errorOf(model.complete(question))).toMatchObject({ code, context: { providerMessage } });
    const { chunks, error } = await stream(sse(delta({ content: "Hel" }), account, "[DONE]"));
    expect(textOf(chunks)).toBe("Hel");
    expect(error).toMatchObject({ code, context: { providerMessage } });
  });
});

describe("event streams of sloppy servers", () => {
  it("S2: takes events that no blank line parts", async () => {
    const lines = [delta({ content: "a" }), delta({ content: "b" }), end()].map((one) => JSON.stringify(one));
    const { chunks, error } = await stream(
      `${[...lines, "[DONE]"].map((line) => `data: ${line}\n`).join("")}\n`,
    );
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("ab");
  });

  it.each([
    ["a ping", "event: ping\ndata: still here\n\n"],
    ["null", "data: null\n\n"],
    ["a number", "data: 12\n\n"],
    ["nothing", "data:\n\n"],
  ])("passes over %s", async (_what, noise) => {
    const { chunks, error } = await stream(noise + sse(delta({ content: "a" }), end()));
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("a");
  });

  it("tells a failure that an error event says nothing about", async () => {
    const { error } = await stream("event: error\ndata: null\n\n");
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("reads one JSON body behind blanks, however they are cut", async () => {
    const body = JSON.stringify({ choices: [{ message: { content: "whole" }, finish_reason: "stop" }] });
    for (const pieces of [
      [`\n\n  ${body}`],
      ["\n", " ", body],
      ["\n ", ` ${body.slice(0, 9)}`, body.slice(9)],
    ]) {
      const { chunks, error } = await stream(streamOf(pieces));
      expect(error).toBeUndefined();
      expect(textOf(chunks)).toBe("whole");
    }
  });

  it("does not repeat a content type that is none", async () => {
    const headers = { "content-type": "sk-live-0123456789abcdef" };
    const { model } = modelAnswering({ body: "nope", headers });
    expect(String(await errorOf(model.complete(question)))).not.toContain("sk-live");
  });
});

describe("long arguments in small pieces", () => {
  it.each([
    ["as OpenAI sends them", {}],
    ["with the name in each", { name: "write" }],
  ])(
    "come together in a time that grows with their length alone, %s",
    async (_how, again) => {
      const count = 200_000;
      const piece = sse(delta({ tool_calls: [{ index: 0, function: { ...again, arguments: "1,2," } }] }));
      const pieces = Array.from({ length: count / 100 }, () => piece.repeat(100));
      const first = sse(
        delta({ tool_calls: [{ index: 0, function: { name: "write", arguments: '{"a":[' } }] }),
      );
      const last = sse(
        delta({ tool_calls: [{ index: 0, function: { arguments: "3]}" } }] }),
        end("tool_calls"),
      );
      const { chunks } = await stream(streamOf([first, ...pieces, last]));
      expect(callsOf(chunks)).toHaveLength(1);
      expect(Object(callsOf(chunks)[0]?.input).a).toHaveLength(2 * count + 1);
    },
    20_000,
  );
});

describe("calls whose name comes with each piece of their arguments", () => {
  const named = (text: string) => delta({ tool_calls: [{ function: { name: "write", arguments: text } }] });

  it("are cut at any character, and end where all that they opened is closed", async () => {
    const first = '{"a":[{"b":"}] \\"} \\\\"}],"c":{}}';
    for (const size of [1, 2, 3, 5]) {
      const pieces = first.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
      const { chunks } = await stream(sse(...pieces.map(named), named('{"d":1}'), end("tool_calls")));
      expect(callsOf(chunks).map(({ input }) => input)).toEqual([JSON.parse(first), { d: 1 }]);
    }
  });

  it("come together in a time that grows with their length alone, though every piece closes something", async () => {
    const count = 100_000;
    const piece = sse(named(',{"n":1}'));
    const pieces = Array.from({ length: count / 100 }, () => piece.repeat(100));
    const { chunks } = await stream(
      streamOf([sse(named('[{"n":0}')), ...pieces, sse(named("]"), end("tool_calls"))]),
    );
    expect(callsOf(chunks)).toHaveLength(1);
    expect(callsOf(chunks)[0]?.input).toHaveLength(count + 1);
  }, 20_000);
});

describe("very many calls", () => {
  it("get identifiers in a time that grows with their number alone", async () => {
    const count = 50_000;
    const taken = { id: `call_${count}`, function: { name: "add", arguments: "{}" } };
    const calls = Array.from({ length: count - 1 }, () => ({ function: { name: "add", arguments: "{}" } }));
    const body = { choices: [{ message: { tool_calls: [taken, ...calls] }, finish_reason: "tool_calls" }] };
    const { toolCalls = [] } = await modelAnswering({ body }).model.complete(question);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(count);
  });
});
