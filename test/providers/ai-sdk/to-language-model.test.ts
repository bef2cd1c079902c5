import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/contracts/message.ts";
import type { Model, ModelChunk, ModelResponse } from "../../../src/contracts/model.ts";
import { AIError } from "../../../src/core/errors/ai-error.ts";
import { ProviderRateLimitError } from "../../../src/core/errors/provider-errors.ts";
import {
  type AISDKAnswerPart,
  type AISDKCallOptions,
  fromLanguageModel,
  toLanguageModel,
} from "../../../src/providers/ai-sdk/index.ts";
import { mockModel } from "../../../src/testing/index.ts";
import { collect, errorOf } from "../support.ts";
import { ANSWER, apiError, fakeModel, STREAM, USAGE } from "./fake-language-model.ts";

const prompt: AISDKCallOptions["prompt"] = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
const hello = [{ role: "user", content: "Hello" }] as const;

const reasoning = {
  type: "reasoning",
  text: "Hm.",
  providerMetadata: { ours: { signature: "c2ln" } },
} as const;
const call = { id: "c1", name: "add", input: { a: 1 }, providerMetadata: { ours: { mark: 1 } } };
const response: ModelResponse = {
  content: "Two.",
  finishReason: "tool_calls",
  rawFinishReason: "tool_use",
  usage: { input: 10, output: 5, total: 120, cachedTokens: 100, reasoningTokens: 5 },
  reasoning: [reasoning],
  toolCalls: [call],
  providerMetadata: { ours: { blocks: ["opaque"] } },
};
const chunks: readonly ModelChunk[] = [
  { type: "reasoning-delta", content: "H" },
  { type: "reasoning-delta", content: "m." },
  { type: "reasoning", part: reasoning },
  { type: "delta", content: "Two" },
  { type: "delta", content: "." },
  { type: "tool-call-delta", id: "c1", name: "add", delta: '{"a"' },
  { type: "tool-call-delta", id: "c1", name: "add", delta: ":1}" },
  { type: "tool-call", ...call },
  {
    type: "done",
    finishReason: "tool_calls",
    rawFinishReason: "tool_use",
    usage: { input: 10, output: 5, total: 120, cachedTokens: 100, reasoningTokens: 5 },
    providerMetadata: { ours: { blocks: ["opaque"] } },
  },
];

/** A model that says what it is told, and keeps what it was asked. */
function ours(fields: Partial<Model> = {}, thrown?: unknown): Model & { asked: unknown[][] } {
  const asked: unknown[][] = [];
  return {
    name: "our-1",
    provider: "ours",
    capabilities: { structuredOutput: true, reasoning: true },
    asked,
    async complete(...given) {
      asked.push(given);
      if (thrown) throw thrown;
      return response;
    },
    async *stream(...given) {
      asked.push(given);
      if (thrown) throw thrown;
      yield* chunks;
    },
    ...fields,
  };
}

async function partsOf(stream: ReadableStream<unknown>): Promise<AISDKAnswerPart[]> {
  const parts: AISDKAnswerPart[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(Object(value));
  }
}

const usage = {
  inputTokens: { total: 110, noCache: 10, cacheRead: 100, cacheWrite: undefined },
  outputTokens: { total: 10, text: 5, reasoning: 5 },
};
const message = { hedgemage: { message: { ours: { blocks: ["opaque"] } } } };

