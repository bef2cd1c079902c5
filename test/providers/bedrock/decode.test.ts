import { describe, expect, it } from "vitest";
import type { ModelChunk, ModelResponse } from "../../../src/contracts/model.ts";
import { responseOf } from "../../../src/providers/adapter/response-of.ts";
import { callsOf, collect, doneOf, respond, textOf } from "../support.ts";
import {
  answer,
  answerFrames,
  CLAUDE,
  decoder,
  type Frame,
  framesOf,
  modelOver,
  NOVA,
  streamed,
} from "./support.ts";

const QUESTION = [{ role: "user", content: "?" }] as const;
const MODEL = "anthropic.claude-sonnet-4-5-20250929-v1:0";

const delta = (contentBlockIndex: number, value: unknown): Frame => [
  "contentBlockDelta",
  { contentBlockIndex, delta: value },
];
const start = (contentBlockIndex: number, value: unknown): Frame => [
  "contentBlockStart",
  { contentBlockIndex, start: value },
];
const stop = (contentBlockIndex: number): Frame => ["contentBlockStop", { contentBlockIndex }];
const finish = (stopReason: string): Frame[] => [
  ["messageStop", { stopReason }],
  ["metadata", { usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 }, metrics: {} }],
];

const complete = (body: object): Promise<ModelResponse> =>
  modelOver(async () => respond({ body })).complete(QUESTION);

async function stream(...frames: readonly Frame[]): Promise<ModelChunk[]> {
  const { chunks, error } = await collect(
    modelOver(async () => streamed(framesOf(...frames))).stream(QUESTION),
  );
  if (error) throw error;
  return chunks;
}

describe("reasons", () => {
  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["tool_use", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["guardrail_intervened", "content_filter"],
    ["content_filtered", "content_filter"],
    ["malformed_model_output", "error"],
    ["malformed_tool_use", "error"],
    ["something_new", "error"],
  ])("%s is %s", async (word, finishReason) => {
    expect(await complete(answer([{ text: "Hi" }], word))).toMatchObject({
      finishReason,
      rawFinishReason: word,
    });
  });

  it("S12: calls are given after any of them", async () => {
    const call = [{ toolUse: { toolUseId: "t1", name: "now", input: {} } }];
    expect(await complete(answer(call, "tool_use"))).toMatchObject({ finishReason: "tool_calls" });
    expect(await complete(answer(call, "end_turn"))).toMatchObject({ finishReason: "tool_calls" });
    expect(await complete(answer(call, "max_tokens"))).toMatchObject({
      finishReason: "length",
      toolCalls: [{ id: "t1" }],
    });
  });

  it("S11: an empty answer is one, with its reason", async () => {
    expect(await complete(answer([], "max_tokens"))).toMatchObject({ content: "", finishReason: "length" });
    expect(await complete(answer([]))).toMatchObject({ content: "", finishReason: "stop" });
  });
});

describe("usage", () => {
  it("S5: counts cached tokens beside the input, and all once in the total", async () => {
    const usage = {
      inputTokens: 10,
      outputTokens: 5,
      cacheReadInputTokens: 100,
      cacheWriteInputTokens: 50,
      totalTokens: 165,
    };
    const expected = { input: 10, output: 5, cachedTokens: 100, cacheWriteTokens: 50, total: 165 };
    expect((await complete({ ...answer([]), usage })).usage).toEqual(expected);
    const { totalTokens: _total, ...rest } = usage;
    expect((await complete({ ...answer([]), usage: rest })).usage).toEqual(expected);
  });

  it("prices each token once", async () => {
    const pricing = { input: 3, output: 15, cachedInput: 0.3, cachedOutput: 3.75 };
    const usage = {
      inputTokens: 1_000_000,
      outputTokens: 1_000_000,
      cacheReadInputTokens: 1_000_000,
      cacheWriteInputTokens: 1_000_000,
    };
    const model = modelOver(async () => respond({ body: { ...answer([]), usage } }), { pricing });
    expect((await model.complete(QUESTION)).usage?.cost).toEqual({
      input: 3,
      output: 15,
      cachedInput: 0.3,
      cachedOutput: 3.75,
    });
  });

  it("S4: is missing where it was not reported, and never invented", async () => {
    const { usage: _usage, ...silent } = answer([{ text: "Hi" }]) as Record<string, unknown>;
    expect(await complete(silent)).not.toHaveProperty("usage");
    expect(await complete({ ...silent, usage: {} })).not.toHaveProperty("usage");
    const chunks = await stream(delta(0, { text: "Hi" }), ["messageStop", { stopReason: "end_turn" }]);
    expect(doneOf(chunks)).toEqual({ type: "done", finishReason: "stop", rawFinishReason: "end_turn" });
  });

  it("S4: a report of nothing does not undo one of something", () => {
    const reader = decoder();
    const chunks: ModelChunk[] = [];
    const report = (inputTokens: number) => ({
      event: "metadata",
      data: JSON.stringify({ usage: { inputTokens, outputTokens: inputTokens } }),
    });
    reader.event(report(7), chunks);
    reader.event(report(0), chunks);
    reader.event({ event: "messageStop", data: '{"stopReason":"end_turn"}' }, chunks);
    reader.end(chunks, false);
    expect(doneOf(chunks)?.usage).toEqual({ input: 7, output: 7, total: 14 });
  });
});

