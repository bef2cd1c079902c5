import { agent } from "../../src/agent/agent.ts";
import type { Model } from "../../src/contracts/model.ts";
import { AnthropicSDK } from "../../src/providers/anthropic/index.ts";
import { BedrockSDK } from "../../src/providers/bedrock/index.ts";
import { GoogleSDK } from "../../src/providers/google/index.ts";
import { OllamaSDK } from "../../src/providers/ollama/index.ts";
import { OpenAISDK } from "../../src/providers/openai/index.ts";

// What cors.node.test.ts bundles and opens in a page: every adapter, asking a service of another origin.

const apiKey = "sk-test-key-of-no-account";
const ANTHROPIC = { apiKey, browser: true };
const BEDROCK = { region: "us-east-1" };
const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "of-no-account", sessionToken: "session" };
const CLAUDE = "us.anthropic.claude-haiku-4-5-20251001-v1:0";

const models = {
  chat: (at) => new OpenAISDK({ apiKey, baseURL: `${at}/chat` }).model({ name: "gpt-4o" }),
  responses: (at) =>
    new OpenAISDK({ apiKey, baseURL: `${at}/responses`, api: "responses" }).model({ name: "gpt-5" }),
  anthropic: (at) =>
    new AnthropicSDK({ ...ANTHROPIC, baseURL: `${at}/anthropic` }).model({ name: "claude-sonnet-5" }),
  google: (at) =>
    new GoogleSDK({ apiKey, baseURL: `${at}/google/v1beta` }).model({ name: "gemini-2.5-flash" }),
  bedrock: (at) =>
    new BedrockSDK({ ...BEDROCK, credentials, baseURL: `${at}/bedrock` }).model({ name: CLAUDE }),
  "bedrock, by a key": (at) =>
    new BedrockSDK({ ...BEDROCK, apiKey, baseURL: `${at}/bedrock` }).model({ name: CLAUDE }),
  ollama: (at) => new OllamaSDK({ apiKey, baseURL: `${at}/ollama` }).model({ name: "qwen3:8b" }),
  "with a header of one's own": (at) =>
    new OpenAISDK({ apiKey, baseURL: `${at}/chat`, headers: { "x-own": "1" } }).model({ name: "gpt-4o" }),
  "anthropic, without browser": (at) => {
    // Asks Anthropic itself, as far as the adapter knows.
    const fetch = (url: string, init: RequestInit): Promise<Response> =>
      globalThis.fetch(url.replace("https://api.anthropic.com", `${at}/anthropic`), init);
    return new AnthropicSDK({ apiKey, fetch }).model({ name: "claude-sonnet-5" });
  },
} satisfies Record<string, (at: string) => Model>;

export type AskingPage = typeof page;
export type AskedModel = keyof typeof models;

const page = {
  /** A whole answer and a stream of one model; `at` is where the services are. */
  async ask(name: AskedModel, at: string) {
    const asking = agent({ name: "page", model: models[name](at) });
    const whole = await asking.execute("Hi");
    const stream = asking.stream("Hi");
    const deltas: string[] = [];
    for await (const event of stream) if (event.type === "agent.trip.streaming") deltas.push(event.delta);
    const codes = [whole, await stream.result].map(({ error }) => error?.code);
    return { text: whole.text, usage: whole.usage, deltas, codes, message: whole.error?.message };
  },
};

Object.assign(globalThis, { page });
