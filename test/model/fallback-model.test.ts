import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { ContentPart, Message } from "../../src/contracts/message.ts";
import type { Model, ModelCallOptions, ModelChunk } from "../../src/contracts/model.ts";
import {
  AIError,
  ContentFilterError,
  ContextLengthExceededError,
  InvalidRequestError,
  ProviderAuthError,
  ProviderError,
  ProviderRateLimitError,
  ProviderTimeoutError,
  QuotaExceededError,
} from "../../src/core/errors/index.ts";
import { type FallbackOptions, fallbackModel } from "../../src/model/fallback-model.ts";
import {
  type MockModel,
  type MockModelConfig,
  type MockResponse,
  mockModel,
} from "../../src/testing/index.ts";
import { collect, doneOf, errorOf, textOf } from "../providers/support.ts";

const QUESTION: Message[] = [{ role: "user", content: "Capital of Egypt?" }];

function model(
  name: string,
  responses: readonly MockResponse[],
  more: Partial<MockModelConfig> = {},
): MockModel {
  return mockModel({ name, provider: `${name}-inc`, responses, ...more });
}

const failing = (error: unknown, name = "big"): MockModel => model(name, [{ error }]);
const answering = (content: string, name = "small"): MockModel => model(name, [{ content }]);

describe("whom it asks", () => {
  it.each([new ProviderRateLimitError("m"), new ProviderTimeoutError("m"), new ProviderError("m")])(
    "asks the next model after $code",
    async (error) => {
      const second = answering("Cairo");
      const both = fallbackModel([failing(error), second]);
      expect((await both.complete(QUESTION)).content).toBe("Cairo");
      expect(textOf((await collect(both.stream(QUESTION))).chunks).trim()).toBe("Cairo");
      expect(second.callCount).toBe(2);
    },
  );

  it.each([
    new ProviderAuthError("m"),
    new InvalidRequestError("m"),
    new ContextLengthExceededError("m"),
    new ContentFilterError("m"),
    new QuotaExceededError("m"),
    new TypeError("a model that breaks its contract"),
  ])("asks nobody else after $name", async (error) => {
    const second = answering("Cairo");
    const both = fallbackModel([failing(error), second]);
    expect(await errorOf(both.complete(QUESTION))).toBe(error);
    expect((await collect(both.stream(QUESTION))).error).toBe(error);
    expect(second.callCount).toBe(0);
  });

  it("asks only the first model where it answers, and gives its answer as it is", async () => {
    const second = answering("no");
    const both = fallbackModel([answering("Cairo", "big"), second]);
    const response = await both.complete(QUESTION, { temperature: 0 });
    expect(response).toEqual(await answering("Cairo").complete(QUESTION));
    expect(second.callCount).toBe(0);
    expect(both.lastAttempts).toEqual([]);
  });

  it("throws the last model's error when all have failed, and works in an agent", async () => {
    const errors = [
      new ProviderTimeoutError("first"),
      new ProviderError("second"),
      new ProviderRateLimitError("third"),
    ];
    const all = fallbackModel(errors.map((error, index) => failing(error, `m${index}`)));
    expect(await errorOf(all.complete(QUESTION))).toBe(errors[2]);
    expect(all.lastAttempts.map((attempt) => attempt.error)).toEqual(errors);
    const { error } = await agent({ name: "a", model: all }).execute("Hi");
    expect(error?.code).toBe("PROVIDER_RATE_LIMIT");
  });

  it("takes a list of codes, or a function", async () => {
    const auth = new ProviderAuthError("m");
    const ask = (options: FallbackOptions): Promise<unknown> =>
      fallbackModel([failing(auth), answering("Cairo")], options).complete(QUESTION);
    expect(await ask({ retryOn: ["PROVIDER_AUTH"] })).toMatchObject({ content: "Cairo" });
    expect(await ask({ retryOn: (error) => error instanceof ProviderError })).toMatchObject({
      content: "Cairo",
    });
    expect(await errorOf(ask({ retryOn: [] }))).toBe(auth);
  });

  it("nests", async () => {
    const inner = fallbackModel([
      failing(new ProviderError("a"), "a"),
      failing(new ProviderTimeoutError("b"), "b"),
    ]);
    const outer = fallbackModel([inner, answering("Cairo", "c")]);
    expect((await outer.complete(QUESTION)).content).toBe("Cairo");
    expect(outer.lastAttempts.map((attempt) => [attempt.model, attempt.error.message])).toEqual([["a", "b"]]);
    expect(inner.lastAttempts.map((attempt) => attempt.model)).toEqual(["a", "b"]);
  });

  it("is asked with the options and messages that it got", async () => {
    const second = answering("Cairo");
    const options: ModelCallOptions = {
      temperature: 0.5,
      tools: [{ name: "t", description: "d", input: { type: "object" } }],
    };
    await fallbackModel([failing(new ProviderError("m")), second]).complete(QUESTION, options);
    expect(second.callHistory[0]).toEqual({ messages: QUESTION, options });
  });
});