describe("tool calls", () => {
  it("S10: come together by their blocks, though text and other calls come between", async () => {
    const chunks = await stream(
      start(1, { toolUse: { toolUseId: "a", name: "f" } }),
      delta(1, { toolUse: { input: '{"city":' } }),
      delta(0, { text: "Let me " }),
      start(2, { toolUse: { toolUseId: "b", name: "g" } }),
      delta(2, { toolUse: { input: '{"n":1}' } }),
      delta(0, { text: "see." }),
      delta(1, { toolUse: { input: '"Rome"}' } }),
      stop(1),
      stop(2),
      ...finish("tool_use"),
    );
    expect(textOf(chunks)).toBe("Let me see.");
    expect(callsOf(chunks)).toEqual([
      { type: "tool-call", id: "a", name: "f", input: { city: "Rome" } },
      { type: "tool-call", id: "b", name: "g", input: { n: 1 } },
    ]);
    expect(chunks.filter(({ type }) => type === "tool-call-delta")).toEqual([
      { type: "tool-call-delta", id: "a", name: "f", delta: '{"city":' },
      { type: "tool-call-delta", id: "b", name: "g", delta: '{"n":1}' },
      { type: "tool-call-delta", id: "a", name: "f", delta: '"Rome"}' },
    ]);
  });

  it("S8: take no arguments where none came", async () => {
    for (const piece of [[], [delta(0, { toolUse: { input: "" } })]]) {
      const chunks = await stream(
        start(0, { toolUse: { toolUseId: "a", name: "f" } }),
        ...piece,
        stop(0),
        ...finish("tool_use"),
      );
      expect(callsOf(chunks)).toEqual([{ type: "tool-call", id: "a", name: "f", input: {} }]);
    }
    for (const input of [undefined, null, ""]) {
      const { toolCalls } = await complete(
        answer([{ toolUse: { toolUseId: "a", name: "f", input } }], "tool_use"),
      );
      expect(toolCalls).toEqual([{ id: "a", name: "f", input: {} }]);
    }
  });

  it("may have their arguments as text in a whole answer", async () => {
    const { toolCalls } = await complete(
      answer([{ toolUse: { toolUseId: "a", name: "f", input: '{"n":1}' } }], "tool_use"),
    );
    expect(toolCalls).toEqual([{ id: "a", name: "f", input: { n: 1 } }]);
  });

  it("S7, S15: get identifiers where they are missing, repeated or used before", async () => {
    const call = (toolUseId?: string) => ({ toolUse: { toolUseId, name: "f", input: {} } });
    const body = answer([call(), call("same"), call("same"), call("old")], "tool_use");
    const history = [
      ...QUESTION,
      { role: "assistant", content: "", toolCalls: [{ id: "old", name: "f", input: {} }] },
      { role: "tool", content: "1", toolCallId: "old" },
    ] as const;
    const { toolCalls = [] } = await modelOver(async () => respond({ body })).complete(history);
    const ids = toolCalls.map(({ id }) => id);
    expect(ids[1]).toBe("same");
    expect(new Set([...ids, "old"]).size).toBe(5);
    expect(ids.every((id) => /^[\w-]{1,64}$/.test(id))).toBe(true);
  });
});

