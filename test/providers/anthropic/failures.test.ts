import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/core/errors/index.ts";
import { explainPage } from "../../../src/providers/anthropic/explain-page.ts";
import { AnthropicSDK } from "../../../src/providers/anthropic/index.ts";
import {
  type Answer,
  begin,
  collect,
  errorOf,
  events,
  message,
  modelAnswering,
  respond,
  streamOf,
  text,
  textBlock,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "a secret question" }] as const;
const KEY = "sk-ant-test-key-of-no-account";
const complaint = (type: string, said = "No.") => ({
  type: "error",
  error: { type, message: said },
  request_id: "req_body",
});

const kinds: [number, string, string, string, boolean][] = [
  [400, "invalid_request_error", "max_tokens: Field required", "PROVIDER_INVALID_REQUEST", false],
  [
    400,
    "invalid_request_error",
    "prompt is too long: 200100 tokens > 199999 maximum",
    "CONTEXT_LENGTH_EXCEEDED",
    false,
  ],
  [
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API.",
    "PROVIDER_QUOTA_EXCEEDED",
    false,
  ],
  [
    400,
    "invalid_request_error",
    "You have reached your specified API usage limits.",
    "PROVIDER_QUOTA_EXCEEDED",
    false,
  ],
  [400, "invalid_request_error", "Output blocked by content filtering policy", "CONTENT_FILTER", false],
  [401, "authentication_error", "invalid x-api-key", "PROVIDER_AUTH", false],
  [402, "billing_error", "Your payment failed.", "PROVIDER_QUOTA_EXCEEDED", false],
  [403, "permission_error", "Your API key does not have permission.", "PROVIDER_AUTH", false],
  [404, "not_found_error", "model: claude-nobody", "PROVIDER_INVALID_REQUEST", false],
  [413, "request_too_large", "Request exceeds the maximum size", "PROVIDER_INVALID_REQUEST", false],
  [
    429,
    "rate_limit_error",
    "This request would exceed the rate limit of 30,000 input tokens per minute.",
    "PROVIDER_RATE_LIMIT",
    true,
  ],
  [500, "api_error", "Internal server error", "PROVIDER_ERROR", true],
  [504, "timeout_error", "The request took too long.", "PROVIDER_TIMEOUT", true],
  [529, "overloaded_error", "Overloaded", "PROVIDER_ERROR", true],
];

describe("what the service says of a failure", () => {
  it.each(kinds)("H13: %d %s: %s", async (status, type, said, code, retryable) => {
    const error = await failureOf({ status, body: complaint(type, said) });
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code, retryable, context: { status, code: type, providerMessage: said } });
    expect(error.message).toContain("claude-sonnet-4-5");
  });

  it.each(kinds)(
    "is the same inside a stream, after what came before: %d %s: %s",
    async (status, type, said, code) => {
      const body = events(begin(), ...textBlock(0, "half"), complaint(type, said));
      const { chunks, error } = await collect(modelAnswering({ body }).model.stream(question));
      expect(textOf(chunks)).toBe("half");
      expect(error).toMatchObject({ code, context: { status: type === "api_error" ? 500 : status } });
    },
  );

  it.each(kinds)("is the same through the official client: %d %s: %s", async (status, type, said) => {
    const whole = () => respond({ status, body: complaint(type, said) });
    const cut = () => respond({ body: events(begin(), ...textBlock(0, "half"), complaint(type, said)) });
    for (const [answer, ask] of [
      [whole, (sdk: AnthropicSDK) => failing(sdk)],
      [cut, (sdk: AnthropicSDK) => breaking(sdk)],
    ] as const) {
      const ours = await ask(new AnthropicSDK({ apiKey: KEY, fetch: async () => answer() }));
      const theirs = await ask(new AnthropicSDK({ client: clientOver(async () => answer()) }));
      for (const field of ["code", "retryable", "message", "context", "retryAfter"]) {
        expect(theirs[field]).toEqual(ours[field]);
      }
    }
  });

  it("names the request: by a header, or by the body, since a page cannot read the header", async () => {
    expect(await failureOf({ status: 500, body: complaint("api_error") })).toMatchObject({
      context: { requestId: "req_body" },
    });
    const headers = { "request-id": "req_header" };
    expect(await failureOf({ status: 500, headers, body: {} })).toMatchObject({
      context: { requestId: "req_header" },
    });
  });

  it("tells when to try again", async () => {
    const headers = { "retry-after": "7" };
    const error = await failureOf({ status: 429, headers, body: complaint("rate_limit_error") });
    expect(error).toMatchObject({ retryAfter: 7000 });
  });

  it("A9: shows no key and no text of the provider", async () => {
    const error = await failureOf({ status: 401, body: complaint("authentication_error", `bad key ${KEY}`) });
    expect(JSON.stringify([error.message, error, error.context])).not.toContain(KEY);
    expect(error.message).not.toContain("bad key");
  });
});