describe("how it looks", () => {
  it("has the name, the capabilities and the prices of the first model", () => {
    const first = model("big", [], { capabilities: { vision: true }, pricing: { input: 1, output: 2 } });
    const both = fallbackModel([first, model("small", [], { capabilities: { pdf: true } })]);
    expect(both).toMatchObject({
      name: "big",
      provider: "big-inc",
      capabilities: { vision: true },
      pricing: { input: 1, output: 2 },
    });
    expect(fallbackModel([answering("x")])).not.toHaveProperty("pricing");
  });

  it("tells who failed in the latest call, why, and how long it took", async () => {
    const error = new ProviderError("m");
    const slow = model("big", [{ error, delay: 30 }, { content: "back" }]);
    const both = fallbackModel([slow, answering("Cairo")]);
    await both.complete(QUESTION);
    expect(both.lastAttempts).toEqual([
      { model: "big", provider: "big-inc", error, duration: expect.any(Number) },
    ]);
    expect(both.lastAttempts[0]?.duration).toBeGreaterThan(20);
    await both.complete(QUESTION);
    expect(both.lastAttempts).toEqual([]);
  });

  it("is asked what it was told, whatever becomes of the list of messages", async () => {
    const model = answering("Cairo");
    const said = [...QUESTION];
    const answer = fallbackModel([model]).complete(said);
    said.pop();
    await answer;
    expect(model.callHistory[0]?.messages).toEqual(QUESTION);
  });

  it("does not mix what failed in calls at the same time", async () => {
    const first = model("big", [
      { error: new ProviderError("one"), delay: 30 },
      { error: new ProviderError("two") },
    ]);
    const both = fallbackModel([first, answering("Cairo")]);
    const one = both.complete(QUESTION);
    const two = both.complete(QUESTION);
    await Promise.all([one, two]);
    expect(both.lastAttempts.map((attempt) => attempt.error.message)).toEqual(["two"]);
  });

  it.each([
    ["no models", () => fallbackModel([])],
    ["what is no model", () => fallbackModel([{ name: "x", provider: "y" } as unknown as Model])],
    ["a backoff that never tries", () => fallbackModel([answering("x")], { backoff: { attempts: 0 } })],
    ["a wait that is no number", () => fallbackModel([answering("x")], { backoff: { baseMs: Number.NaN } })],
    ["a wait no timer can make", () => fallbackModel([answering("x")], { backoff: { maxMs: 3e9 } })],
    ["a share above one", () => fallbackModel([answering("x")], { backoff: { jitter: 2 } })],
    [
      "a retryOn of another kind",
      () => fallbackModel([answering("x")], { retryOn: "PROVIDER_ERROR" as never }),
    ],
  ])("refuses %s at once", (_what, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});

describe("usage and cost", () => {
  const rates = { input: 1_000_000, output: 1_000_000 };

  it("prices each model at its own rates, and adds what a failed one is known to have used", async () => {
    const context = { usage: { input: 3, output: 0, total: 3 } };
    const first = model("big", [{ error: new ProviderError("m", { context }) }], { pricing: rates });
    const second = model("small", [{ content: "Cairo", usage: { input: 10, output: 2, total: 12 } }], {
      pricing: { input: 2_000_000, output: 3_000_000 },
    });
    const expected = { input: 13, output: 2, total: 15, cost: { input: 3 + 20, output: 6 } };
    const both = fallbackModel([first, second]);
    expect((await both.complete(QUESTION)).usage).toEqual(expected);
    expect(doneOf((await collect(both.stream(QUESTION))).chunks)?.usage).toEqual(expected);
    expect((await agent({ name: "a", model: both }).execute("Hi")).usage).toEqual(expected);
  });

  it("does not price a backup without prices at the rates of the first model", async () => {
    const first = model("big", [{ error: new ProviderError("m") }], { pricing: rates });
    const both = fallbackModel([first, answering("Cairo")]);
    const { usage } = await agent({ name: "a", model: both }).execute("Hi");
    expect(usage.input).toBe(10);
    expect(usage.cost).toBeUndefined();
    const nested = fallbackModel([failing(new ProviderError("m")), both]);
    expect((await agent({ name: "a", model: nested }).execute("Hi")).usage.cost).toBeUndefined();
  });

  it("leaves usage out where nobody reports any", async () => {
    const second = model("small", [{ content: "Cairo", usage: null }]);
    expect(
      await fallbackModel([failing(new ProviderError("m")), second]).complete(QUESTION),
    ).not.toHaveProperty("usage");
  });
});

describe("streams", () => {
  const cut = (chunks: readonly ModelChunk[], error?: unknown): Model => ({
    ...answering(""),
    async *stream() {
      yield* chunks;
      if (error) throw error;
    },
  });

  it("fails over only until the first chunk", async () => {
    const error = new ProviderError("cut off");
    const second = answering("Cairo");
    for (const chunk of [
      { type: "delta", content: "Ca" },
      { type: "reasoning-delta", content: "Hm" },
      { type: "tool-call", id: "1", name: "t", input: {} },
    ] as const) {
      const both = fallbackModel([cut([chunk], error), second]);
      const read = await collect(both.stream(QUESTION));
      expect(read).toEqual({ chunks: [chunk], error });
      expect(both.lastAttempts).toMatchObject([{ error }]);
    }
    expect(second.callCount).toBe(0);
  });

  it("S11: asks the next model where a stream ends before its first chunk", async () => {
    const both = fallbackModel([cut([]), answering("Cairo")]);
    expect(textOf((await collect(both.stream(QUESTION))).chunks).trim()).toBe("Cairo");
    expect(both.lastAttempts).toMatchObject([{ error: { code: "PROVIDER_ERROR" } }]);
  });

  it("asks nobody before it is read, and stops a model at once when its reader leaves", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const waiting: Model = {
      ...answering(""),
      async *stream(_messages, { signal } = {}) {
        signals.push(signal);
        await new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () =>
            reject(new AIError("AGENT_CANCELLED", "m", {}, "cancelled")),
          );
        });
        yield { type: "done", finishReason: "stop" };
      },
    };
    const second = answering("Cairo");
    const stream = fallbackModel([waiting, second]).stream(QUESTION);
    const iterator = stream[Symbol.asyncIterator]();
    expect(signals).toHaveLength(0);
    const first = iterator.next();
    while (signals.length === 0) await new Promise((resolve) => setTimeout(resolve));
    await iterator.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
    expect(signals[0]?.aborted).toBe(true);
    expect(second.callCount).toBe(0);
  });

  it("asks nobody for a reader who leaves before a model is asked", async () => {
    const only = answering("Cairo");
    const iterator = fallbackModel([only]).stream(QUESTION)[Symbol.asyncIterator]();
    const first = iterator.next();
    await iterator.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
    expect(only.callCount).toBe(0);
  });
});

