import { afterEach, describe, expect, test, vi } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { Model } from "../../../src/contracts/model.ts";
import { config } from "../../../src/core/config.ts";
import { ChromeAI } from "../../../src/providers/chrome/index.ts";
import { tool } from "../../../src/tool/tool.ts";
import { collect, doneOf, errorOf, textOf } from "../support.ts";
import { type FakeSetup, fakeLanguageModel, type Generation } from "./fake-language-model.ts";

const hello = [{ role: "user", content: "Hello" }] as const;
const system = { role: "system", content: "Be brief." } as const;

afterEach(() => vi.unstubAllGlobals());

function chrome(setup: FakeSetup = {}, options: ConstructorParameters<typeof ChromeAI>[0] = {}) {
  const fake = fakeLanguageModel(setup);
  const sdk = new ChromeAI({ languageModel: fake.languageModel, ...options });
  return { ...fake, sdk, model: sdk.model() };
}

describe.each<Generation>(["context", "input"])("with the names of the %s generation", (generation) => {
  test("A11: asks, measures first, tells the tokens, and ends the session", async () => {
    const { model, sessions } = chrome({ generation });
    const response = await model.complete([system, ...hello]);
    expect(response).toEqual({
      content: "Hi there.",
      finishReason: "stop",
      usage: { input: 3, output: 2, total: 5 },
    });
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ measured: 1, isDestroyed: true });
    expect(sessions[0]?.created.initialPrompts).toEqual([system]);
    expect(sessions[0]?.prompts[0]?.input).toEqual(hello);
  });

  test("streams pieces and ends the session", async () => {
    const { model, sessions } = chrome({ generation });
    const { chunks, error } = await collect(model.stream([system, ...hello]));
    expect(error).toBeUndefined();
    expect(chunks.slice(0, 2)).toEqual([
      { type: "delta", content: "Hi " },
      { type: "delta", content: "there." },
    ]);
    expect(doneOf(chunks)).toEqual({
      type: "done",
      finishReason: "stop",
      usage: { input: 3, output: 2, total: 5 },
    });
    expect(sessions[0]?.isDestroyed).toBe(true);
  });

  test("A11: a conversation that is too long fails before it is sent", async () => {
    const { model, sessions } = chrome({ generation, window: 4 });
    const messages = [system, { role: "user", content: "One two three" }] as const;
    for (const failing of [model.complete(messages), collect(model.stream(messages)).then(rethrow)]) {
      expect(await errorOf(failing)).toMatchObject({ code: "CONTEXT_LENGTH_EXCEEDED", limit: 4, actual: 5 });
    }
    expect(sessions.map(({ prompts, isDestroyed }) => [prompts.length, isDestroyed])).toEqual([
      [0, true],
      [0, true],
    ]);
  });

  test("A11: turns that the browser drops all the same are no silent loss", async () => {
    const { model } = chrome({
      generation,
      answer: (_input, session) => {
        session.drop();
        return "Forgetful answer.";
      },
    });
    for (const failing of [model.complete(hello), collect(model.stream(hello)).then(rethrow)]) {
      expect(await errorOf(failing)).toMatchObject({ code: "CONTEXT_LENGTH_EXCEEDED", limit: 1000 });
    }
  });
});