describe("answers", () => {
  test("a whole one", async () => {
    expect(await toLanguageModel(ours()).doGenerate({ prompt })).toEqual({
      content: [
        { type: "reasoning", text: "Hm.", providerMetadata: { ours: { signature: "c2ln" } } },
        { type: "text", text: "Two." },
        {
          type: "tool-call",
          toolCallId: "c1",
          toolName: "add",
          input: '{"a":1}',
          providerMetadata: { ours: { mark: 1 }, ...message },
        },
      ],
      finishReason: { unified: "tool-calls", raw: "tool_use" },
      usage: { ...usage, inputTokens: { ...usage.inputTokens, total: 110 } },
      providerMetadata: { ours: { blocks: ["opaque"] } },
      warnings: [],
    });
  });

  test("a stream", async () => {
    const { stream } = await toLanguageModel(ours()).doStream({ prompt });
    expect(await partsOf(stream)).toEqual([
      { type: "stream-start", warnings: [] },
      { type: "reasoning-start", id: "reasoning-0" },
      { type: "reasoning-delta", id: "reasoning-0", delta: "H" },
      { type: "reasoning-delta", id: "reasoning-0", delta: "m." },
      { type: "reasoning-end", id: "reasoning-0", providerMetadata: { ours: { signature: "c2ln" } } },
      { type: "text-start", id: "text-1" },
      { type: "text-delta", id: "text-1", delta: "Two" },
      { type: "text-delta", id: "text-1", delta: "." },
      { type: "tool-input-start", id: "c1", toolName: "add" },
      { type: "tool-input-delta", id: "c1", delta: '{"a"' },
      { type: "tool-input-delta", id: "c1", delta: ":1}" },
      { type: "tool-input-end", id: "c1" },
      { type: "text-end", id: "text-1" },
      {
        type: "tool-call",
        toolCallId: "c1",
        toolName: "add",
        input: '{"a":1}',
        providerMetadata: { ours: { mark: 1 }, ...message },
      },
      {
        type: "finish",
        usage,
        finishReason: { unified: "tool-calls", raw: "tool_use" },
        providerMetadata: { ours: { blocks: ["opaque"] } },
      },
    ]);
  });

  test("a call that could not be read keeps its text", async () => {
    const unreadable = { text: '{"a":', reason: "truncated" } as const;
    const model = ours({ complete: async () => ({ ...response, toolCalls: [{ ...call, unreadable }] }) });
    const { content } = await toLanguageModel(model).doGenerate({ prompt });
    expect(content.at(-1)).toMatchObject({ input: '{"a":' });
  });

  test("a call that is settled is not the caller's to run", async () => {
    const model = ours({
      complete: async () => ({ ...response, toolCalls: [call, { ...call, id: "c2", settled: true }] }),
    });
    const { content } = await toLanguageModel(model).doGenerate({ prompt });
    const calls = content.filter(({ type }) => type === "tool-call");
    expect(calls.map((part) => Object(part).providerExecuted)).toEqual([undefined, true]);
  });

  test("a stream that was cut off ends with an error, and one that fails tells why", async () => {
    const cut = ours({
      stream: async function* () {
        yield { type: "delta", content: "Hi" };
      },
    });
    const parts = await partsOf((await toLanguageModel(cut).doStream({ prompt })).stream);
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "error" } });
    const failure = new ProviderRateLimitError("Slow down.", { retryAfter: 1500, context: { status: 429 } });
    const failing = ours({
      stream: async function* () {
        yield { type: "delta", content: "Hi" };
        throw failure;
      },
    });
    const told = await partsOf((await toLanguageModel(failing).doStream({ prompt })).stream);
    expect(told.slice(-3)).toMatchObject([
      { type: "text-end" },
      { type: "error", error: { cause: failure } },
      { type: "finish", finishReason: { unified: "error" } },
    ]);
  });

  test("cancelling the stream leaves the model's", async () => {
    let hasLeft = false;
    const model = ours({
      stream: async function* () {
        try {
          for (;;) yield { type: "delta", content: "Hi" };
        } finally {
          hasLeft = true;
        }
      },
    });
    const { stream } = await toLanguageModel(model).doStream({ prompt });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(hasLeft).toBe(true);
  });
});