describe("what is not an answer", () => {
  it.each<[string, Answer]>([
    ["a page of a proxy", { body: "<html>Sign in</html>", headers: { "content-type": "text/html" } }],
    ["nothing", { body: "", headers: { "content-type": "application/json" } }],
    ["a message without anything", { body: {} }],
    ["a list", { body: [] }],
    ["null", { body: "null", headers: { "content-type": "application/json" } }],
    ["a text", { body: '"Hi"', headers: { "content-type": "application/json" } }],
    ["20 MB of something else", { body: JSON.stringify({ junk: "x".repeat(20_000_000) }) }],
  ])("%s is a typed failure, whole and streamed", async (_what, answer) => {
    expect(await failureOf(answer)).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
    const { error } = await collect(modelAnswering(answer).model.stream(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("is told from content of unknown shape, which does not break it", async () => {
    const { model } = modelAnswering({ body: message([null, 7, { type: "text" }, text("Hi")]) });
    expect(await model.complete(question)).toMatchObject({ content: "Hi" });
  });

  it("an error in the body of a success is a failure", async () => {
    for (const [body, code] of [
      [complaint("overloaded_error"), "PROVIDER_ERROR"],
      [{ error: { message: "No auth", code: 401 } }, "PROVIDER_AUTH"],
      [{ message: "Unauthorized", status: 401 }, "PROVIDER_AUTH"],
    ] as const) {
      expect(await failureOf({ body })).toMatchObject({ code });
    }
  });

  it.each([
    ["an event that is no JSON", "event: content_block_delta\ndata: {oops\n\n"],
    ["an error that is no JSON", "event: error\ndata: upstream went away\n\n"],
    [
      "a content that is none",
      'data: {"type":"content_block_start","content_block":null}\n\ndata: {"type":"content_block_delta","delta":{"type":"citations_delta"}}\n\n',
    ],
    ["no content at all", 'data: {"type":"message_start","message":{"content":{"a":1}}}\n\n'],
  ])("%s breaks the stream with a typed failure", async (_what, body) => {
    const { error } = await collect(modelAnswering({ body }).model.stream(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("S20: cancels what is left of a body that fails in the middle", async () => {
    let cancelled = 0;
    const start = streamOf([events(begin(), complaint("overloaded_error"))]).getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = await start.read();
        if (value) controller.enqueue(value);
        else await new Promise(() => {});
      },
      cancel() {
        cancelled++;
      },
    });
    const { error } = await collect(modelAnswering({ body }).model.stream(question));
    expect(error).toMatchObject({ context: { status: 529 } });
    expect(cancelled).toBe(1);
  });
});

describe("R12: a page that the service does not answer", () => {
  it("is told why, by a code of its own, where it is one", async () => {
    const isPage = "location" in globalThis && Object(globalThis.navigator).onLine === true;
    const blocked = new TypeError("Failed to fetch");
    const fetch = () => Promise.reject(blocked);
    const error = await failing(new AnthropicSDK({ apiKey: KEY, fetch }));
    expect(error.code).toBe(isPage ? "INVALID_CONFIG" : "PROVIDER_ERROR");
    expect(error.message).toContain(isPage ? "browser: true" : "network");
    for (const options of [{ browser: true }, { baseURL: "https://proxy.example.com" }]) {
      const other = await failing(new AnthropicSDK({ apiKey: KEY, fetch, ...options }));
      expect(other.code).toBe("PROVIDER_ERROR");
    }
  });

  it.each(["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"])(
    "knows what browsers say: %s",
    (said) => {
      const thrown = new TypeError(said);
      expect(explainPage(thrown, true)).toMatchObject({ code: "INVALID_CONFIG", cause: thrown });
      expect(explainPage(thrown, false)).toBe(thrown);
    },
  );

  it.each([undefined, "https://proxy.example.com"])(
    "is told so by the service, too, where it can read that: %s",
    async (baseURL) => {
      const message = "CORS requests must set 'anthropic-dangerous-direct-browser-access' header";
      const body = JSON.stringify({ type: "error", error: { type: "authentication_error", message } });
      const fetch = async () => new Response(body, { status: 401 });
      const error = await failing(new AnthropicSDK({ apiKey: KEY, fetch, baseURL }));
      expect(error).toMatchObject({ code: "INVALID_CONFIG" });
      expect(error.message).toContain("browser: true");
      const asked = await failing(new AnthropicSDK({ apiKey: KEY, fetch, baseURL, browser: true }));
      expect(asked).toMatchObject({ code: "PROVIDER_AUTH" });
    },
  );

  it("does not mistake other failures for that", () => {
    for (const thrown of [new TypeError("Invalid header"), new Error("Failed to fetch"), "Failed to fetch"]) {
      expect(explainPage(thrown, true)).toBe(thrown);
    }
  });
});

function failureOf(answer: Answer) {
  return errorOf(modelAnswering(answer).model.complete(question));
}

function failing(sdk: AnthropicSDK) {
  return errorOf(sdk.model({ name: "claude-sonnet-5" }).complete(question));
}

async function breaking(sdk: AnthropicSDK): Promise<Error & Record<string, unknown>> {
  const { chunks, error } = await collect(sdk.model({ name: "claude-sonnet-5" }).stream(question));
  expect(textOf(chunks)).toBe("half");
  return error as Error & Record<string, unknown>;
}

function clientOver(fetch: typeof globalThis.fetch): Anthropic {
  return new Anthropic({ apiKey: KEY, fetch, maxRetries: 0, dangerouslyAllowBrowser: true });
}
