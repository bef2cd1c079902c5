import { describe, expect, test } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { Message } from "../../../src/contracts/message.ts";
import { type AISDKLanguageModel, fromLanguageModel } from "../../../src/providers/ai-sdk/index.ts";
import { tool } from "../../../src/tool/tool.ts";
import { collect, doneOf, errorOf } from "../support.ts";
import { ANSWER, apiError, type FakeSetup, fakeModel, STOP, STREAM, USAGE } from "./fake-language-model.ts";

const hello = [{ role: "user", content: "Hello" }] as const;

function fake(setup: FakeSetup = {}, config: Parameters<typeof fromLanguageModel>[1] = {}) {
  const made = fakeModel(setup);
  return { ...made, model: fromLanguageModel(made.source, config) };
}

const expected = {
  content: "It is four.",
  finishReason: "tool_calls",
  rawFinishReason: "tool_use",
  usage: { input: 110, output: 7, total: 117, cachedTokens: 100, reasoningTokens: 5 },
  toolCalls: [
    {
      id: "c1",
      name: "add",
      input: { a: 2, b: 2 },
      providerMetadata: { fake: { thoughtSignature: "dGhvdWdodA==" } },
    },
  ],
  reasoning: [
    {
      type: "reasoning",
      text: "Two and two.",
      providerMetadata: { fake: { signature: "c2lnbmF0dXJl" }, "ai-sdk": { model: "fake.chat/fake-1" } },
    },
  ],
  providerMetadata: { fake: { responseId: "r1" } },
};

describe("answers", () => {
  test("a whole answer", async () => {
    expect(await fake({ answers: [ANSWER] }).model.complete(hello)).toEqual(expected);
  });

  test("a streamed answer has the same parts", async () => {
    const { chunks, error } = await collect(fake({ stream: STREAM }).model.stream(hello));
    expect(error).toBeUndefined();
    const { content, toolCalls, reasoning, ...end } = expected;
    expect(chunks).toEqual([
      { type: "reasoning-delta", content: "Two and" },
      { type: "reasoning-delta", content: " two." },
      { type: "reasoning", part: reasoning[0] },
      { type: "delta", content: "It is" },
      { type: "delta", content: " four." },
      { type: "tool-call-delta", id: "c1", name: "add", delta: '{"a":2' },
      { type: "tool-call-delta", id: "c1", name: "add", delta: ',"b":2}' },
      { type: "tool-call", ...toolCalls[0] },
      { type: "done", ...end },
    ]);
    expect(content).toBe("It is four.");
  });

  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content_filter"],
    ["tool-calls", "tool_calls"],
    ["error", "error"],
    ["other", "error"],
    ["interrupted", "error"],
  ])("the finish %s is %s", async (unified, finishReason) => {
    const { model } = fake({ answers: [{ finishReason: { unified, raw: undefined } }] });
    const response = await model.complete(hello);
    expect(response.finishReason).toBe(finishReason);
    expect(response).not.toHaveProperty("rawFinishReason");
  });

  test.each([
    ["S8: no arguments", "", { input: {} }],
    ["S8: empty arguments", "{}", { input: {} }],
    ["cut off", '{"a":', { input: {}, unreadable: { text: '{"a":', reason: "truncated" } }],
    ["malformed", "{a}", { input: {}, unreadable: { text: "{a}", reason: "malformed" } }],
  ])("a call with %s", async (_what, input, read) => {
    const content = [{ type: "tool-call", toolCallId: "c1", toolName: "add", input }];
    const { toolCalls } = await fake({ answers: [{ content }] }).model.complete(hello);
    expect(toolCalls).toEqual([{ id: "c1", name: "add", ...read }]);
  });

  test("S7, S15: identifiers that are missing or were used before are made", async () => {
    const calls = ["c0", "", "c0"].map((toolCallId) => ({
      type: "tool-call",
      toolCallId,
      toolName: "add",
      input: "",
    }));
    const stream = [
      { type: "tool-input-start", id: "c0", toolName: "add" },
      { type: "tool-input-delta", id: "c0", delta: "{}" },
      ...calls,
      { type: "finish", finishReason: STOP, usage: USAGE },
    ];
    const history: Message[] = [
      ...hello,
      { role: "assistant", content: "", toolCalls: [{ id: "c0", name: "add", input: {} }] },
      { role: "tool", toolCallId: "c0", content: "4" },
    ];
    const { chunks } = await collect(fake({ stream }).model.stream(history));
    const ids = chunks.flatMap((chunk) => ("id" in chunk ? chunk.id : []));
    expect(new Set(["c0", ...ids]).size).toBe(4);
    expect(ids[0]).toBe(ids[1]);
  });

  test("S10: parts of several blocks do not mix", async () => {
    const stream = [
      { type: "text-start", id: "a" },
      { type: "reasoning-start", id: "b" },
      { type: "text-delta", id: "a", delta: "It " },
      { type: "reasoning-delta", id: "b", delta: "Hm" },
      { type: "tool-input-start", id: "x", toolName: "add" },
      { type: "tool-input-start", id: "web", toolName: "search", providerExecuted: true },
      { type: "tool-input-delta", id: "web", delta: '{"q":1}' },
      { type: "tool-input-delta", id: "x", delta: "{}" },
      { type: "text-delta", id: "a", delta: "is." },
      { type: "tool-call", toolCallId: "x", toolName: "add", input: "{}" },
      { type: "finish", finishReason: STOP, usage: USAGE },
    ];
    const { chunks } = await collect(fake({ stream }).model.stream(hello));
    expect(chunks.map((chunk) => ("content" in chunk ? chunk.content : chunk.type))).toEqual([
      "It ",
      "Hm",
      "tool-call-delta",
      "is.",
      "tool-call",
      "reasoning",
      "done",
    ]);
  });

  test("S4: no usage where none is known", async () => {
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    const usage = {
      inputTokens: none,
      outputTokens: { total: Number.NaN, text: undefined, reasoning: undefined },
    };
    expect(await fake({ answers: [{ usage }] }).model.complete(hello)).not.toHaveProperty("usage");
  });

  test("each token is priced once", async () => {
    const pricing = { input: 1, output: 10, cachedInput: 0.1, reasoning: 5 };
    const { usage } = await fake({ answers: [ANSWER] }, { pricing }).model.complete(hello);
    expect(usage?.cost).toEqual({
      input: 0.00001,
      output: 0.00002,
      cachedInput: 0.00001,
      reasoning: 0.000025,
    });
  });

  test("of several drafts the structured one is the answer", async () => {
    const content = [
      { type: "text", text: "Draft." },
      { type: "text", text: '{"a":1}' },
    ];
    const answers = [{ content, structuredOutputText: '{"a":1}' }];
    const responseSchema = { type: "object" };
    const { model } = fake({ answers }, { structuredOutput: true });
    expect((await model.complete(hello, { responseSchema })).content).toBe('{"a":1}');
    expect((await model.complete(hello)).content).toBe('Draft.{"a":1}');
  });
});