describe("what is asked", () => {
  test("options and messages", async () => {
    const model = ours();
    const controller = new AbortController();
    const schema = { type: "object", properties: {} };
    const { warnings } = await toLanguageModel(model).doGenerate({
      prompt: [
        {
          role: "system",
          content: "Be brief.",
          providerOptions: { ours: { cache_control: { type: "ephemeral" } } },
        },
        {
          role: "user",
          content: [
            { type: "text", text: "Look.", providerOptions: { ours: { a: 1 } } },
            { type: "file", mediaType: "image", data: { type: "data", data: "iVBORw0KGgo=" } },
            { type: "file", mediaType: "image/*", data: new Uint8Array([255, 216, 255]) },
            {
              type: "file",
              mediaType: "application/pdf",
              data: { type: "url", url: new URL("https://example.com/a.pdf") },
              filename: "a.pdf",
            },
            { type: "file", mediaType: "audio/wav", data: "data:audio/wav;base64,UklGRg==" },
            { type: "file", mediaType: "text/plain", data: { type: "text", text: "Inline." } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Hm.", providerOptions: { ours: { signature: "c2ln" } } },
            { type: "text", text: "Two.", providerOptions: message },
            {
              type: "tool-call",
              toolCallId: "c1",
              toolName: "add",
              input: { a: 1 },
              providerOptions: { ours: { mark: 1 } },
            },
          ],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "c1",
              toolName: "add",
              output: { type: "json", value: { sum: 2 } },
            },
            {
              type: "tool-result",
              toolCallId: "c2",
              toolName: "add",
              output: { type: "error-text", value: "No." },
            },
            {
              type: "tool-result",
              toolCallId: "c3",
              toolName: "add",
              output: { type: "execution-denied", reason: "Costs." },
            },
            {
              type: "tool-result",
              toolCallId: "c4",
              toolName: "see",
              output: {
                type: "content",
                value: [
                  { type: "text", text: "Seen." },
                  { type: "image-data", data: "AAAA", mediaType: "image/png" },
                  {
                    type: "file",
                    data: { type: "url", url: new URL("https://example.com/x.png") },
                    mediaType: "image/png",
                  },
                ],
              },
            },
            { type: "tool-approval-response" },
          ],
        },
      ],
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      seed: 7,
      presencePenalty: 1,
      stopSequences: ["END"],
      tools: [
        { type: "function", name: "add", inputSchema: schema },
        { type: "provider", id: "ours.search", name: "search" },
      ],
      toolChoice: { type: "tool", toolName: "add" },
      responseFormat: { type: "json", schema },
      reasoning: "xhigh",
      headers: { "x-trace": "1", "x-none": undefined },
      providerOptions: { ours: { metadata: { a: "b" } }, other: { x: 1 } },
      abortSignal: controller.signal,
    });
    const [messages, options] = model.asked[0] ?? [];
    expect(messages).toEqual([
      {
        role: "system",
        content: [
          {
            type: "text",
            text: "Be brief.",
            providerMetadata: { ours: { cache_control: { type: "ephemeral" } } },
          },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "Look.", providerMetadata: { ours: { a: 1 } } },
          { type: "image", source: { base64: "iVBORw0KGgo=", mediaType: "image/png" } },
          { type: "image", source: { base64: "/9j/", mediaType: "image/jpeg" } },
          { type: "pdf", source: { url: "https://example.com/a.pdf" }, name: "a.pdf" },
          { type: "audio", source: { base64: "UklGRg==", mediaType: "audio/wav" } },
          { type: "text", text: "Inline." },
        ],
      },
      {
        role: "assistant",
        content: [reasoning, { type: "text", text: "Two." }],
        toolCalls: [call],
        providerMetadata: { ours: { blocks: ["opaque"] } },
      },
      { role: "tool", toolCallId: "c1", toolName: "add", content: '{"sum":2}' },
      { role: "tool", toolCallId: "c2", toolName: "add", content: "No.", isError: true },
      {
        role: "tool",
        toolCallId: "c3",
        toolName: "add",
        content: "The call was denied. Reason: Costs.",
        isError: true,
      },
      {
        role: "tool",
        toolCallId: "c4",
        toolName: "see",
        content: [
          { type: "text", text: "Seen." },
          { type: "image", source: { base64: "AAAA", mediaType: "image/png" } },
          { type: "image", source: { url: "https://example.com/x.png" } },
        ],
      },
    ]);
    expect(options).toEqual({
      maxTokens: 9,
      temperature: 0,
      topP: 0.5,
      seed: 7,
      stop: ["END"],
      tools: [{ name: "add", description: "", input: schema }],
      toolChoice: { tool: "add" },
      responseSchema: schema,
      reasoning: { effort: "high" },
      headers: { "x-trace": "1" },
      providerOptions: { metadata: { a: "b" } },
      signal: controller.signal,
    });
    expect(warnings).toMatchObject([
      { type: "unsupported", feature: "topK" },
      { type: "unsupported", feature: "presencePenalty" },
      { type: "unsupported", feature: "tool search" },
    ]);
  });

  test("a model without schemas is told in its system prompt", async () => {
    const model = ours({ capabilities: {} });
    const schema = { type: "object" };
    const { warnings } = await toLanguageModel(model).doGenerate({
      prompt,
      responseFormat: { type: "json", schema },
      reasoning: "low",
    });
    expect(model.asked[0]?.[0]).toMatchObject([
      { role: "system", content: expect.stringContaining(JSON.stringify(schema)) },
      {},
    ]);
    expect(model.asked[0]?.[1]).toEqual({});
    expect(warnings).toMatchObject([{ feature: "reasoning" }]);
  });

  test("a file that only its provider knows is refused", async () => {
    const content = [
      { type: "file", mediaType: "image/png", data: { type: "reference", reference: { ours: "file-1" } } },
    ];
    const failing = toLanguageModel(ours()).doGenerate({ prompt: [{ role: "user", content }] });
    expect(await errorOf(failing)).toMatchObject({
      name: "AI_APICallError",
      statusCode: 400,
      isRetryable: false,
    });
  });
});

