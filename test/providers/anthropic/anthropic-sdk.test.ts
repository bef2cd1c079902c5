import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import type { Model, SDKAdapter } from "../../../src/contracts/model.ts";
import { AnthropicSDK } from "../../../src/providers/anthropic/index.ts";
import {
  begin,
  collect,
  end,
  errorOf,
  events,
  message,
  modelAnswering,
  respond,
  text,
  textBlock,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;

describe("a request", () => {
  it("R12: goes to the service with the headers that its CORS rules allow, and no more than are needed", async () => {
    const { model, asked } = modelAnswering({ body: message([text("x")]) });
    await model.complete(question);
    await collect(model.stream(question));
    for (const { url, headers } of asked) {
      expect(url).toBe("https://api.anthropic.com/v1/messages");
      expect(Object.keys(headers).sort()).toEqual([
        "accept",
        "anthropic-version",
        "content-type",
        "x-api-key",
      ]);
      expect(headers).toMatchObject({
        "anthropic-version": "2023-06-01",
        "x-api-key": "sk-ant-test-key-of-no-account",
      });
    }
  });

  it("R12: asks to be answered in a page only where that is wanted", async () => {
    const { model, asked } = modelAnswering({ body: message([text("x")]) }, { browser: true });
    await model.complete(question);
    expect(asked[0]?.headers).toMatchObject({ "anthropic-dangerous-direct-browser-access": "true" });
  });

  it("carries betas, another version, a token, and the headers of the SDK and of the call", async () => {
    const options = {
      beta: ["a-1", "b-2"],
      version: "2030-01-01",
      authToken: " token ",
      headers: { "X-Trace": "t" },
    };
    const { model, asked } = modelAnswering({ body: message([text("x")]) }, options);
    await model.complete(question, { headers: { "anthropic-beta": "c-3" } });
    await model.complete(question);
    expect(asked[0]?.headers).toMatchObject({ "anthropic-beta": "c-3" });
    expect(asked[1]?.headers).toMatchObject({
      "anthropic-beta": "a-1,b-2",
      "anthropic-version": "2030-01-01",
      authorization: "Bearer token",
      "x-trace": "t",
    });
  });

  it.each([
    ["https://api.anthropic.com", "https://api.anthropic.com/v1/messages"],
    ["https://api.anthropic.com/v1/", "https://api.anthropic.com/v1/messages"],
    ["https://example.com/anthropic", "https://example.com/anthropic/v1/messages"],
    ["https://example.com/v1?key=a", "https://example.com/v1/messages?key=a"],
    ["https://example.com/?key=a", "https://example.com/v1/messages?key=a"],
    ["http://localhost:8000/v2", "http://localhost:8000/v2/messages"],
  ])("goes to %s", async (baseURL, expected) => {
    const { model, asked } = modelAnswering({ body: message([text("x")]) }, { baseURL });
    await model.complete(question);
    expect(asked[0]?.url).toBe(expected);
  });

  it("refuses a key that no header can carry, without showing it", () => {
    expect(() => new AnthropicSDK({ apiKey: "sk-ant-\n-secret" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.not.stringContaining("secret") }),
    );
  });

  it("asks for a stream only where one is wanted", async () => {
    const { model, asked } = modelAnswering({ body: message([text("x")]) });
    await model.complete(question);
    await collect(model.stream(question));
    expect(asked.map(({ body, headers }) => [body.stream, headers.accept])).toEqual([
      [undefined, "application/json"],
      [true, "text/event-stream"],
    ]);
  });
});

describe("a model", () => {
  it("is a plain contract: name, provider, capabilities", () => {
    const model: Model = new AnthropicSDK({ apiKey: "k" }).model({ name: "claude-opus-5" });
    expect(model).toMatchObject({ name: "claude-opus-5", provider: "anthropic" });
    expect(model).not.toHaveProperty("pricing");
    const proxied = new AnthropicSDK({ baseURL: "https://api.kimi.com", provider: "kimi" });
    expect(proxied.model({ name: "kimi-k2" })).toMatchObject({ provider: "kimi", capabilities: {} });
  });

  const all = { vision: true, promptCaching: true, pdf: true, reasoning: true, structuredOutput: true };
  it.each([
    ["claude-sonnet-5", all],
    ["claude-sonnet-4-5-20250929", all],
    ["claude-haiku-4.5", all],
    ["us.anthropic.claude-opus-4-1-20250805-v1:0", all],
    ["claude-mythos-preview", all],
    ["claude-opus-4-20250514", { ...all, structuredOutput: undefined }],
    ["claude-sonnet-4-0", { ...all, structuredOutput: undefined }],
    ["claude-3-7-sonnet-latest", { ...all, structuredOutput: undefined }],
    ["claude-3-5-haiku-20241022", { ...all, structuredOutput: undefined, reasoning: undefined }],
    ["claude-3-haiku-20240307", { vision: true, promptCaching: true }],
    ["claude-2.1", {}],
    ["glm-4.6", {}],
  ])("%s can do what its name tells", (name, capabilities) => {
    expect(new AnthropicSDK().model({ name }).capabilities).toEqual(JSON.parse(JSON.stringify(capabilities)));
  });

  it("takes flags over what its name tells, and how to reason as a default", async () => {
    const sdk = new AnthropicSDK();
    expect(sdk.model({ name: "kimi-k2", vision: true }).capabilities).toEqual({ vision: true });
    expect(sdk.model({ name: "claude-opus-5", pdf: false }).capabilities).toMatchObject({ pdf: false });
    const { model, asked } = modelAnswering(
      { body: message([text("x")]) },
      {},
      { name: "claude-opus-5", reasoning: { effort: "low" } },
    );
    await model.complete(question);
    expect(asked[0]?.body).toMatchObject({ output_config: { effort: "low" } });
  });

  it("takes its price over that of the SDK", async () => {
    const usage = { input_tokens: 1_000_000, output_tokens: 0 };
    const pricing = { "claude-sonnet-4-5": { input: 3, output: 15 } };
    const body = message([text("x")], { usage });
    const listed = await modelAnswering({ body }, { pricing }).model.complete(question);
    expect(listed.usage?.cost).toEqual({ input: 3, output: 0 });
    const own = modelAnswering({ body }, { pricing }, { pricing: { input: 1, output: 1 } });
    expect((await own.model.complete(question)).usage?.cost).toEqual({ input: 1, output: 0 });
  });
});

describe("the official client", () => {
  it("is asked instead of fetch, with the same body, betas and headers", async () => {
    const asked: { url: string; headers: Headers; body: unknown }[] = [];
    const client = new Anthropic({
      apiKey: "sk-ant-test",
      maxRetries: 0,
      dangerouslyAllowBrowser: true,
      fetch: async (url, init) => {
        asked.push({
          url: String(url),
          headers: new Headers(init?.headers),
          body: JSON.parse(String(init?.body)),
        });
        return respond({ body: events(begin(), ...textBlock(0, "a", "b"), ...end()) });
      },
    });
    const never = () => Promise.reject(new Error("fetch was called"));
    const sdk = new AnthropicSDK({ client, fetch: never, beta: ["a-1"], headers: { "x-trace": "t" } });
    const model = sdk.model({ name: "claude-sonnet-5" });
    const { chunks } = await collect(model.stream(question, { headers: { "x-call": "c" } }));
    expect(textOf(chunks)).toBe("ab");
    const own = modelAnswering({ body: message([text("x")]) }, {}, { name: "claude-sonnet-5" });
    await collect(own.model.stream(question));
    expect(asked[0]?.body).toEqual(own.asked[0]?.body);
    expect(asked[0]?.url).toBe(own.asked[0]?.url);
    const { headers } = asked[0] ?? { headers: new Headers() };
    expect(["anthropic-beta", "x-trace", "x-call"].map((name) => headers.get(name))).toEqual([
      "a-1",
      "t",
      "c",
    ]);
  });

  it("is asked for a whole answer without being kept waiting too long for it", async () => {
    const client = new Anthropic({
      apiKey: "sk-ant-test",
      maxRetries: 0,
      dangerouslyAllowBrowser: true,
      fetch: async () => respond({ body: message([text("Hi")]) }),
    });
    for (const name of ["claude-sonnet-5", "claude-haiku-5-5"]) {
      const model = new AnthropicSDK({ client }).model({ name });
      expect(await model.complete(question)).toMatchObject({ content: "Hi" });
    }
  });

  it("has given its answer when it says so, whatever it tells then", async () => {
    const list = [begin(), ...textBlock(0, "a"), ...end(), begin(), ...textBlock(0, "b"), ...end("tool_use")];
    const client = {
      messages: {
        async create() {
          return (async function* () {
            yield* list;
          })();
        },
      },
    };
    const { chunks } = await collect(
      new AnthropicSDK({ client }).model({ name: "claude-sonnet-5" }).stream(question),
    );
    const ours = await collect(modelAnswering({ body: events(...list) }).model.stream(question));
    expect(textOf(chunks)).toBe("a");
    expect(chunks).toEqual(ours.chunks);
  });

  it("is stopped by the caller's signal", async () => {
    const client = { messages: { create: () => new Promise<never>(() => {}) } };
    const controller = new AbortController();
    const waiting = new AnthropicSDK({ client })
      .model({ name: "claude-sonnet-5" })
      .complete(question, { signal: controller.signal });
    controller.abort();
    expect(await errorOf(waiting)).toMatchObject({ code: "AGENT_CANCELLED" });
  });
});

describe("the SDK", () => {
  it("has models and an estimate, and nothing that the service has not", async () => {
    const sdk: SDKAdapter = new AnthropicSDK();
    expect(await sdk.count("The tide turns twice a day.")).toBe(7);
    expect(await sdk.count("潮汐每天")).toBe(4);
    for (const name of ["embedder", "image", "speech", "transcribe", "moderation"])
      expect(name in sdk).toBe(false);
  });
});