describe("what goes back", () => {
  const layout = [
    { type: "text", text: "Let me search. ", providerMetadata: { fake: { itemId: "t1" } } },
    {
      type: "tool-call",
      toolCallId: "web",
      toolName: "search",
      input: '{"q":"tide"}',
      providerExecuted: true,
    },
    { type: "tool-result", toolCallId: "web", toolName: "search", result: { hits: 2 } },
    { type: "source", sourceType: "url", id: "s1", url: "https://example.com/" },
    { type: "reasoning", text: "Hm.", providerMetadata: { fake: { signature: "c2ln" } } },
    { type: "text", text: "Twice a day.", providerMetadata: { fake: { itemId: "t2" } } },
    { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } },
    { type: "tool-call", toolCallId: "c1", toolName: "add", input: "{}" },
  ];
  const add = tool({ name: "add", description: "Adds.", input: { type: "object" }, execute: () => "4" });
  const back = [
    { type: "text", text: "Let me search. ", providerOptions: { fake: { itemId: "t1" } } },
    {
      type: "tool-call",
      toolCallId: "web",
      toolName: "search",
      input: { q: "tide" },
      providerExecuted: true,
    },
    {
      type: "tool-result",
      toolCallId: "web",
      toolName: "search",
      output: { type: "json", value: { hits: 2 } },
    },
    { type: "reasoning", text: "Hm.", providerOptions: { fake: { signature: "c2ln" } } },
    { type: "text", text: "Twice a day.", providerOptions: { fake: { itemId: "t2" } } },
    { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } },
    { type: "tool-call", toolCallId: "c1", toolName: "add", input: {} },
  ];

  test("H6: all parts in their places, byte for byte, with those of the provider's own tools", async () => {
    const { model, asked } = fake({ answers: [{ content: layout }, {}] });
    const { text, error, report } = await agent({ model, tools: [add] }).execute("Tides?");
    expect(error).toBeUndefined();
    expect(text).toBe("Hi");
    expect(report.trips[0]?.output).toBe("Let me search. Twice a day.");
    expect(asked[1]?.prompt.slice(1)).toEqual([
      { role: "assistant", content: back },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "c1", toolName: "add", output: { type: "text", value: "4" } },
        ],
      },
    ]);
  });

  test("H6: the same of a stream", async () => {
    const stream = [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Let me search. " },
      { type: "text-end", id: "1", providerMetadata: { fake: { itemId: "t1" } } },
      ...layout.slice(1, 4),
      { type: "reasoning-start", id: "2" },
      { type: "reasoning-delta", id: "2", delta: "Hm." },
      { type: "reasoning-end", id: "2", providerMetadata: { fake: { signature: "c2ln" } } },
      { type: "text-start", id: "3", providerMetadata: { fake: { itemId: "t2" } } },
      { type: "text-delta", id: "3", delta: "Twice a day." },
      { type: "text-end", id: "3" },
      ...layout.slice(6),
      { type: "finish", finishReason: STOP, usage: USAGE },
    ];
    const { model, asked } = fake({ stream });
    const result = await agent({ model, tools: [add], maxTrips: 2 }).stream("Tides?").result;
    expect(result.report.trips).toHaveLength(2);
    expect(asked[1]?.prompt[1]?.content).toEqual(back);
  });

  test("H6: reasoning is dropped where another model is asked, and a turn that was changed is told plainly", async () => {
    const first = fake({ answers: [{ content: layout }] });
    const { content, reasoning = [], toolCalls, providerMetadata } = await first.model.complete(hello);
    const turn: Message = {
      role: "assistant",
      content: [...reasoning, { type: "text", text: content }],
      ...(toolCalls && { toolCalls }),
      ...(providerMetadata && { providerMetadata }),
    };
    const other = fake({ modelId: "fake-2" });
    await other.model.complete([...hello, turn]);
    expect(other.asked[0]?.prompt[1]?.content).toEqual(back.filter(({ type }) => type !== "reasoning"));
    const same = fake();
    await same.model.complete([...hello, { ...turn, content: "Changed." }]);
    expect(same.asked[0]?.prompt[1]?.content).toEqual([
      { type: "text", text: "Changed." },
      { type: "tool-call", toolCallId: "c1", toolName: "add", input: {} },
    ]);
  });
});

