import OpenAI7, { AzureOpenAI } from "openai";
import OpenAI6 from "openai6";
import { describe, expect, it } from "vitest";
import type { OpenAIClientLike } from "../../../src/providers/openai/index.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { OFFICIAL_CLIENTS } from "./official-clients.ts";
import { collect, delta, doneOf, end, errorOf, respond, sse, textOf } from "./support.ts";

const question = [{ role: "user", content: "a secret question" }] as const;
const versions = Object.entries(OFFICIAL_CLIENTS);

/** A server that answers alike, and what it was asked. */
function serving(answer: () => Response | Promise<Response>) {
  const asked: { url: string; headers: Headers; body: unknown }[] = [];
  const fetch = (async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    });
    return answer();
  }) as typeof globalThis.fetch;
  return { fetch, asked };
}

describe.each(versions)("through %s", (_version, clientOf) => {
  const whole = { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] };

  it("goes what a model is asked, with the headers of the SDK and of the call", async () => {
    const { fetch, asked } = serving(() => respond({ body: whole }));
    const sdk = new OpenAISDK({ client: clientOf(fetch), headers: { "x-one": "1" } });
    const { content } = await sdk.model({ name: "gpt-4o" }).complete(question, { headers: { "x-two": "2" } });
    expect(content).toBe("Hi");
    expect(asked[0]?.url).toBe("https://api.openai.com/v1/chat/completions");
    expect(asked[0]?.body).toEqual({ model: "gpt-4o", messages: question });
    expect(asked[0]?.headers.get("x-one")).toBe("1");
    expect(asked[0]?.headers.get("x-two")).toBe("2");
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer sk-test-key-of-no-account");
  });

  it("knows the service by the client's address", async () => {
    const { fetch, asked } = serving(() => respond({ body: whole }));
    const client = clientOf(fetch, "https://api.mistral.ai/v1");
    await new OpenAISDK({ client }).model({ name: "mistral-large" }).complete(question, { seed: 7 });
    expect(asked[0]?.body).toMatchObject({ random_seed: 7 });
  });

  it("streams, and takes an answer without a finish reason for whole where its usage came", async () => {
    const usage = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } };
    for (const last of [end(), usage]) {
      const { fetch } = serving(() => respond({ body: sse(delta({ content: "Hi" }), last, "[DONE]") }));
      const model = new OpenAISDK({ client: clientOf(fetch) }).model({ name: "gpt-4o" });
      const { chunks, error } = await collect(model.stream(question));
      expect(error).toBeUndefined();
      expect(textOf(chunks)).toBe("Hi");
      expect(doneOf(chunks)?.finishReason).toBe("stop");
    }
  });

  it("S11: a stream that was cut off is a failure", async () => {
    const { fetch } = serving(() => respond({ body: sse(delta({ content: "Hi" })) }));
    const model = new OpenAISDK({ client: clientOf(fetch) }).model({ name: "gpt-4o" });
    expect((await collect(model.stream(question))).error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("goes what the Responses API is asked, and its stream comes back", async () => {
    const body = sse(
      { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" },
      { type: "response.completed", response: { status: "completed", output: [] } },
    );
    const { fetch, asked } = serving(() => respond({ body }));
    const model = new OpenAISDK({ client: clientOf(fetch), api: "responses" }).model({ name: "gpt-4o" });
    const { chunks, error } = await collect(model.stream(question));
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("Hi");
    expect(asked[0]?.url).toBe("https://api.openai.com/v1/responses");
  });

  it.each([
    [
      401,
      { code: "invalid_api_key", message: "Incorrect API key provided: sk-abcdefghijklmnop" },
      "PROVIDER_AUTH",
    ],
    [429, { code: "insufficient_quota", message: "billing" }, "PROVIDER_QUOTA_EXCEEDED"],
    [429, { code: "rate_limit_exceeded", message: "slow down" }, "PROVIDER_RATE_LIMIT"],
    [
      400,
      { code: "context_length_exceeded", message: "maximum context length is 8 tokens" },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [400, { code: "content_filter", message: "filtered" }, "CONTENT_FILTER"],
    [404, { code: "model_not_found", message: "no such model" }, "PROVIDER_INVALID_REQUEST"],
    [504, { message: "late" }, "PROVIDER_TIMEOUT"],
    [500, { message: "oops" }, "PROVIDER_ERROR"],
  ])("H13: what it throws for %i %j is what ours is", async (status, error, code) => {
    const headers = { "content-type": "application/json", "x-request-id": "req_1", "retry-after": "7" };
    const answer = () => respond({ body: { error }, status, headers });
    const theirs = new OpenAISDK({ client: clientOf(serving(answer).fetch) }).model({ name: "gpt-4o" });
    const ours = new OpenAISDK({ fetch: async () => answer() }).model({ name: "gpt-4o" });
    for (const ask of [
      (model: typeof ours) => errorOf(model.complete(question)),
      async (model: typeof ours) =>
        (await collect(model.stream(question))).error as Error & Record<string, unknown>,
    ]) {
      const told = await ask(theirs);
      const expected = await ask(ours);
      expect(told).toMatchObject({ code, context: { status, requestId: "req_1" } });
      expect({ ...told, context: told.context, message: told.message }).toEqual({
        ...expected,
        context: expected.context,
        message: expected.message,
      });
      expect(JSON.stringify([told, told.context])).not.toContain("sk-abc");
    }
  });

  it("throws a failure inside a stream after what came before", async () => {
    const error = { code: "rate_limit_exceeded", message: "slow down" };
    const { fetch } = serving(() => respond({ body: sse(delta({ content: "Hi" }), { error }) }));
    const model = new OpenAISDK({ client: clientOf(fetch) }).model({ name: "gpt-4o" });
    const { chunks, error: thrown } = await collect(model.stream(question));
    expect(textOf(chunks)).toBe("Hi");
    expect(thrown).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
  });

  it("calls a network that fails, a timeout and an abort by their names", async () => {
    const broken = serving(() => Promise.reject(new TypeError("fetch failed")));
    const model = new OpenAISDK({ client: clientOf(broken.fetch) }).model({ name: "gpt-4o" });
    expect(await errorOf(model.complete(question))).toMatchObject({
      code: "PROVIDER_ERROR",
      retryable: true,
    });

    const { fetch } = serving(() => new Promise(() => {}));
    const waiting = new OpenAISDK({ client: clientOf(fetch) }).model({ name: "gpt-4o" });
    const controller = new AbortController();
    const failing = errorOf(waiting.complete(question, { signal: controller.signal }));
    controller.abort();
    expect(await failing).toMatchObject({ code: "AGENT_CANCELLED" });
  });

  it("S21: leaving the loop cancels the body", async () => {
    let cancelled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(sse(delta({ content: "x" })))),
      cancel: () => void cancelled++,
    });
    const { fetch } = serving(() => new Response(body, { headers: { "content-type": "text/event-stream" } }));
    const model = new OpenAISDK({ client: clientOf(fetch) }).model({ name: "gpt-4o" });
    for await (const _chunk of model.stream(question)) break;
    await expect.poll(() => cancelled).toBe(1);
  });
});