describe("failures", () => {
  test.each([
    [new ProviderRateLimitError("Slow down.", { retryAfter: 1500 }), 429, true],
    [new AIError("PROVIDER_AUTH", "Wrong key.", { context: { status: 403 } }), 403, false],
    [new AIError("PROVIDER_ERROR", "Broken."), undefined, true],
  ])("%s is an APICallError by its brand", async (thrown, statusCode, isRetryable) => {
    const model = toLanguageModel(ours({}, thrown));
    for (const call of [model.doGenerate, model.doStream]) {
      const error = await errorOf(call({ prompt }));
      expect(error).toMatchObject({
        name: "AI_APICallError",
        message: thrown.message,
        statusCode,
        isRetryable,
        cause: thrown,
      });
      expect(Reflect.get(error, Symbol.for("vercel.ai.error.AI_APICallError"))).toBe(true);
      expect(error.responseHeaders).toEqual(statusCode === 429 ? { "retry-after-ms": "1500" } : undefined);
    }
  });

  test("an abort is the reason of the signal", async () => {
    const reason = new DOMException("Enough.", "AbortError");
    const model = toLanguageModel(mockModel({ name: "m", responses: [{ content: "Hi" }] }));
    expect(await errorOf(model.doGenerate({ prompt, abortSignal: AbortSignal.abort(reason) }))).toBe(reason);
  });
});