describe("what is asked", () => {
  test("options, tools and metadata", async () => {
    const { model, asked } = fake({}, { structuredOutput: true, reasoning: true });
    const controller = new AbortController();
    const schema = { title: "mood", type: "object", properties: {} };
    await model.complete(
      [
        {
          role: "system",
          content: [
            {
              type: "text",
              text: "Be brief.",
              providerMetadata: { fake: { cacheControl: { type: "ephemeral" } } },
            },
          ],
        },
        {
          role: "user",
          content: [
            { type: "text", text: "Hello", providerMetadata: { fake: { a: 1 } } },
            { type: "text", text: "" },
          ],
        },
        { role: "user", content: [{ type: "text", text: "" }] },
      ],
      {
        temperature: 0,
        topP: 0.5,
        seed: 7,
        stop: ["END"],
        maxTokens: 9,
        tools: [{ name: "add", description: "Adds.", input: schema }],
        toolChoice: { tool: "add" },
        responseSchema: schema,
        reasoning: { effort: "low" },
        headers: { "x-trace": "1" },
        providerOptions: { fake: { parallel: false }, note: 1 },
        signal: controller.signal,
      },
    );
    const { abortSignal, ...options } = asked[0] ?? { prompt: [] };
    expect(abortSignal).toBeInstanceOf(AbortSignal);
    expect(options).toEqual({
      prompt: [
        {
          role: "system",
          content: "Be brief.",
          providerOptions: { fake: { cacheControl: { type: "ephemeral" } } },
        },
        { role: "user", content: [{ type: "text", text: "Hello", providerOptions: { fake: { a: 1 } } }] },
      ],
      temperature: 0,
      topP: 0.5,
      seed: 7,
      stopSequences: ["END"],
      maxOutputTokens: 9,
      tools: [{ type: "function", name: "add", description: "Adds.", inputSchema: schema }],
      toolChoice: { type: "tool", toolName: "add" },
      responseFormat: { type: "json", schema, name: "mood" },
      reasoning: "low",
      headers: { "x-trace": "1" },
      providerOptions: { fake: { parallel: false } },
    });
  });

  test("what the capabilities do not cover is left out, and version 3 knows no reasoning", async () => {
    const options = { responseSchema: { type: "object" }, reasoning: { effort: "low" } } as const;
    const plain = fake({}, { structuredOutput: false, reasoning: false });
    await plain.model.complete(hello, options);
    const older = fake({ version: "v3" }, { reasoning: true });
    await older.model.complete(hello, options);
    for (const { asked } of [plain, older]) {
      expect(Object.keys(asked[0] ?? {}).sort()).toEqual(["abortSignal", "headers", "prompt"]);
    }
  });

  test.each(["v3", "v4"] as const)("media, in the words of %s", async (version) => {
    const supportedUrls = { "image/*": [/^https:\/\/example\.com\//g] };
    const { model, asked } = fake({ version, supportedUrls });
    const url = "https://example.com/tide.png";
    const content = [
      { type: "image", source: { url } },
      { type: "image", source: { url: "data:image/gif;base64,AAAA" } },
      { type: "audio", source: { base64: "BBBB", mediaType: "audio/wav" } },
      { type: "pdf", source: { base64: "CCCC", mediaType: "application/pdf" }, name: "a.pdf" },
    ] as const;
    await model.complete([
      { role: "user", content },
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "c1", name: "see", input: {} },
          { id: "c2", name: "see", input: {} },
        ],
      },
      { role: "tool", toolCallId: "c1", content: [{ type: "text", text: "Seen." }, ...content.slice(0, 2)] },
      { role: "tool", toolCallId: "c2", content: "No.", isError: true },
    ]);
    const data = (text: string) => (version === "v4" ? { type: "data", data: text } : text);
    const place = version === "v4" ? { type: "url", url: new URL(url) } : new URL(url);
    const [user, , results] = asked[0]?.prompt ?? [];
    expect(user?.content).toEqual([
      { type: "file", mediaType: "image/*", data: place },
      { type: "file", mediaType: "image/gif", data: data("AAAA") },
      { type: "file", mediaType: "audio/wav", data: data("BBBB") },
      { type: "file", mediaType: "application/pdf", data: data("CCCC"), filename: "a.pdf" },
    ]);
    const seen =
      version === "v4"
        ? [
            { type: "file", mediaType: "image/*", data: place },
            { type: "file", mediaType: "image/gif", data: data("AAAA") },
          ]
        : [
            { type: "image-url", url },
            { type: "image-data", data: "AAAA", mediaType: "image/gif" },
          ];
    expect(results?.content).toEqual([
      {
        type: "tool-result",
        toolCallId: "c1",
        toolName: "see",
        output: { type: "content", value: [{ type: "text", text: "Seen." }, ...seen] },
      },
      {
        type: "tool-result",
        toolCallId: "c2",
        toolName: "see",
        output: { type: "error-text", value: "No." },
      },
    ]);
  });

  test("a URL is matched in lower case, as the specification says", async () => {
    const { model, asked } = fake({
      supportedUrls: { "application/pdf": [/^https:\/\/files\.test\/.*\.pdf$/] },
    });
    const source = { url: "https://files.test/Report.PDF" };
    await model.complete([{ role: "user", content: [{ type: "pdf", source }] }]);
    expect(asked[0]?.prompt[0]?.content).toMatchObject([{ data: { url: new URL(source.url) } }]);
  });

  test("a URL that the model does not fetch itself is refused", async () => {
    const { model, asked } = fake({ supportedUrls: { "application/pdf": [/./] } });
    for (const url of ["https://example.com/tide.png", "no url"]) {
      const content = [{ type: "image", source: { url } }] as const;
      expect(await errorOf(model.complete([{ role: "user", content }]))).toMatchObject({
        code: "PROVIDER_INVALID_REQUEST",
      });
    }
    expect(asked).toHaveLength(0);
  });

  test("names, labels and capabilities", () => {
    const { source } = fakeModel({ provider: "openai.chat", modelId: "gpt-4o" });
    expect(fromLanguageModel(source)).toMatchObject({
      name: "gpt-4o",
      provider: "openai.chat",
      capabilities: { vision: true, structuredOutput: true },
    });
    expect(fromLanguageModel(source, { name: "mine", provider: "proxy", vision: false })).toMatchObject({
      name: "mine",
      provider: "proxy",
      capabilities: { vision: false },
    });
  });

  test("another version is refused at once", () => {
    const { source } = fakeModel();
    const old = { ...source, specificationVersion: "v2" } as unknown as AISDKLanguageModel;
    expect(() => fromLanguageModel(old)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});

describe("failures", () => {
  const noKey = Object.assign(new Error("No key."), { name: "AI_LoadAPIKeyError" });
  const noModel = Object.assign(new Error("No model."), { name: "AI_NoSuchModelError" });
  const noJson = Object.assign(new Error("No JSON."), { name: "AI_JSONParseError" });
  const noNetwork = Object.assign(new Error("Cannot connect.", { cause: new TypeError("fetch failed") }), {
    name: "AI_APICallError",
    isRetryable: true,
  });
  const tried = Object.assign(new Error("3 tries."), { name: "AI_RetryError", lastError: apiError(529, {}) });

  test.each([
    [
      apiError(429, { error: { message: "Slow down." } }, { "retry-after": "2" }),
      "PROVIDER_RATE_LIMIT",
      { retryAfter: 2000 },
    ],
    [apiError(429, { error: { code: "insufficient_quota" } }), "PROVIDER_QUOTA_EXCEEDED", {}],
    [apiError(401, { error: { message: "Wrong key." } }), "PROVIDER_AUTH", {}],
    [apiError(400, { error: { code: "context_length_exceeded" } }), "CONTEXT_LENGTH_EXCEEDED", {}],
    [apiError(400, { error: { code: "content_filter" } }), "CONTENT_FILTER", {}],
    [apiError(404, { error: { message: "No such model." } }), "PROVIDER_INVALID_REQUEST", {}],
    [apiError(503, "<html>"), "PROVIDER_ERROR", { retryable: true }],
    [noKey, "PROVIDER_AUTH", { cause: noKey }],
    [noModel, "PROVIDER_INVALID_REQUEST", {}],
    [noJson, "PROVIDER_ERROR", {}],
    [noNetwork, "PROVIDER_ERROR", { message: expect.stringContaining("network") }],
    [tried, "PROVIDER_ERROR", { context: { status: 529 } }],
    [new DOMException("Late.", "TimeoutError"), "PROVIDER_TIMEOUT", {}],
  ])("H13: %s is %s", async (thrown, code, fields) => {
    const error = await errorOf(fake({ answers: [thrown] }).model.complete(hello));
    expect(error).toMatchObject({ code, ...fields });
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/secret/);
    const { error: broken } = await collect(
      fake({ stream: STREAM.slice(0, 8), broken: thrown }).model.stream(hello),
    );
    expect(broken).toMatchObject({ code });
  });

  test.each([
    [apiError(529, { error: { type: "overloaded_error" } }), "PROVIDER_ERROR"],
    [{ type: "rate_limit_error", message: "Slow down." }, "PROVIDER_RATE_LIMIT"],
    ["Something broke.", "PROVIDER_ERROR"],
  ])("an error in a stream comes after what came before it: %j", async (error, code) => {
    const stream = [...STREAM.slice(0, 8), { type: "error", error }];
    const { chunks, error: thrown } = await collect(fake({ stream }).model.stream(hello));
    expect(chunks.at(-1)).toEqual({ type: "delta", content: "It is" });
    expect(thrown).toMatchObject({ code });
  });

  test("S11: a stream without a finish was cut off", async () => {
    const { error } = await collect(fake({ stream: STREAM.slice(0, -1) }).model.stream(hello));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", message: expect.stringContaining("cut off") });
  });

  test("what is no answer is told as such", async () => {
    const { source } = fakeModel();
    for (const answer of [null, "Hi", {}]) {
      const model = fromLanguageModel({ ...source, doGenerate: async () => answer as never });
      expect(await errorOf(model.complete(hello))).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });

  test("an abort cancels the stream and is AGENT_CANCELLED", async () => {
    const { source } = fakeModel();
    let isCancelled = false;
    const controller = new AbortController();
    const stream = new ReadableStream({
      start: (part) => part.enqueue({ type: "text-delta", id: "1", delta: "Hi" }),
      cancel: () => {
        isCancelled = true;
      },
    });
    const model = fromLanguageModel({ ...source, doStream: async () => ({ stream }) });
    const chunks = model.stream(hello, { signal: controller.signal })[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toEqual({ type: "delta", content: "Hi" });
    const waiting = errorOf(Promise.resolve(chunks.next()));
    controller.abort();
    expect(await waiting).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(isCancelled).toBe(true);
  });
});

test("a finish that repeats nothing keeps the last usage", async () => {
  const { chunks } = await collect(fake({ stream: STREAM }).model.stream(hello));
  expect(doneOf(chunks)?.usage?.total).toBe(117);
});