describe("what a session is made with", () => {
  test("A11: availability() is asked with the options of create()", async () => {
    const expectations = {
      expectedInputs: [{ type: "text", languages: ["en", "ja"] }],
      expectedOutputs: [{ type: "text", languages: ["ja"] }],
    } as const;
    const { sdk, asked, sessions } = chrome({}, expectations);
    const picture = { type: "image", source: { base64: "AAAA", mediaType: "image/png" } } as const;
    await sdk.model({ vision: true }).complete([{ role: "user", content: [picture] }]);
    const expected = {
      expectedInputs: [{ type: "text", languages: ["en", "ja"] }, { type: "image" }],
      expectedOutputs: [{ type: "text", languages: ["ja"] }],
    };
    expect(asked).toEqual([expected]);
    expect(sessions[0]?.created).toMatchObject(expected);
    const [content] = sessions[0]?.prompts[0]?.input.map((message) => message.content) ?? [];
    const [part] = typeof content === "object" ? content : [];
    expect(part?.value).toBeInstanceOf(Blob);
    expect(part?.value).toMatchObject({ size: 3, type: "image/png" });
  });

  test("takes the bytes of a data URL", async () => {
    const { model, sessions } = chrome();
    const source = { url: "data:image/png;base64,AAAA" };
    await model.complete([{ role: "user", content: [{ type: "image", source }] }]);
    expect(sessions[0]?.created).toMatchObject({ expectedInputs: [{ type: "image" }] });
    const [message] = sessions[0]?.prompts[0]?.input ?? [];
    expect(message?.content).toMatchObject([{ type: "image", value: { size: 3, type: "image/png" } }]);
  });

  test("flags follow the expected inputs", () => {
    const { sdk } = chrome({}, { expectedInputs: [{ type: "image" }] });
    expect(sdk.model().capabilities).toEqual({ structuredOutput: true, vision: true, audio: false });
    expect(sdk.model({ audio: true, vision: false }).capabilities).toMatchObject({
      vision: false,
      audio: true,
    });
  });

  test("A11: temperature and topK are left out on pages, and kept in bounds in extensions", async () => {
    const page = chrome();
    await page.sdk.model({ temperature: 0.2, topK: 5 }).complete(hello);
    expect(page.sessions[0]?.created).not.toHaveProperty("temperature");
    expect(page.sessions[0]?.created).not.toHaveProperty("topK");
    const params = { defaultTopK: 3, maxTopK: 8, defaultTemperature: 1, maxTemperature: 2 };
    const extension = chrome({ params });
    await extension.sdk.model({ topK: 99 }).complete(hello, { temperature: 0.2 });
    await extension.model.complete(hello, { temperature: 9 });
    await extension.model.complete(hello);
    expect(extension.sessions.map(({ created }) => [created.temperature, created.topK])).toEqual([
      [0.2, 8],
      [2, 3],
      [undefined, undefined],
    ]);
    expect(extension.asked[0]).toEqual({ temperature: 0.2, topK: 8 });
    const none = chrome({ params: null });
    await none.model.complete(hello, { temperature: 1 });
    expect(none.sessions[0]?.created).not.toHaveProperty("temperature");
  });

  test("providerOptions go to create()", async () => {
    const { model, sessions } = chrome();
    await model.complete(hello, { providerOptions: { samplingMode: "creative" } });
    expect(sessions[0]?.created).toMatchObject({ samplingMode: "creative" });
  });

  test("a kept session is copied for each call with the same system prompt, until it is released", async () => {
    const { model, sdk, sessions } = chrome({}, { keepWarm: true });
    await model.complete([system, ...hello]);
    await model.complete([system, { role: "user", content: "Again" }]);
    expect(sessions.map(({ prompts, isDestroyed }) => [prompts.length, isDestroyed])).toEqual([
      [0, false],
      [1, true],
      [1, true],
    ]);
    await model.complete(hello);
    await sdk.release();
    await vi.waitFor(() => expect(sessions.every(({ isDestroyed }) => isDestroyed)).toBe(true));
    expect(sessions).toHaveLength(5);
  });
});

describe("calls at the same time", () => {
  const askBoth = (model: Model, second: string) =>
    Promise.all([
      model.complete([system, ...hello]),
      model.complete([{ role: "system", content: second }, ...hello]),
    ]);

  test("with other system prompts end no session that another call is about to copy", async () => {
    const { model, sdk, sessions } = chrome({}, { keepWarm: true });
    const answers = await askBoth(model, "Be long.");
    expect(answers.map(({ content }) => content)).toEqual(["Hi there.", "Hi there."]);
    await sdk.release();
    await vi.waitFor(() => expect(sessions.every(({ isDestroyed }) => isDestroyed)).toBe(true));
    expect(sessions.filter(({ prompts }) => prompts.length > 0)).toHaveLength(2);
  });

  test("share no session where the browser cannot copy one", async () => {
    const { model, sessions } = chrome({ cannotClone: true }, { keepWarm: true });
    const answers = await askBoth(model, system.content);
    expect(answers.map(({ content }) => content)).toEqual(["Hi there.", "Hi there."]);
    expect(sessions.every(({ prompts }) => prompts.length <= 1)).toBe(true);
  });
});