describe("reasoning", () => {
  it("comes while it is thought, then whole with its signature and its model", async () => {
    const signature = "EqQBCkgIBRABGAIqQ+/==";
    const chunks = await stream(
      delta(0, { reasoningContent: { text: "Two " } }),
      delta(0, { reasoningContent: { text: "and two." } }),
      delta(0, { reasoningContent: { signature } }),
      stop(0),
      delta(1, { text: "Four." }),
      stop(1),
      ...finish("end_turn"),
    );
    expect(chunks.slice(0, 4)).toEqual([
      { type: "reasoning-delta", content: "Two " },
      { type: "reasoning-delta", content: "and two." },
      {
        type: "reasoning",
        part: {
          type: "reasoning",
          text: "Two and two.",
          providerMetadata: { bedrock: { signature, model: MODEL } },
        },
      },
      { type: "delta", content: "Four." },
    ]);
    const reasoningContent = { reasoningText: { text: "Two and two.", signature } };
    expect(await complete(answer([{ reasoningContent }, { text: "Four." }]))).toEqual(responseOf(chunks));
  });

  it("may be hidden: its bytes are kept", async () => {
    const redactedContent = "RXU4RUNrZ0lCeEFCR0FJcVFJ";
    const part = {
      type: "reasoning",
      text: "",
      providerMetadata: { bedrock: { redactedContent, model: MODEL } },
    };
    expect((await complete(answer([{ reasoningContent: { redactedContent } }]))).reasoning).toEqual([part]);
    const pieces = ["RQ==", "XU4=", "RUNrZ0lC"];
    const chunks = await stream(
      ...pieces.map((piece) => delta(0, { reasoningContent: { redactedContent: piece } })),
      stop(0),
      ...finish("end_turn"),
    );
    const [joined] = responseOf(chunks).reasoning ?? [];
    const kept = Object(joined?.providerMetadata?.bedrock).redactedContent;
    expect(atob(kept)).toBe(pieces.map((piece) => atob(piece)).join(""));
  });

  it("may have no signature", async () => {
    const { reasoning } = await complete(answer([{ reasoningContent: { reasoningText: { text: "Hm." } } }]));
    expect(reasoning).toEqual([{ type: "reasoning", text: "Hm." }]);
  });
});

describe("what the service runs itself", () => {
  const use = {
    toolUseId: "s1",
    name: "nova_code_interpreter",
    input: { snippet: "1+1" },
    type: "server_tool_use",
  };
  const result = {
    toolUseId: "s1",
    type: "nova_code_interpreter_result",
    status: "success",
    content: [{ json: { stdOut: "2" } }],
  };

  it("is no call and no text, and is kept where it stood", async () => {
    const expected = {
      bedrock: {
        blocks: [
          { at: 8, block: { toolUse: use } },
          { at: 8, block: { toolResult: result } },
        ],
        model: MODEL,
      },
    };
    const whole = await complete(
      answer([{ text: "Let me. " }, { toolUse: use }, { toolResult: result }, { text: "Two." }]),
    );
    expect(whole).toMatchObject({
      content: "Let me. Two.",
      finishReason: "stop",
      providerMetadata: expected,
    });
    expect(whole).not.toHaveProperty("toolCalls");
    const { input, ...head } = use;
    const { content, ...resultHead } = result;
    const chunks = await stream(
      delta(0, { text: "Let me. " }),
      stop(0),
      start(1, { toolUse: head }),
      delta(1, { toolUse: { input: JSON.stringify(input) } }),
      stop(1),
      start(2, { toolResult: resultHead }),
      delta(2, { toolResult: content }),
      stop(2),
      delta(3, { text: "Two." }),
      ...finish("end_turn"),
    );
    expect(responseOf(chunks)).toEqual(whole);
  });

  it("keeps pictures and blocks of unknown kinds", async () => {
    const image = { format: "png", source: { bytes: "AAAA" } };
    const whole = await complete(answer([{ image }, { novelty: { n: 1 } }]));
    expect(whole.providerMetadata).toEqual({
      bedrock: {
        blocks: [
          { at: 0, block: { image } },
          { at: 0, block: { novelty: { n: 1 } } },
        ],
        model: MODEL,
      },
    });
    const chunks = await stream(
      start(0, { image: { format: "png" } }),
      delta(0, { image: { source: { bytes: "AAAA" } } }),
      stop(0),
      ["novelty", { n: 1 }],
      ...finish("end_turn"),
    );
    expect(doneOf(chunks)?.providerMetadata).toEqual({
      bedrock: { blocks: [{ at: 0, block: { image } }], model: MODEL },
    });
  });

  it("keeps nothing of a block that a gateway begins with nothing in it", async () => {
    for (const begun of [{}, { text: "" }, { reasoningContent: {} }]) {
      const chunks = await stream(start(0, begun), delta(0, { text: "Hi" }), stop(0), ...finish("end_turn"));
      expect(textOf(chunks)).toBe("Hi");
      expect(doneOf(chunks)).not.toHaveProperty("providerMetadata");
    }
  });

  it("S19: takes a time linear in the pieces of a result", () => {
    const reader = decoder();
    const chunks: ModelChunk[] = [];
    const piece = JSON.stringify({ contentBlockIndex: 0, delta: { toolResult: [{ text: "line" }] } });
    reader.event(
      {
        event: "contentBlockStart",
        data: '{"contentBlockIndex":0,"start":{"toolResult":{"toolUseId":"s1"}}}',
      },
      chunks,
    );
    const started = performance.now();
    for (let count = 0; count < 50_000; count++)
      reader.event({ event: "contentBlockDelta", data: piece }, chunks);
    expect(performance.now() - started).toBeLessThan(5000);
    reader.event({ event: "messageStop", data: '{"stopReason":"end_turn"}' }, chunks);
    reader.end(chunks, false);
    const { blocks } = Object(doneOf(chunks)?.providerMetadata?.bedrock);
    expect(blocks[0].block.toolResult.content).toHaveLength(50_000);
  });
});

