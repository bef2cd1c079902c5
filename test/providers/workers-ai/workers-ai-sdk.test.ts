import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { AIError } from "../../../src/core/errors/index.ts";
import { type AiLike, WorkersAISDK } from "../../../src/providers/workers-ai/index.ts";
import { tool } from "../../../src/tool/tool.ts";
import {
  bindingOf,
  collect,
  errorOf,
  GLM,
  LLAMA,
  modelAnswering,
  question,
  sse,
  streamOf,
  textOf,
} from "./support.ts";

describe("WorkersAISDK", () => {
  it("passes the gateway, tags, headers and a signal to the binding", async () => {
    const gateway = { id: "my-gateway", skipCache: true };
    const setup = { gateway, tags: ["chat"], headers: { "x-session-affinity": "s1" } };
    const { model, runs } = modelAnswering({ response: "Hi" }, setup);
    await model.complete(question, { headers: { "x-trace": "1" } });
    expect(runs[0]?.options).toEqual({
      gateway,
      tags: ["chat"],
      extraHeaders: { "x-session-affinity": "s1", "x-trace": "1" },
      returnRawResponse: true,
      signal: expect.any(AbortSignal),
    });
    const plain = modelAnswering({ response: "Hi" });
    await plain.model.complete(question);
    expect(Object.keys(plain.runs[0]?.options ?? {}).sort()).toEqual(["returnRawResponse", "signal"]);
  });

  it("refuses to be made without the binding", () => {
    const missing = undefined as unknown as AiLike;
    expect(() => new WorkersAISDK({ binding: missing })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringContaining("env.AI") }),
    );
  });

  it("tells what a model can do by its name, and lets flags win", () => {
    const sdk = new WorkersAISDK({ binding: bindingOf({}).binding });
    const can = (name: string) => sdk.model({ name }).capabilities;
    expect(can("@cf/meta/llama-2-7b-chat-int8")).toEqual({});
    expect(can(LLAMA)).toEqual({ structuredOutput: true });
    expect(can(GLM)).toEqual({ structuredOutput: true, reasoning: true });
    expect(can("@cf/moonshotai/kimi-k2.6")).toEqual({
      structuredOutput: true,
      reasoning: true,
      vision: true,
    });
    expect(sdk.model({ name: LLAMA, structuredOutput: false, vision: true }).capabilities).toEqual({
      structuredOutput: false,
      vision: true,
    });
  });

  it("labels its models, prices answers and estimates tokens", async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 };
    const { binding } = bindingOf({ response: "Hi", usage });
    const sdk = new WorkersAISDK({
      binding,
      provider: "edge",
      pricing: { [LLAMA]: { input: 0.3, output: 2 } },
    });
    expect(sdk.model({ name: LLAMA })).toMatchObject({ name: LLAMA, provider: "edge" });
    expect((await sdk.model({ name: LLAMA }).complete(question)).usage?.cost).toEqual({
      input: 0.3,
      output: 2,
    });
    expect(await sdk.count("12345678")).toBe(2);
  });

  it("takes a Response, a stream, bytes or a value from the binding", async () => {
    const body = sse({ response: "Hi" }, "[DONE]");
    const answers = [
      () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
      () => streamOf([body]),
      () => new TextEncoder().encode(body),
      () => new TextEncoder().encode(body).buffer,
      () => ({ response: "Hi" }),
    ];
    for (const answer of answers) {
      expect(textOf((await collect(modelAnswering(answer).model.stream(question))).chunks)).toBe("Hi");
    }
  });

  it("H5: runs an agent with a tool, streaming or not", async () => {
    const now = tool({
      name: "now",
      description: "The time.",
      input: { type: "object" },
      execute: () => "noon",
    });
    for (const isStream of [false, true]) {
      const { binding, runs } = bindingOf(({ inputs }: { inputs: Record<string, unknown> }) => {
        const hasResult = (inputs.messages as { role: string }[]).some(({ role }) => role === "tool");
        const answer = hasResult
          ? { response: "It is noon." }
          : { response: "", tool_calls: [{ name: "now", arguments: {} }] };
        return inputs.stream ? streamOf([sse(answer, "[DONE]")]) : answer;
      });
      const clock = agent({ model: new WorkersAISDK({ binding }).model({ name: LLAMA }), tools: [now] });
      const { text, error } = await (isStream ? clock.stream("Time?").result : clock.execute("Time?"));
      expect(error).toBeUndefined();
      expect(text).toBe("It is noon.");
      expect(runs.map(({ inputs }) => inputs.stream)).toEqual(
        isStream ? [true, true] : [undefined, undefined],
      );
    }
  });

  it("stops reading when the loop is left, and when the signal aborts", async () => {
    for (const isLeft of [true, false]) {
      let isCancelled = false;
      const controller = new AbortController();
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(sse({ response: "a" }))),
        cancel: () => {
          isCancelled = true;
        },
      });
      const { model, runs } = modelAnswering(body);
      const reading = (async () => {
        for await (const _ of model.stream(question, { signal: controller.signal })) {
          if (isLeft) break;
          controller.abort();
        }
      })();
      if (isLeft) await reading;
      else await expect(reading).rejects.toMatchObject({ code: "AGENT_CANCELLED" });
      expect(isCancelled).toBe(true);
      if (!isLeft) expect(runs[0]?.options.signal).toHaveProperty("aborted", true);
    }
  });

  it("is cancelled while the binding does not answer, even where it ignores the signal", async () => {
    const { model } = modelAnswering(() => new Promise(() => {}));
    const controller = new AbortController();
    const waiting = errorOf(model.complete(question, { signal: controller.signal }));
    controller.abort();
    expect(await waiting).toMatchObject({ code: "AGENT_CANCELLED" });
    const slow = modelAnswering(() => new Promise(() => {}), { timeoutMs: 5 });
    expect(await errorOf(slow.model.complete(question))).toMatchObject({ code: "PROVIDER_TIMEOUT" });
  });

  it("reads an answer of 20 MB", async () => {
    const response = "x".repeat(20_000_000);
    expect((await modelAnswering({ response }).model.complete(question)).content.length).toBe(
      response.length,
    );
  });
});