describe("structured output", () => {
  const responseSchema = { type: "object", properties: { mood: { type: "string" } } };

  test("a schema is the constraint of the answer", async () => {
    const { model, sessions } = chrome({ answer: () => '{"mood":"calm"}' });
    const { data } = await agent({ model }).execute("How is the sea?", { responseSchema });
    expect(data).toEqual({ mood: "calm" });
    expect(sessions[0]?.prompts[0]?.options).toMatchObject({ responseConstraint: responseSchema });
    expect(sessions[0]?.created).not.toHaveProperty("initialPrompts");
  });

  test("a RegExp of the model's configuration is, too, and the prompt need not say it", async () => {
    const { sdk, sessions } = chrome({ answer: () => "yes" });
    const model = sdk.model({ responseConstraint: /yes|no/, omitResponseConstraintInput: true });
    await model.complete(hello);
    expect(sessions[0]?.prompts[0]?.options).toMatchObject({
      responseConstraint: /yes|no/,
      omitResponseConstraintInput: true,
    });
    await model.complete(hello, { responseSchema });
    expect(sessions[1]?.prompts[0]?.options.responseConstraint).toEqual(responseSchema);
  });
});

describe("tools", () => {
  const weather = tool({
    name: "weather",
    description: "Tells the weather of a city.",
    input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    execute: (input) => `Mild in ${Object(input).city}`,
  });
  const call = '<tool_call>{"name": "weather", "arguments": {"city": "Kyoto"}}</tool_call>';

  test("S23: calls written as text run in the agent's own loop, streamed or not", async () => {
    for (const stream of [false, true]) {
      const { model, sessions } = chrome({
        answer: (input) => (input.length === 1 ? `Let me look. ${call}` : "It is mild."),
      });
      const subject = agent({ model, tools: [weather], systemPrompt: "Be brief." });
      const result = await (stream ? subject.stream("Kyoto?").result : subject.execute("Kyoto?"));
      expect(result.text).toBe("It is mild.");
      expect(result.report.children).toMatchObject([
        { name: "weather", status: "completed", output: "Mild in Kyoto" },
      ]);
      expect(result.report.trips.map(({ finishReason }) => finishReason)).toEqual(["tool_calls", "stop"]);
      const [first, second] = sessions;
      expect(first?.created.initialPrompts?.[0]?.content).toMatch(/^Be brief\.\n\nYou have these tools/);
      expect(second?.prompts[0]?.input.slice(1)).toEqual([
        {
          role: "assistant",
          content: `Let me look. \n${call.replaceAll('": ', '":').replaceAll(', "', ',"')}`,
        },
        { role: "user", content: 'Result of the tool "weather":\nMild in Kyoto' },
      ]);
    }
  });

  test("a call that must be made is the constraint of the answer", async () => {
    const bare = '{"name":"weather","arguments":{"city":"Kyoto"}}';
    for (const toolChoice of ["required", { tool: "weather" }] as const) {
      const { model, sessions } = chrome({ answer: () => bare });
      const response = await model.complete(hello, { tools: [weather], toolChoice });
      expect(response).toMatchObject({
        content: "",
        finishReason: "tool_calls",
        toolCalls: [{ name: "weather", input: { city: "Kyoto" } }],
      });
      expect(sessions[0]?.prompts[0]?.options.responseConstraint).toMatchObject({
        properties: { name: { const: "weather" }, arguments: weather.input },
      });
    }
  });

  test("with a schema for the answer, both a call and the answer fit the constraint", async () => {
    const { model, sessions } = chrome({ answer: () => '{"mood":"calm"}' });
    const responseSchema = {
      $defs: { mood: { type: "string" } },
      properties: { mood: { $ref: "#/$defs/mood" } },
    };
    const response = await model.complete(hello, { tools: [weather], responseSchema });
    expect(response).toMatchObject({ content: '{"mood":"calm"}', finishReason: "stop" });
    expect(sessions[0]?.prompts[0]?.options.responseConstraint).toMatchObject({
      anyOf: [
        { properties: { name: { const: "weather" } } },
        { properties: { mood: { $ref: "#/anyOf/1/$defs/mood" } } },
      ],
    });
  });

  test("no tool is told of where none may be called", async () => {
    const { model, sessions } = chrome({ answer: () => call });
    const response = await model.complete(hello, { tools: [weather], toolChoice: "none" });
    expect(sessions[0]?.created).not.toHaveProperty("initialPrompts");
    expect(response).toMatchObject({ content: call, finishReason: "stop" });
  });

  test("S12: a call that was cut off is told as such, and not run", async () => {
    const { model } = chrome({ answer: () => '<tool_call>{"name": "weather", "arguments": {"city": "Ky' });
    const { toolCalls } = await model.complete(hello, { tools: [weather] });
    expect(toolCalls).toMatchObject([{ name: "weather", input: {}, unreadable: { reason: "truncated" } }]);
  });

  test("typed pieces of newer drafts are read", async () => {
    const pieces = [
      { type: "thought", value: "Hm." },
      { type: "text", value: "Hi" },
      { type: "tool-call", value: { callId: "c1", name: "weather", arguments: { city: "Kyoto" } } },
    ];
    const { sdk, sessions } = chrome({ answer: () => pieces, pieces });
    const model = sdk.model({ reasoning: true });
    const options = { tools: [weather], reasoning: { effort: "low" } } as const;
    const whole = await model.complete(hello, options);
    expect(whole).toMatchObject({
      content: "Hi",
      reasoning: [{ type: "reasoning", text: "Hm." }],
      toolCalls: [{ id: "c1", name: "weather", input: { city: "Kyoto" } }],
      finishReason: "tool_calls",
    });
    const { chunks } = await collect(model.stream(hello, options));
    expect(chunks.map(({ type }) => type)).toEqual([
      "reasoning-delta",
      "delta",
      "reasoning",
      "tool-call",
      "done",
    ]);
    expect(sessions[0]?.created).toMatchObject({ thinking: { effort: "low", includeThoughts: true } });
  });
});

