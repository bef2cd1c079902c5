import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { config } from "../../../src/core/config.ts";
import { AIError } from "../../../src/core/errors/index.ts";
import { OllamaSDK } from "../../../src/providers/ollama/index.ts";
import { tool } from "../../../src/tool/tool.ts";
import {
  answering,
  call,
  collect,
  errorOf,
  last,
  lines,
  modelAnswering,
  piece,
  question,
  streamOf,
} from "./support.ts";

describe("OllamaSDK", () => {
  it("R11: sends no header that a page may not send", async () => {
    const { model, asked } = modelAnswering({ body: last() });
    await model.complete(question);
    await collect(model.stream(question));
    for (const { headers } of asked) {
      expect(headers).toEqual({ accept: "application/json", "content-type": "application/json" });
    }
    expect(asked.map(({ url }) => url)).toEqual(Array(2).fill("http://localhost:11434/api/chat"));
    expect(asked.map(({ body }) => body.stream)).toEqual([false, true]);
  });

  it("sends a key as a bearer token, to the cloud or wherever the server is", async () => {
    for (const baseURL of ["https://ollama.com", "https://ollama.com/", "https://ollama.com/api"]) {
      const { model, asked } = modelAnswering({ body: last() }, { baseURL, apiKey: " ollama-key " });
      await model.complete(question, { headers: { "X-Trace": "1" } });
      expect(asked[0]).toMatchObject({
        url: "https://ollama.com/api/chat",
        headers: { authorization: "Bearer ollama-key", "x-trace": "1" },
      });
    }
    expect(() => new OllamaSDK({ apiKey: "schlüssel" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });

  it.each([
    ["localhost:11434", "http://localhost:11434/api/chat"],
    ["192.168.1.7:11434/", "http://192.168.1.7:11434/api/chat"],
    ["http://gpu.example:8080/ollama", "http://gpu.example:8080/ollama/api/chat"],
    ["/ollama", "/ollama/api/chat"], // a page's own origin
  ])("asks the server at %s", async (baseURL, url) => {
    const { model, asked } = modelAnswering({ body: last() }, { baseURL });
    await model.complete(question);
    expect(asked[0]?.url).toBe(url);
  });

  it("tells what a model can do by its name, and lets flags win", () => {
    const can = (name: string) => new OllamaSDK().model({ name }).capabilities;
    expect(can("llama3.2")).toEqual({ structuredOutput: true });
    expect(can("llama3.2-vision:11b")).toEqual({ structuredOutput: true, vision: true });
    expect(can("acme/Qwen3:8b")).toEqual({ structuredOutput: true, reasoning: true });
    expect(can("qwen3-coder:30b")).toEqual({ structuredOutput: true });
    expect(can("qwen3-vl:8b")).toEqual({ structuredOutput: true, vision: true, reasoning: true });
    expect(can("gemma3:1b")).toEqual({ structuredOutput: true });
    expect(can("gemma3:4b")).toEqual({ structuredOutput: true, vision: true });
    expect(can("gpt-oss:120b-cloud")).toEqual({ reasoning: true });
    const { capabilities } = new OllamaSDK().model({
      name: "llama3.2",
      vision: true,
      structuredOutput: false,
    });
    expect(capabilities).toEqual({ vision: true, structuredOutput: false });
  });

  it("labels its models and estimates tokens", async () => {
    const sdk = new OllamaSDK({ provider: "workstation" });
    expect(sdk.model({ name: "m" })).toMatchObject({ name: "m", provider: "workstation" });
    expect(sdk.embedder({ name: "e" })).toMatchObject({ name: "e", provider: "workstation", dimensions: 0 });
    expect(await sdk.count("12345678")).toBe(2);
  });

  it("runs an agent with a tool, streaming or not", async () => {
    const now = tool({
      name: "now",
      description: "The time.",
      input: { type: "object" },
      execute: () => "noon",
    });
    for (const isStream of [false, true]) {
      const { fetch, asked } = answering(({ body }) => {
        const hasResult = (body.messages as { role: string }[]).some(({ role }) => role === "tool");
        const answer = hasResult
          ? [piece({ content: "It is " }), piece({ content: "noon." }), last()]
          : [call("now", {}), last()];
        const whole = hasResult
          ? last({ message: { content: "It is noon." } })
          : { ...call("now", {}), done: true };
        return new Response(body.stream ? lines(...answer) : JSON.stringify(whole));
      });
      const model = new OllamaSDK({ fetch }).model({ name: "qwen3" });
      const clock = agent({ model, tools: [now] });
      const { text, error } = await (isStream ? clock.stream("Time?").result : clock.execute("Time?"));
      expect(error).toBeUndefined();
      expect(text).toBe("It is noon.");
      expect(asked).toHaveLength(2);
    }
  });

  it("stops reading when the loop is left", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(lines(piece({ content: "a" })))),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const chunk of modelAnswering({ body }).model.stream(question)) {
      expect(chunk).toEqual({ type: "delta", content: "a" });
      break;
    }
    expect(isCancelled).toBe(true);
  });

  it("logs as ai.ollama, without prompts", async () => {
    const entries: string[] = [];
    config({ logger: { debug: (...entry) => entries.push(JSON.stringify(entry)) } });
    await modelAnswering({ body: last({ message: { content: "secret answer" } }) }).model.complete(question);
    config({ logger: undefined });
    expect(entries).toHaveLength(2);
    expect(entries.join()).toContain("ai.ollama");
    expect(entries.join()).not.toMatch(/secret answer|"\?"/);
  });
});