describe("failures of Workers AI", () => {
  const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
  it.each([
    [
      "InferenceUpstreamError",
      "3040: Capacity temporarily exceeded, please try again.",
      "PROVIDER_RATE_LIMIT",
      429,
    ],
    [
      "AiError",
      "AiError: 3036: you have used up your daily free allocation of 10,000 neurons",
      "PROVIDER_QUOTA_EXCEEDED",
      429,
    ],
    ["InferenceUpstreamError", "5007: No such model @cf/x/y or task", "PROVIDER_INVALID_REQUEST", 400],
    [
      "InferenceUpstreamError",
      "5006: Error: required properties at '/' are 'prompt'",
      "PROVIDER_INVALID_REQUEST",
      400,
    ],
    [
      "InferenceUpstreamError",
      "5021: The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (8000).",
      "CONTEXT_LENGTH_EXCEEDED",
      400,
    ],
    ["InferenceUpstreamError", "5016: Model agreement", "PROVIDER_AUTH", 403],
    ["InferenceUpstreamError", "10000: Authentication error", "PROVIDER_AUTH", 401],
    ["InferenceUpstreamError", "3007: Timeout", "PROVIDER_TIMEOUT", 408],
    ["InferenceUpstreamError", "3043: Internal server error", "PROVIDER_ERROR", 500],
    ["InferenceUpstreamError", "5024: JSON Mode couldn't be met", "PROVIDER_ERROR", 400],
    ["InferenceUpstreamError", "<html>502</html>", "PROVIDER_ERROR", 500],
    ["AiInternalError", "AI Gateway does not support ReadableStreams yet.", "PROVIDER_INVALID_REQUEST", 400],
  ])("%s %j is %s", async (name, message, code, status) => {
    const { model } = modelAnswering(() => Promise.reject(named(name, message)));
    const wanted = { code, context: { status } };
    expect(await errorOf(model.complete(question))).toMatchObject(wanted);
    expect((await collect(model.stream(question))).error).toMatchObject(wanted);
  });

  it.each([
    [
      429,
      { internalCode: 3040, description: "Capacity temporarily exceeded", name: "AiError" },
      "PROVIDER_RATE_LIMIT",
    ],
    [429, { internalCode: 3036, description: "daily free allocation of neurons" }, "PROVIDER_QUOTA_EXCEEDED"],
    [400, { errors: [{ code: 5007, message: "No such model" }], success: false }, "PROVIDER_INVALID_REQUEST"],
    [413, { internalCode: 3006, description: "Request too large" }, "PROVIDER_INVALID_REQUEST"],
    [403, { internalCode: 5018, description: "Account not allowed" }, "PROVIDER_AUTH"],
    [502, "<html>Bad gateway</html>", "PROVIDER_ERROR"],
    [500, "", "PROVIDER_ERROR"],
  ])("the status %i with %j is a typed failure", async (status, body, code) => {
    const raw = typeof body === "string" ? body : JSON.stringify(body);
    const { model } = modelAnswering(() => new Response(raw, { status }));
    expect(await errorOf(model.complete(question))).toMatchObject({ code, context: { status } });
  });

  it("tells the internal code and when to come back", async () => {
    const body = JSON.stringify({ internalCode: 3040, description: "Capacity temporarily exceeded" });
    const { model } = modelAnswering(
      () => new Response(body, { status: 429, headers: { "retry-after": "2" } }),
    );
    expect(await errorOf(model.complete(question))).toMatchObject({
      retryAfter: 2000,
      context: { code: "3040", providerMessage: "Capacity temporarily exceeded" },
    });
  });

  it("takes what else is thrown for a failure of the network, and keeps secrets out of it", async () => {
    const thrown = named("Error", "lost connection to https://user:geheim12@example.com");
    for (const reason of [thrown, "text", undefined, null]) {
      const { model } = modelAnswering(() => Promise.reject(reason));
      const error = await errorOf(model.complete(question));
      expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
      expect(JSON.stringify(error)).not.toContain("geheim");
    }
  });

  it("never throws out of execute()", async () => {
    const { model } = modelAnswering(() => Promise.reject(new Error("5007: No such model")));
    const { error } = await agent({ model }).execute("Hi");
    expect(AIError.is(error)).toBe(true);
  });
});