describe("aborting", () => {
  it("asks nobody else once the signal has aborted", async () => {
    for (const reason of [new Error("stop"), new DOMException("late", "TimeoutError")]) {
      const controller = new AbortController();
      const error = new ProviderTimeoutError("m");
      const first: Model = {
        ...answering(""),
        async complete() {
          controller.abort(reason);
          throw error;
        },
      };
      const second = answering("Cairo");
      const both = fallbackModel([first, second], { retryOn: () => true, backoff: {} });
      expect(await errorOf(both.complete(QUESTION, { signal: controller.signal }))).toBe(error);
      expect(second.callCount).toBe(0);
    }
  });

  it.each([
    [new Error("stop"), "AGENT_CANCELLED"],
    [new DOMException("late", "TimeoutError"), "PROVIDER_TIMEOUT"],
  ])("ends a wait at once: %s", async (reason, code) => {
    const controller = new AbortController();
    const both = fallbackModel([failing(new ProviderError("m")), answering("Cairo")], {
      backoff: { baseMs: 60_000, maxMs: 60_000 },
    });
    const call = errorOf(both.complete(QUESTION, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 5);
    expect(await call).toMatchObject({ code });
  });
});

describe("backoff", () => {
  const busy = (times: number, error: unknown): MockModel =>
    model("big", [...Array.from({ length: times }, () => ({ error })), { content: "Cairo" }]);

  it("asks a model again, as often as it may, before the next one", async () => {
    const backoff = { attempts: 3, baseMs: 1, random: () => 0 };
    const patient = busy(2, new ProviderError("m"));
    const second = answering("spare");
    const both = fallbackModel([patient, second], { backoff });
    expect((await both.complete(QUESTION)).content).toBe("Cairo");
    expect(both.lastAttempts.map((attempt) => attempt.model)).toEqual(["big", "big"]);
    const impatient = fallbackModel([busy(3, new ProviderError("m")), second], { backoff });
    expect((await impatient.complete(QUESTION)).content).toBe("spare");
    expect(impatient.lastAttempts).toHaveLength(3);
  });

  it("waits twice as long each time, never longer than maxMs, and leaves a share to chance", async () => {
    const shares: number[] = [];
    const random = (): number => {
      shares.push(0.5);
      return 0.5;
    };
    const backoff = { attempts: 4, baseMs: 40, maxMs: 60, jitter: 1, random };
    const started = performance.now();
    const all = fallbackModel([busy(3, new ProviderError("m"))], { backoff });
    await all.complete(QUESTION);
    // Halves of 40, 60 and 60.
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
    expect(shares).toHaveLength(3);
  });

  it("waits as long as the service asks for, but asks the next model where that is longer than maxMs", async () => {
    const started = performance.now();
    const short = busy(1, new ProviderRateLimitError("m", { retryAfter: 60 }));
    const both = fallbackModel([short, answering("spare")], { backoff: { baseMs: 0, maxMs: 100 } });
    expect((await both.complete(QUESTION)).content).toBe("Cairo");
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
    const long = busy(1, new ProviderRateLimitError("m", { retryAfter: 3_600_000 }));
    const other = fallbackModel([long, answering("spare")], { backoff: {} });
    expect((await other.complete(QUESTION)).content).toBe("spare");
    expect(long.callCount).toBe(1);
  });

  it("does not wait after an error that lasts", async () => {
    const error = new ProviderAuthError("m");
    const first = busy(1, error);
    expect(await errorOf(fallbackModel([first], { backoff: { baseMs: 60_000 } }).complete(QUESTION))).toBe(
      error,
    );
    expect(first.callCount).toBe(1);
  });
});

describe("backups that can do less, or belong to somebody else", () => {
  const error = new ProviderError("m");
  const image: ContentPart = { type: "image", source: { base64: "AAAA", mediaType: "image/png" } };
  const pdf: ContentPart = { type: "pdf", source: { base64: "AAAA", mediaType: "application/pdf" } };

  it.each([
    [image, "vision"],
    [pdf, "pdf"],
    [{ type: "audio", source: { base64: "AAAA", mediaType: "audio/wav" } } as const, "audio"],
  ])("passes over a backup that cannot take $type", async (part, flag) => {
    const first = model("big", [{ error }], { capabilities: { [flag]: true } });
    const blind = answering("no", "blind");
    const able = model("able", [{ content: "Cairo" }], { capabilities: { [flag]: true } });
    const messages: Message[] = [{ role: "user", content: [{ type: "text", text: "?" }, part] }];
    const all = fallbackModel([first, blind, able]);
    expect((await all.complete(messages)).content).toBe("Cairo");
    expect(all.lastAttempts.map((attempt) => [attempt.model, attempt.error.code])).toEqual([
      ["big", "PROVIDER_ERROR"],
      ["blind", "PROVIDER_INVALID_REQUEST"],
    ]);
    expect(await errorOf(fallbackModel([first, blind]).complete(messages))).toBe(error);
    expect(blind.callCount).toBe(0);
  });

  it("does not judge where the first model declares nothing either", async () => {
    const messages: Message[] = [{ role: "user", content: [image] }];
    expect((await fallbackModel([failing(error), answering("Cairo")]).complete(messages)).content).toBe(
      "Cairo",
    );
  });

  it("tells a backup the schema in words where it takes none", async () => {
    const responseSchema = { type: "object", properties: { city: { type: "string" } } };
    const first = model("big", [{ error }], { capabilities: { structuredOutput: true } });
    const second = answering('{"city":"Cairo"}');
    const both = fallbackModel([first, second]);
    await both.complete([{ role: "system", content: "Be brief." }, ...QUESTION], { responseSchema });
    await both.complete(QUESTION, { responseSchema });
    const [withSystem, without] = second.callHistory;
    expect(withSystem?.messages).toHaveLength(2);
    expect(withSystem?.messages[0]?.content).toMatch(/^Be brief\.\n\nAnswer with JSON only.*"city"/s);
    expect(without?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(without?.options).not.toHaveProperty("responseSchema");
    const able = model("able", [{ content: "{}" }], { capabilities: { structuredOutput: true } });
    await fallbackModel([first, able]).complete(QUESTION, { responseSchema });
    expect(able.callHistory[0]).toEqual({ messages: QUESTION, options: { responseSchema } });
  });

  it("keeps headers and fields that are meant for one provider from others", async () => {
    const options = {
      headers: { authorization: "Bearer 0123456789" },
      providerOptions: { tier: "x" },
      temperature: 1,
    };
    const same = model("same", [{ error }], { provider: "big-inc" });
    const other = answering("Cairo", "other");
    await fallbackModel([failing(error), same, other]).complete(QUESTION, options);
    expect(same.callHistory[0]?.options).toEqual(options);
    expect(other.callHistory[0]?.options).toEqual({ temperature: 1 });
  });
});
