import { afterEach, describe, expect, it } from "vitest";
import type { Model } from "../../../src/contracts/model.ts";
import { config } from "../../../src/core/config.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { collect, delta, doneOf, end, errorOf, modelAnswering, sse } from "./support.ts";

const question = [{ role: "user", content: "a secret question" }] as const;
const answer = {
  choices: [{ message: { content: "Hi" }, finish_reason: "stop" }],
  usage: {
    prompt_tokens: 1_000_000,
    completion_tokens: 500_000,
    prompt_tokens_details: { cached_tokens: 400_000 },
  },
};

describe("a model", () => {
  it("is a plain contract: name, provider, capabilities", () => {
    const model: Model = new OpenAISDK({ apiKey: "k" }).model({ name: "gpt-4o-mini" });
    expect(model).toMatchObject({ name: "gpt-4o-mini", provider: "openai", capabilities: { vision: true } });
    expect(model).not.toHaveProperty("pricing");
    const named = new OpenAISDK({ baseURL: "https://openrouter.ai/api/v1", provider: "openrouter" });
    expect(named.model({ name: "anthropic/claude-3.5-sonnet" }).provider).toBe("openrouter");
  });

  it.each([
    ["gpt-4o", { vision: true, structuredOutput: true, pdf: true }],
    ["gpt-4o-audio-preview", { audio: true }],
    ["gpt-4o-mini-search-preview", { structuredOutput: true }],
    ["gpt-5.2", { vision: true, structuredOutput: true, reasoning: true, pdf: true }],
    ["openai/gpt-5-mini", { vision: true, structuredOutput: true, reasoning: true, pdf: true }],
    ["gpt-5-chat-latest", { vision: true, structuredOutput: true, pdf: true }],
    ["o3-mini-2025-01-31", { structuredOutput: true, reasoning: true }],
    ["o4-mini", { vision: true, structuredOutput: true, reasoning: true, pdf: true }],
    ["o1-mini", { reasoning: true }],
    ["o1-pro", { vision: true, structuredOutput: true, reasoning: true, pdf: true }],
    ["gpt-oss-20b", { structuredOutput: true, reasoning: true }],
    ["gpt-3.5-turbo", {}],
    ["llama-3.3-70b-versatile", {}],
    ["deepseek-chat", { reasoning: true }],
    ["mistral-large-latest", { vision: true, structuredOutput: true, pdf: true }],
    ["mistral-large-2411", { structuredOutput: true, pdf: true }],
    ["qwen/qwen3-32b", {}],
    ["qwen/qwen3.5-397b-a17b", { vision: true }],
    ["google/gemma-4-31b-it", { vision: true }],
    ["meta-llama/llama-4-scout", { vision: true, structuredOutput: true }],
    ["moonshotai/kimi-k2.5", { vision: true, structuredOutput: true, reasoning: true }],
    ["kimi-k2-0905-preview", { structuredOutput: true }],
    ["glm-4.6v", { vision: true, reasoning: true }],
    ["glm-5", { reasoning: true }],
    [
      "google/gemini-2.5-flash",
      { vision: true, structuredOutput: true, reasoning: true, audio: true, pdf: true },
    ],
  ])("%s can do what its name tells", (name, capabilities) => {
    expect(new OpenAISDK().model({ name }).capabilities).toEqual(capabilities);
  });

  it("takes flags over what its name tells", () => {
    const { capabilities } = new OpenAISDK().model({
      name: "my-org/tuned",
      vision: true,
      structuredOutput: true,
    });
    expect(capabilities).toMatchObject({ vision: true, structuredOutput: true });
    expect(new OpenAISDK().model({ name: "gpt-4o", vision: false }).capabilities).toMatchObject({
      vision: false,
    });
    expect(new OpenAISDK().model({ name: "x", reasoning: true }).capabilities).toMatchObject({
      reasoning: true,
    });
  });

  it("takes how to reason as a default", async () => {
    const bodies: unknown[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      bodies.push(JSON.parse(String(init.body)));
      return new Response(JSON.stringify(answer));
    };
    const model = new OpenAISDK({ fetch }).model({ name: "gpt-5", reasoning: { effort: "low" } });
    await model.complete(question);
    await model.complete(question, { reasoning: { effort: "high" } });
    expect(bodies).toMatchObject([{ reasoning_effort: "low" }, { reasoning_effort: "high" }]);
  });
});

describe("cost", () => {
  it("is known where the price is: of the model, else of the SDK", async () => {
    const pricing = { "gpt-4o": { input: 2, output: 10, cachedInput: 1 } };
    const { model } = modelAnswering({ body: answer }, { pricing });
    expect((await model.complete(question)).usage).toEqual({
      input: 1_000_000,
      output: 500_000,
      total: 1_500_000,
      cachedTokens: 400_000,
      cost: { input: 1.2, output: 5, cachedInput: 0.4 },
    });
    const fetch = async (): Promise<Response> => new Response(JSON.stringify(answer));
    const own = new OpenAISDK({ fetch, pricing }).model({ name: "gpt-4o", pricing: { input: 1, output: 1 } });
    expect(own.pricing).toEqual({ input: 1, output: 1 });
    expect((await own.complete(question)).usage?.cost).toEqual({ input: 0.6, output: 0.5, cachedInput: 0.4 });
  });

  it("is unknown where it is not, or where the tokens are not", async () => {
    expect((await modelAnswering({ body: answer }).model.complete(question)).usage).not.toHaveProperty(
      "cost",
    );
    const { model } = modelAnswering({ body: answer }, { pricing: {} }, "constructor");
    expect((await model.complete(question)).usage).not.toHaveProperty("cost");
    const priced = modelAnswering(
      { body: sse(delta({ content: "x" }), end()) },
      { pricing: { "gpt-4o": { input: 1, output: 1 } } },
    );
    expect(doneOf((await collect(priced.model.stream(question))).chunks)).not.toHaveProperty("usage");
  });
});

describe("count", () => {
  it("estimates, and knows that a Chinese character is a token", async () => {
    const sdk = new OpenAISDK();
    expect(await sdk.count("The tide turns twice a day.", "gpt-4o")).toBe(7);
    expect(await sdk.count("潮汐每天")).toBe(4);
    expect(await sdk.count("")).toBe(0);
  });
});

describe("logging", () => {
  afterEach(() => {
    config({ logger: undefined as never });
  });

  it("tells request, response and error, without prompts, answers and keys", async () => {
    const entries: unknown[][] = [];
    const log = (...entry: unknown[]): void => void entries.push(entry);
    config({ logger: { debug: log, error: log } });
    await modelAnswering({ body: answer }).model.complete(question);
    await collect(modelAnswering({ body: sse(delta({ content: "Hi" }), end()) }).model.stream(question));
    await errorOf(modelAnswering({ body: {}, status: 401 }).model.complete(question));
    expect(entries.map(([module, action]) => `${module} ${action}`)).toEqual([
      "ai.openai request",
      "ai.openai response",
      "ai.openai request",
      "ai.openai response",
      "ai.openai request",
      "ai.openai error",
    ]);
    expect(entries[1]?.[3]).toMatchObject({ provider: "openai", model: "gpt-4o", finishReason: "stop" });
    expect(entries.at(-1)?.[3]).toMatchObject({ code: "PROVIDER_AUTH" });
    expect(JSON.stringify(entries)).not.toMatch(/secret|sk-test|Hi"/);
  });
});