describe("embedders of Workers AI", () => {
  it("embeds one text and many, 100 at a time", async () => {
    const { binding, runs } = bindingOf(({ inputs }: { inputs: Record<string, unknown> }) => ({
      shape: [1, 2],
      data: (inputs.text as string[]).map((text) => [text.length, 1]),
    }));
    const sdk = new WorkersAISDK({ binding, gateway: { id: "g" } });
    const embedder = sdk.embedder({
      name: "@cf/baai/bge-m3",
      pooling: "cls",
      providerOptions: { truncate_inputs: true },
    });
    expect(await embedder.embed("tide")).toEqual({ vector: [4, 1], dimensions: 2, usage: {} });
    expect(runs[0]).toMatchObject({
      model: "@cf/baai/bge-m3",
      inputs: { text: ["tide"], pooling: "cls", truncate_inputs: true },
      options: { gateway: { id: "g" } },
    });
    const { vectors } = await embedder.embedMany(
      Array.from({ length: 250 }, (_, index) => "x".repeat(index)),
    );
    expect(vectors.map(([length]) => length)).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect(runs.slice(1).map(({ inputs }) => (inputs.text as string[]).length)).toEqual([100, 100, 50]);
  });

  it("takes the other names that models have for vectors, and usage where there is some", async () => {
    const { binding } = bindingOf({ response: [[1, 2]], usage: { prompt_tokens: 3, total_tokens: 3 } });
    const embedder = new WorkersAISDK({ binding }).embedder({ name: "@cf/baai/bge-m3" });
    expect(await embedder.embed("x")).toMatchObject({ vector: [1, 2], usage: { promptTokens: 3 } });
  });

  it("rejects with the error of the failure's kind", async () => {
    const failing = bindingOf(() => Promise.reject(new Error("3040: Capacity temporarily exceeded")));
    const embed = (binding: AiLike) => new WorkersAISDK({ binding }).embedder({ name: "x" }).embed("tide");
    expect(await errorOf(embed(failing.binding))).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    expect(await errorOf(embed(bindingOf({}).binding))).toMatchObject({ code: "PROVIDER_ERROR" });
  });
});