describe("a timeout of the client's own", () => {
  it.each([
    ["openai 6", OpenAI6],
    ["openai 7", OpenAI7],
  ])("%s: is a timeout", async (_version, Client) => {
    const fetch = (async (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      })) as typeof globalThis.fetch;
    const options = { apiKey: "sk-test", maxRetries: 0, timeout: 20, dangerouslyAllowBrowser: true, fetch };
    const model = new OpenAISDK({ client: new Client(options) }).model({ name: "gpt-4o" });
    expect(await errorOf(model.complete(question))).toMatchObject({
      code: "PROVIDER_TIMEOUT",
      retryable: true,
    });
  });
});

describe("a client of the right shape", () => {
  const create = async () => ({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });

  it("will do", async () => {
    const client: OpenAIClientLike = { chat: { completions: { create } } };
    const model = new OpenAISDK({ client }).model({ name: "gpt-4o" });
    expect((await model.complete(question)).content).toBe("Hi");
  });

  it("is told where it lacks a method", async () => {
    const sdk = new OpenAISDK({ client: { chat: { completions: { create } } }, api: "responses" });
    const error = await errorOf(sdk.model({ name: "gpt-4o" }).complete(question));
    expect(error).toMatchObject({ code: "INVALID_CONFIG" });
    expect(error.message).toContain("responses");
  });

  it("may be Azure's", async () => {
    const { fetch, asked } = serving(() =>
      respond({ body: { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] } }),
    );
    const client = new AzureOpenAI({
      endpoint: "https://x.openai.azure.com",
      apiKey: "k",
      apiVersion: "2024-10-21",
      dangerouslyAllowBrowser: true,
      fetch,
    });
    const sdk = new OpenAISDK({ client, provider: "azure" });
    expect((await sdk.model({ name: "gpt-4o" }).complete(question)).content).toBe("Hi");
    expect(asked[0]?.url).toBe(
      "https://x.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
    );
  });
});