describe("there and back", () => {
  test.each(["v3", "v4"] as const)("to(from(model)) is the model, %s", async (version) => {
    const answers = [{ ...ANSWER, warnings: [] }];
    const make = () => fakeModel({ version, answers, stream: STREAM });
    const same = make();
    const model = fromLanguageModel(same.source, { reasoning: true, structuredOutput: true });
    const back = version === "v3" ? toLanguageModel(model, { version }) : toLanguageModel(model);
    expect(await back.doGenerate({ prompt })).toEqual({ ...ANSWER, warnings: [] });
    const kinds = (parts: readonly AISDKAnswerPart[]) =>
      parts.filter(({ type }) => !/^(?:response-metadata|raw|ping|stream-start)$/.test(type)).map(withoutIds);
    const parts = await partsOf((await back.doStream({ prompt })).stream);
    // Blocks begin without metadata: it comes with their end.
    const isStart = ({ type }: AISDKAnswerPart) => type === "reasoning-start";
    const sent = kinds(STREAM.filter((part) => !isStart(part)));
    const got = kinds(parts.filter((part) => !isStart(part)));
    expect(got).toHaveLength(sent.length);
    expect(got).toEqual(expect.arrayContaining(sent));
  });

  test("to(from(model)) asks the model what it was asked", async () => {
    const { source, asked } = fakeModel();
    const back = toLanguageModel(fromLanguageModel(source, { structuredOutput: true, reasoning: true }));
    const options: AISDKCallOptions = {
      prompt: [
        {
          role: "system",
          content: "Be brief.",
          providerOptions: { fake: { cacheControl: { type: "ephemeral" } } },
        },
        {
          role: "user",
          content: [{ type: "text", text: "Hi", providerOptions: { fake: { a: 1 } } }],
          providerOptions: { fake: { b: 2 } },
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Searching. ", providerOptions: { fake: { itemId: "t1" } } },
            {
              type: "tool-call",
              toolCallId: "web",
              toolName: "search",
              input: { q: 1 },
              providerExecuted: true,
            },
            {
              type: "tool-result",
              toolCallId: "web",
              toolName: "search",
              output: { type: "json", value: [1] },
            },
            { type: "reasoning", text: "Hm.", providerOptions: { fake: { signature: "c2ln" } } },
            { type: "text", text: "Two." },
            {
              type: "tool-call",
              toolCallId: "c1",
              toolName: "add",
              input: { a: 1 },
              providerOptions: { fake: { mark: 1 } },
            },
          ],
          providerOptions: { fake: { cacheControl: { type: "ephemeral" } } },
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "c1",
              toolName: "add",
              output: { type: "json", value: { sum: 2 } },
              providerOptions: { fake: { c: 3 } },
            },
          ],
        },
      ],
      tools: [{ type: "function", name: "add", description: "Adds.", inputSchema: { type: "object" } }],
      toolChoice: { type: "required" },
      responseFormat: { type: "json", schema: { type: "object" } },
      maxOutputTokens: 9,
      reasoning: "low",
      providerOptions: { fake: { parallel: false }, other: { x: 1 } },
    };
    await back.doGenerate(options);
    const { abortSignal: _signal, headers: _headers, ...given } = asked[0] ?? { prompt: [] };
    expect(given).toEqual(options);
  });

  test("from(to(model)) is the model: answers, calls, signatures, usage, why it ended", async () => {
    const back = fromLanguageModel(toLanguageModel(ours()));
    const { reasoning: thoughts, toolCalls, ...rest } = await back.complete(hello);
    expect(rest).toMatchObject({
      content: "Two.",
      finishReason: "tool_calls",
      rawFinishReason: "tool_use",
      usage: { input: 110, output: 10, total: 120, cachedTokens: 100, reasoningTokens: 5 },
    });
    expect(thoughts).toMatchObject([reasoning]);
    expect(toolCalls).toMatchObject([call]);
    const { chunks: streamed } = await collect(back.stream(hello));
    expect(streamed.map(({ type }) => type)).toEqual(chunks.map(({ type }) => type));
  });

  test("from(to(model)) gives the model back what it wants with a whole message", async () => {
    const model = ours();
    const back = fromLanguageModel(toLanguageModel(model));
    const {
      content,
      reasoning: thoughts = [],
      toolCalls = [],
      providerMetadata = {},
    } = await back.complete(hello);
    const turn: Message = {
      role: "assistant",
      content: [...thoughts, { type: "text", text: content }],
      toolCalls,
      providerMetadata,
    };
    await back.complete([...hello, turn, { role: "tool", toolCallId: "c1", content: "2" }]);
    expect(model.asked[1]?.[0]).toEqual([
      { role: "user", content: [{ type: "text", text: "Hello" }] },
      {
        role: "assistant",
        content: [reasoning, { type: "text", text: "Two." }],
        toolCalls: [call],
        providerMetadata: { ours: { blocks: ["opaque"] } },
      },
      { role: "tool", toolCallId: "c1", toolName: "add", content: "2" },
    ]);
  });

  test("from(to(model)) throws the very error, to(from(model)) one of the same status", async () => {
    const failure = new ProviderRateLimitError("Slow down.", { retryAfter: 1500 });
    expect(await errorOf(fromLanguageModel(toLanguageModel(ours({}, failure))).complete(hello))).toBe(
      failure,
    );
    const { source } = fakeModel({ answers: [apiError(429, {}, { "retry-after": "2" })] });
    const error = await errorOf(toLanguageModel(fromLanguageModel(source)).doGenerate({ prompt }));
    expect(error).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { "retry-after-ms": "2000" },
    });
    expect(JSON.stringify(error)).not.toMatch(/secret/);
  });

  test("sources, files and results of the provider's own tools come through a stream, too", async () => {
    const opaque = [
      { type: "source", sourceType: "url", id: "s1", url: "https://example.com/" },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } },
      { type: "tool-result", toolCallId: "web", toolName: "search", result: [1] },
      { type: "custom", kind: "fake.note" },
    ];
    const end = { type: "finish", finishReason: { unified: "interrupted", raw: "pause" }, usage: USAGE };
    const { source } = fakeModel({ stream: [...opaque, { type: "text-delta", id: "1", delta: "Hi" }, end] });
    const model = fromLanguageModel(source);
    const parts = await partsOf((await toLanguageModel(model).doStream({ prompt })).stream);
    expect(parts).toEqual(expect.arrayContaining(opaque));
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "other", raw: "pause" } });
    const older = await partsOf(
      (await toLanguageModel(model, { version: "v3" }).doStream({ prompt })).stream,
    );
    expect(older).toEqual(expect.arrayContaining([{ type: "file", mediaType: "image/png", data: "AAAA" }]));
    expect(older.some(({ type }) => type === "custom")).toBe(false);
  });
});

function withoutIds({ id: _id, ...part }: AISDKAnswerPart): unknown {
  return part;
}