describe("failures of Ollama", () => {
  it.each([
    [404, 'model "nope" not found, try pulling it first', "PROVIDER_INVALID_REQUEST"],
    [400, '"llama2" does not support tools', "PROVIDER_INVALID_REQUEST"],
    [400, "the input length exceeds the context length", "CONTEXT_LENGTH_EXCEEDED"],
    [401, "unauthorized", "PROVIDER_AUTH"],
    [402, "this model needs a subscription", "PROVIDER_QUOTA_EXCEEDED"],
    [429, "you have reached your hourly usage limit", "PROVIDER_RATE_LIMIT"],
    [500, "model requires more system memory (5.6 GiB) than is available (3.2 GiB)", "PROVIDER_ERROR"],
    [503, "server busy, please try again. maximum pending requests exceeded", "PROVIDER_ERROR"],
    [504, "upstream timed out", "PROVIDER_TIMEOUT"],
  ])("%i %j is %s", async (status, error, code) => {
    const { model } = modelAnswering({ status, body: { error } });
    const wanted = { code, context: { status, providerMessage: error } };
    expect(await errorOf(model.complete(question))).toMatchObject(wanted);
    expect((await collect(model.stream(question))).error).toMatchObject(wanted);
  });

  it("tells how to reach a server that does not answer, and allow a page", async () => {
    const refused = () => Promise.reject(new TypeError("Failed to fetch"));
    const { model } = modelAnswering(refused, { baseURL: "http://user:geheim@gpu.local:11434/?key=geheim2" });
    const error = await errorOf(model.complete(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
    expect(error.message).toContain("http://gpu.local:11434");
    expect(error.message).toContain("OLLAMA_ORIGINS");
    expect(JSON.stringify(error)).not.toMatch(/geheim/);
    const path = modelAnswering(refused, { baseURL: "/ollama" });
    expect((await errorOf(path.model.complete(question))).message).toContain("OLLAMA_ORIGINS");
  });

  it("R11: tells a page or an extension that its origin is refused", async () => {
    const { model } = modelAnswering({ status: 403, body: "" });
    const error = await errorOf(model.complete(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", context: { status: 403 } });
    expect(error.message).toContain("OLLAMA_ORIGINS");
    const told = modelAnswering({ status: 403, body: { error: "no" } });
    expect(await errorOf(told.model.complete(question))).toMatchObject({ code: "PROVIDER_AUTH" });
  });

  it("leaves other failures of the transport as they are", async () => {
    const bad = modelAnswering(() => Promise.reject(new TypeError("Invalid header value")));
    expect(await errorOf(bad.model.complete(question))).toMatchObject({ code: "PROVIDER_INVALID_REQUEST" });
    const slow = modelAnswering(() => new Promise(() => {}), { timeoutMs: 5 });
    expect(await errorOf(slow.model.complete(question))).toMatchObject({ code: "PROVIDER_TIMEOUT" });
  });

  it("is cancelled by its signal, before and in the middle of an answer", async () => {
    const before = modelAnswering(() => new Promise(() => {}));
    const controller = new AbortController();
    const waiting = errorOf(before.model.complete(question, { signal: controller.signal }));
    controller.abort();
    expect(await waiting).toMatchObject({ code: "AGENT_CANCELLED" });
    const middle = new AbortController();
    const body = streamOf([lines(piece({ content: "a" })), lines(piece({ content: "b" }))]);
    const { model } = modelAnswering({ body });
    await expect(async () => {
      for await (const _ of model.stream(question, { signal: middle.signal })) middle.abort();
    }).rejects.toMatchObject({ code: "AGENT_CANCELLED" });
  });

  it("never throws out of execute()", async () => {
    const { model } = modelAnswering(() => Promise.reject(new TypeError("Failed to fetch")));
    const { error } = await agent({ model }).execute("Hi");
    expect(AIError.is(error)).toBe(true);
  });
});