describe("what else an answer may hold", () => {
  it("is text with citations", async () => {
    const citation = { title: "Tides", location: { documentPage: { documentIndex: 0, start: 1, end: 2 } } };
    const citationsContent = { content: [{ text: "Twice " }, { text: "a day." }], citations: [citation] };
    const expected = { content: "Twice a day.", providerMetadata: { bedrock: { citations: [citation] } } };
    expect(await complete(answer([{ citationsContent }]))).toMatchObject(expected);
    const chunks = await stream(
      delta(0, { text: "Twice a day." }),
      delta(0, { citation }),
      stop(0),
      ...finish("end_turn"),
    );
    expect(responseOf(chunks)).toMatchObject(expected);
  });

  it("is the trace of a guardrail, and fields that were asked for", async () => {
    const trace = { guardrail: { actionReason: "Guardrail blocked." } };
    const additionalModelResponseFields = { stop_sequence: "END" };
    const expected = { bedrock: { trace, additionalModelResponseFields } };
    const whole = await complete({
      ...answer([{ text: "Sorry." }], "guardrail_intervened"),
      trace,
      additionalModelResponseFields,
    });
    expect(whole).toMatchObject({ finishReason: "content_filter", providerMetadata: expected });
    const chunks = await stream(
      delta(0, { text: "Sorry." }),
      ["messageStop", { stopReason: "guardrail_intervened", additionalModelResponseFields }],
      ["metadata", { usage: { inputTokens: 1, outputTokens: 1 }, trace }],
    );
    expect(doneOf(chunks)?.providerMetadata).toEqual(expected);
  });

  it("S16: is nothing where fields are null", async () => {
    const content = [
      null,
      { text: null },
      { text: "Hi" },
      { toolUse: null },
      { reasoningContent: { reasoningText: null } },
    ];
    expect((await complete(answer(content))).content).toBe("Hi");
    const chunks = await stream(
      ["messageStart", {}],
      ["contentBlockStart", {}],
      ["contentBlockDelta", { contentBlockIndex: 0, delta: null }],
      delta(0, { text: null }),
      delta(0, { text: "Hi" }),
      ...finish("end_turn"),
    );
    expect(textOf(chunks)).toBe("Hi");
  });
});

describe("streams", () => {
  it("end with the metadata, without waiting for the connection to close", async () => {
    let isCancelled = false;
    const bytes = framesOf(...answerFrames("Hi"));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { chunks } = await collect(modelOver(async () => new Response(body)).stream(QUESTION));
    expect(doneOf(chunks)).toMatchObject({ finishReason: "stop", usage: { total: 4 } });
    expect(isCancelled).toBe(true);
  });

  it("may be an answer as JSON, where the service does not stream", async () => {
    const body = answer(
      [{ text: "Hi" }, { toolUse: { toolUseId: "a", name: "f", input: { n: 1 } } }],
      "tool_use",
    );
    const { chunks } = await collect(
      modelOver(async () => respond({ body }), { name: NOVA }).stream(QUESTION),
    );
    expect(responseOf(chunks)).toEqual(await complete(body));
  });

  it("S3: may be events of text that hold their names", async () => {
    const lines = [
      { messageStart: { role: "assistant" } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } },
      { messageStop: { stopReason: "end_turn" } },
      { metadata: { usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 } } },
    ];
    const body = lines.map((line) => `data: ${JSON.stringify(line)}\n\n`).join("");
    const { chunks } = await collect(modelOver(async () => respond({ body })).stream(QUESTION));
    expect(responseOf(chunks)).toEqual(await complete(answer([{ text: "Hi" }])));
    const failed = 'data: {"throttlingException":{"message":"Slow down."}}\n\n';
    const { error } = await collect(modelOver(async () => respond({ body: failed })).stream(QUESTION));
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
  });

  it("are asked for as such", async () => {
    let asked: { url: string; init: RequestInit } | undefined;
    const model = modelOver(async (url, init) => {
      asked = { url, init };
      return streamed(framesOf(...answerFrames("Hi")));
    });
    await collect(model.stream(QUESTION));
    expect(asked?.url).toBe(
      `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(CLAUDE)}/converse-stream`,
    );
    expect(asked?.init.headers).toMatchObject({ accept: "application/vnd.amazon.eventstream" });
  });
});