describe("stopping", () => {
  test.each([false, true])(
    "A11: the signal is passed on, and an abort is AGENT_CANCELLED (stream: %s)",
    async (stream) => {
      const { model, sessions } = chrome({ isDeaf: true });
      const controller = new AbortController();
      const options = { signal: controller.signal };
      const failing = stream
        ? collect(model.stream(hello, options)).then(rethrow)
        : model.complete(hello, options);
      const failure = errorOf(failing);
      await vi.waitFor(() => expect(sessions[0]?.measured).toBe(1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort();
      expect(await failure).toMatchObject({ code: "AGENT_CANCELLED" });
      expect(sessions[0]?.created.signal?.aborted).toBe(true);
      expect(sessions[0]?.isDestroyed).toBe(true);
    },
  );

  test("leaving the loop ends the session", async () => {
    const { model, sessions } = chrome({ isDeaf: true });
    for await (const chunk of model.stream(hello)) {
      expect(chunk).toEqual({ type: "delta", content: "Hi " });
      break;
    }
    expect(sessions[0]?.isDestroyed).toBe(true);
  });

  test("S20: no listener stays on the caller's signal", async () => {
    const { model } = chrome();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await model.complete(hello, { signal });
    await collect(model.stream(hello, { signal }));
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });
});

describe("availability and download", () => {
  test.each(["downloadable", "downloading"])(
    "A11: a model that is %s needs a gesture",
    async (availability) => {
      vi.stubGlobal("navigator", { userActivation: { isActive: false } });
      const { model, sdk, sessions } = chrome({ availability });
      expect(await sdk.availability()).toBe(availability);
      expect(await errorOf(model.complete(hello))).toMatchObject({
        code: "MODEL_NEEDS_GESTURE",
        name: "ModelUnavailableError",
        category: "provider",
        retryable: false,
        context: { availability },
      });
      const { error } = await collect(model.stream(hello));
      expect(error).toMatchObject({ code: "MODEL_NEEDS_GESTURE" });
      expect(sessions).toHaveLength(0);
    },
  );

  test("with a gesture the call itself downloads, and tells how far it is", async () => {
    vi.stubGlobal("navigator", { userActivation: { isActive: true } });
    const heard: number[] = [];
    const { model } = chrome(
      { availability: "downloadable" },
      { onDownloadProgress: (part) => heard.push(part) },
    );
    expect((await model.complete(hello)).content).toBe("Hi there.");
    expect(heard).toEqual([0, 0.5, 1]);
  });

  test("A11: prepare() calls create() at once, as a click handler must", async () => {
    const { languageModel, sessions } = fakeLanguageModel({ availability: "downloadable" });
    const create = vi.spyOn(languageModel, "create");
    const heard: number[] = [];
    const chromeAI = new ChromeAI({ languageModel, expectedInputs: [{ type: "image" }] });
    const preparing = chromeAI.prepare({ onProgress: (part) => heard.push(part) });
    expect(create).toHaveBeenCalledTimes(1);
    await preparing;
    expect(create.mock.calls[0]?.[0]).toMatchObject({ expectedInputs: [{ type: "image" }] });
    expect(heard).toEqual([0, 0.5, 1]);
    expect(sessions[0]?.isDestroyed).toBe(true);
  });

  test("a refusal of create() for want of a gesture is told as such, by prepare() too", async () => {
    vi.stubGlobal("navigator", { userActivation: { isActive: true } });
    const createError = new DOMException(
      'Requires a user gesture when availability is "downloadable".',
      "NotAllowedError",
    );
    const { model, sdk } = chrome({ availability: "downloadable", createError });
    expect(await errorOf(model.complete(hello))).toMatchObject({
      code: "MODEL_NEEDS_GESTURE",
      cause: createError,
    });
    expect(await errorOf(sdk.prepare())).toMatchObject({ code: "MODEL_NEEDS_GESTURE" });
  });

  test("prepare() that is stopped is AGENT_CANCELLED", async () => {
    const { sdk } = chrome();
    expect(await errorOf(sdk.prepare({ signal: AbortSignal.abort() }))).toMatchObject({
      code: "AGENT_CANCELLED",
    });
  });

  test.each([
    ["unavailable", "unavailable"],
    ["some new word", "unavailable"],
  ])("a browser that says %s has no model for it", async (availability, told) => {
    const { model, sdk } = chrome({ availability });
    expect(await sdk.availability()).toBe(told);
    expect(await errorOf(model.complete(hello))).toMatchObject({ code: "MODEL_UNAVAILABLE" });
  });

  test("options that the browser does not know are unavailable", async () => {
    const { languageModel } = fakeLanguageModel();
    const sdk = new ChromeAI({
      languageModel: { ...languageModel, availability: () => Promise.reject(new TypeError()) },
    });
    expect(await sdk.availability({ expectedInputs: [{ type: "audio" }] })).toBe("unavailable");
  });

  test("without a LanguageModel everything says so, and the agent gives it as its error", async () => {
    vi.stubGlobal("LanguageModel", undefined);
    vi.stubGlobal("importScripts", undefined);
    Reflect.deleteProperty(globalThis, "importScripts");
    const sdk = new ChromeAI();
    expect(await sdk.availability()).toBe("unavailable");
    expect(await errorOf(sdk.prepare())).toMatchObject({ code: "MODEL_UNAVAILABLE" });
    const { error } = await agent({ model: sdk.model() }).execute("Hello");
    expect(error).toMatchObject({ code: "MODEL_UNAVAILABLE", retryable: false });
  });

  test("A11: in a worker the error says where to ask instead", async () => {
    vi.stubGlobal("LanguageModel", undefined);
    vi.stubGlobal("importScripts", () => {});
    expect(await errorOf(new ChromeAI().model().complete(hello))).toMatchObject({
      code: "MODEL_NOT_IN_WORKER",
      message: expect.stringContaining("offscreen document"),
    });
  });

  test("the page's own model is found with each call", async () => {
    const model = new ChromeAI().model();
    const { languageModel } = fakeLanguageModel();
    vi.stubGlobal(
      "LanguageModel",
      Object.assign(() => {}, languageModel),
    );
    expect((await model.complete(hello)).content).toBe("Hi there.");
  });
});

describe("failures", () => {
  const quota = Object.assign(new DOMException("Too big.", "QuotaExceededError"), {});
  Object.defineProperties(quota, { quota: { value: 4096 }, requested: { value: 5000 } });
  test.each([
    [quota, { code: "CONTEXT_LENGTH_EXCEEDED", limit: 4096, actual: 5000 }],
    ["NotAllowedError", { code: "MODEL_UNAVAILABLE" }],
    ["SecurityError", { code: "MODEL_UNAVAILABLE" }],
    ["NotReadableError", { code: "CONTENT_FILTER" }],
    ["NotSupportedError", { code: "PROVIDER_INVALID_REQUEST" }],
    ["EncodingError", { code: "PROVIDER_INVALID_REQUEST" }],
    ["SyntaxError", { code: "PROVIDER_ERROR", retryable: true }],
    ["InvalidStateError", { code: "PROVIDER_ERROR", retryable: true }],
    ["NetworkError", { code: "PROVIDER_ERROR", retryable: true }],
    ["AbortError", { code: "PROVIDER_ERROR", retryable: true }],
    ["UnknownError", { code: "PROVIDER_ERROR", retryable: true }],
    ["OperationError", { code: "PROVIDER_ERROR", retryable: true }],
    [new TypeError("Bad dictionary."), { code: "PROVIDER_INVALID_REQUEST" }],
  ])("A11: %s of a prompt is told by its kind", async (thrown, expected) => {
    const cause = typeof thrown === "string" ? new DOMException("Something.", thrown) : thrown;
    const { model, sessions } = chrome({ answer: () => cause });
    expect(await errorOf(model.complete(hello))).toMatchObject({ ...expected, cause });
    expect((await collect(model.stream(hello))).error).toMatchObject(expected);
    expect(sessions.every(({ isDestroyed }) => isDestroyed)).toBe(true);
  });

  test.each([
    ["NotSupportedError", "MODEL_UNAVAILABLE"],
    ["InvalidStateError", "MODEL_UNAVAILABLE"],
    ["NotAllowedError", "MODEL_UNAVAILABLE"],
    ["NetworkError", "PROVIDER_ERROR"],
    ["QuotaExceededError", "CONTEXT_LENGTH_EXCEEDED"],
  ])("%s of create() is %s", async (name, code) => {
    const { model } = chrome({ createError: new DOMException("Something.", name) });
    expect(await errorOf(model.complete(hello))).toMatchObject({ code });
  });

  test("S11: an empty answer is no success", async () => {
    const { model } = chrome({ answer: () => "" });
    expect(await errorOf(model.complete(hello))).toMatchObject({ code: "PROVIDER_ERROR" });
    expect((await collect(model.stream(hello))).error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  test.each([
    ["no turn", [system]],
    [
      "a document",
      [
        {
          role: "user",
          content: [{ type: "pdf", source: { base64: "AAAA", mediaType: "application/pdf" } }],
        },
      ],
    ],
    [
      "a picture by URL",
      [{ role: "user", content: [{ type: "image", source: { url: "https://example.com/x.png" } }] }],
    ],
    [
      "bad base64",
      [{ role: "user", content: [{ type: "image", source: { base64: "%", mediaType: "image/png" } }] }],
    ],
  ] as const)("%s is refused before the browser is asked", async (_what, messages) => {
    const { model, asked } = chrome();
    expect(await errorOf(model.complete(messages))).toMatchObject({ code: "PROVIDER_INVALID_REQUEST" });
    expect(asked).toHaveLength(0);
  });
});

test("S4: a browser that does not count gives no usage, one that does not count answers no output", async () => {
  const { languageModel, sessions } = fakeLanguageModel();
  const create: typeof languageModel.create = async (options) => {
    const session = await languageModel.create(options);
    const { prompt, promptStreaming, destroy } = session;
    return { prompt, promptStreaming, destroy };
  };
  const model = new ChromeAI({ languageModel: { ...languageModel, create } }).model();
  expect(await model.complete(hello)).toEqual({ content: "Hi there.", finishReason: "stop" });
  expect(sessions).toHaveLength(1);
});

test("older builds that stream all of the text so far give the same deltas", async () => {
  const { model } = chrome({ pieces: ["Hi", "Hi there, ", "Hi there, how are", "Hi there, how are you?"] });
  const { chunks } = await collect(model.stream(hello));
  expect(textOf(chunks)).toBe("Hi there, how are you?");
});

test("calls are logged without prompts and answers", async () => {
  const entries: unknown[] = [];
  const debug = (...entry: unknown[]) => entries.push(entry);
  config({ logger: { debug } });
  try {
    await chrome().model.complete(hello);
  } finally {
    config({ logger: undefined });
  }
  expect(entries).toMatchObject([
    ["ai.chrome", "request", expect.any(String), { provider: "chrome", model: "built-in" }],
    ["ai.chrome", "response", expect.any(String), { finishReason: "stop", usage: { total: 3 } }],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Hello|Hi there/);
});

function rethrow({ error }: { error?: unknown }): void {
  throw error;
}
