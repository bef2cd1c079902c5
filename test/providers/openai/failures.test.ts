import { afterEach, describe, expect, it, vi } from "vitest";
import { AIError, ProviderError } from "../../../src/core/errors/index.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { type Answer, errorOf, modelAnswering, respond } from "./support.ts";

const question = [{ role: "user", content: "a secret question" }] as const;

afterEach(() => {
  vi.useRealTimers();
});

describe("failures of a service, by code and status", () => {
  const openai = (code: string | null, message: string, type = "invalid_request_error") => ({
    error: { code, message, type, param: null },
  });

  it.each<[string, number, unknown, string]>([
    ["a wrong key", 401, openai("invalid_api_key", "Incorrect API key provided: sk-abc***"), "PROVIDER_AUTH"],
    ["a key without rights", 403, openai(null, "You may not"), "PROVIDER_AUTH"],
    [
      "Google's word for a wrong key",
      400,
      [{ error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } }],
      "PROVIDER_AUTH",
    ],
    [
      "no money",
      429,
      openai("insufficient_quota", "You exceeded your current quota, check your plan and billing"),
      "PROVIDER_QUOTA_EXCEEDED",
    ],
    ["no credit", 402, { error: { message: "Insufficient Balance" } }, "PROVIDER_QUOTA_EXCEEDED"],
    [
      "H13: too many requests",
      429,
      openai("rate_limit_exceeded", "Rate limit reached for gpt-4o", "requests"),
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: too many tokens a minute",
      429,
      openai("rate_limit_exceeded", "Too many tokens: Limit 30000, Requested 40000", "tokens"),
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: a 429 that speaks of the context",
      429,
      { error: { message: "too many tokens, maximum context" } },
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: Groq's 413",
      413,
      openai("rate_limit_exceeded", "Request too large: tokens per minute (TPM)", "tokens"),
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "Google's limit per minute",
      429,
      {
        error: {
          code: 429,
          message: "You exceeded your current quota. Please retry in 12.5s.",
          status: "RESOURCE_EXHAUSTED",
        },
      },
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: a long prompt",
      400,
      openai(
        "context_length_exceeded",
        "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens",
      ),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "a long prompt without a code",
      400,
      {
        object: "error",
        message: "This model's maximum context length is 8192 tokens.",
        type: "BadRequestError",
        code: 400,
      },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    ["refused content", 400, openai("content_filter", "The response was filtered"), "CONTENT_FILTER"],
    [
      "content against a policy",
      400,
      openai("content_policy_violation", "Your request was rejected"),
      "CONTENT_FILTER",
    ],
    [
      "OpenRouter's moderation",
      403,
      { error: { code: 403, message: "Your input was flagged", metadata: { reasons: ["violence"] } } },
      "CONTENT_FILTER",
    ],
    [
      "an unknown model",
      404,
      openai("model_not_found", "The model `x` does not exist or you do not have access to it."),
      "PROVIDER_INVALID_REQUEST",
    ],
    ["a bad parameter", 400, openai("invalid_value", "max_tokens is too large"), "PROVIDER_INVALID_REQUEST"],
    [
      "an unknown parameter of an innocent name",
      400,
      openai(null, "Unrecognized argument: moderation"),
      "PROVIDER_INVALID_REQUEST",
    ],
    [
      "Mistral's details",
      422,
      { detail: [{ loc: ["body"], msg: "extra", type: "extra_forbidden" }] },
      "PROVIDER_INVALID_REQUEST",
    ],
    [
      "a call that the model got wrong",
      400,
      openai("tool_use_failed", "Tool call validation failed"),
      "PROVIDER_ERROR",
    ],
    ["a proxy that waited", 504, "<html>flagged billing context length</html>", "PROVIDER_TIMEOUT"],
    ["an overloaded service", 503, { error: "overloaded" }, "PROVIDER_ERROR"],
    ["a plain sentence", 500, "upstream connect error", "PROVIDER_ERROR"],
    ["no body", 502, "", "PROVIDER_ERROR"],
    ["a proxied status that contradicts", 200, { error: { code: 401, message: "No auth" } }, "PROVIDER_AUTH"],
    [
      "xAI's long prompt",
      400,
      {
        code: "invalid",
        error: "This model's maximum prompt length is 131072 but the request contains 150000 tokens.",
      },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "Moonshot's long prompt",
      400,
      openai(null, "Invalid request: Your request exceeded model token limit: 131072"),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "GitHub's long prompt",
      413,
      openai("tokens_limit_reached", "Request body too large for gpt-4o model. Max size: 8000 tokens."),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "z.ai's long prompt",
      400,
      { error: { code: "1261", message: "Prompt exceeds max length" } },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "Groq's long prompt",
      400,
      openai(null, "Please reduce the length of the messages or completion."),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "a long prompt behind OpenRouter",
      400,
      {
        error: {
          code: 400,
          message: "Provider returned error",
          metadata: { raw: '{"error":{"message":"prompt is too long: 200100 tokens > 199999 maximum"}}' },
        },
      },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "xAI's guidelines",
      403,
      { code: "The caller does not have permission", error: "Content violates usage guidelines." },
      "CONTENT_FILTER",
    ],
    ["DeepSeek's risk", 400, openai("invalid_request_error", "Content Exists Risk"), "CONTENT_FILTER"],
    [
      "Alibaba's inspection",
      400,
      openai("data_inspection_failed", "Input data may contain inappropriate content."),
      "CONTENT_FILTER",
    ],
    [
      "xAI's spent credits",
      429,
      { code: "Some resource has been exhausted", error: "Your team has used all available credits." },
      "PROVIDER_QUOTA_EXCEEDED",
    ],
    ["no room at Groq", 498, openai("capacity_exceeded", "Flex tier capacity exceeded"), "PROVIDER_ERROR"],
    [
      "Cloudflare's list",
      401,
      { success: false, errors: [{ code: 10000, message: "Authentication error" }] },
      "PROVIDER_AUTH",
    ],
  ])("%s", async (_what, status, body, code) => {
    const error = await failureOf({ status, body });
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code });
    expect(error.message).toContain("gpt-4o");
  });

  it("tells the sizes of a prompt that is too long, and the model", async () => {
    for (const [message, limit, actual] of [
      ["maximum context length is 8192 tokens. However, your messages resulted in 9,001 tokens.", 8192, 9001],
      ["prompt is too long: 200100 tokens > 199999 maximum", 199999, 200100],
      [
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        1048576,
        1200000,
      ],
    ]) {
      const error = await failureOf({ status: 400, body: { error: { message } } });
      expect(error).toMatchObject({ code: "CONTEXT_LENGTH_EXCEEDED", limit, actual, modelName: "gpt-4o" });
    }
  });

  it("tells the categories of refused content", async () => {
    const body = { error: { code: 403, message: "flagged", metadata: { reasons: ["violence"] } } };
    expect(await failureOf({ status: 403, body })).toMatchObject({ categories: ["violence"] });
    const results = {
      hate: { filtered: false, severity: "safe" },
      self_harm: { filtered: true, severity: "high" },
    };
    const azure = {
      error: {
        code: "content_filter",
        message: "The response was filtered",
        status: 400,
        innererror: { code: "ResponsibleAIPolicyViolation", content_filter_result: results },
      },
    };
    expect(await failureOf({ status: 400, body: azure })).toMatchObject({
      code: "CONTENT_FILTER",
      categories: ["self_harm"],
    });
  });

  it("keeps what the maker of a model told OpenRouter", async () => {
    const metadata = { raw: "upstream is on fire", provider_name: "Somebody" };
    const body = { error: { code: 502, message: "Provider returned error", metadata } };
    expect(await failureOf({ status: 502, body })).toMatchObject({
      code: "PROVIDER_ERROR",
      context: { providerMessage: "Provider returned error upstream is on fire" },
    });
  });

  it("names the service's reason only where there is one, and the two policies that a page can trip over", async () => {
    const reason = "context.providerMessage";
    const told = await failureOf({ status: 404, body: { error: { message: "no such model" } } });
    expect(told.message).toContain(reason);
    const page = await failureOf({ status: 404, body: "<!doctype html><title>Not Found</title>" });
    expect(page.message).not.toContain(reason);
    expect(page.context).not.toHaveProperty("providerMessage");
    const blocked = await errorOf(failing(new TypeError("Failed to fetch")).complete(question));
    expect(blocked.message).toMatch(/CORS.*CSP/);
  });

  it("says what may be tried again", async () => {
    expect(await failureOf({ status: 429, body: {} })).toMatchObject({ retryable: true });
    expect(await failureOf({ status: 500, body: {} })).toMatchObject({ retryable: true });
    expect(await failureOf({ status: 401, body: {} })).toMatchObject({ retryable: false });
    expect(await failureOf({ status: 400, body: {} })).toMatchObject({ retryable: false });
  });

  it.each<[string, Record<string, string>, string, number | undefined]>([
    ["seconds", { "retry-after": "7" }, "", 7000],
    ["a fraction of a second", { "retry-after": "0.5" }, "", 500],
    ["a date", { "retry-after": "Tue, 01 Dec 2026 00:00:30 GMT" }, "", 30_000],
    ["a date that has passed", { "retry-after": "Tue, 01 Dec 2020 00:00:30 GMT" }, "", 0],
    ["milliseconds, before seconds", { "retry-after-ms": "250", "retry-after": "1" }, "", 250],
    ["Azure's milliseconds", { "x-ms-retry-after-ms": "90" }, "", 90],
    ["the wording, in seconds", {}, "Please try again in 1.2s.", 1200],
    ["the wording, in milliseconds", {}, "Please try again in 86ms.", 86],
    ["the wording, in minutes", {}, "Please try again in 6m0.5s.", 360_500],
    ["Azure's wording", {}, "exceeded the token rate limit. Please retry after 6 seconds.", 6000],
    ["nothing", {}, "slow down", undefined],
    ["nonsense", { "retry-after": "soon" }, "", undefined],
  ])("tells when to try again, from %s", async (_what, headers, message, retryAfter) => {
    vi.useFakeTimers({ now: Date.parse("2026-12-01T00:00:00Z"), toFake: ["Date"] });
    const error = await failureOf({ status: 429, headers, body: { error: { message } } });
    expect(error.retryAfter).toBe(retryAfter);
  });

  it("A9: keeps the provider's text and the key out of the message and of toJSON", async () => {
    const said = "Incorrect API key provided: sk-test-key-of-no-account at http://10.0.0.7/internal";
    const error = await failureOf({
      status: 401,
      body: { error: { message: said } },
      headers: { "x-request-id": "req_1" },
    });
    const providerMessage = "Incorrect API key provided: [redacted] at http://10.0.0.7/internal";
    expect(error).toMatchObject({ context: { status: 401, providerMessage, requestId: "req_1" } });
    const told = error.message + JSON.stringify(error);
    expect(told).not.toContain("sk-test");
    expect(told).not.toContain("10.0.0.7");
    expect(told).not.toContain("secret question");
    expect(JSON.stringify(error)).toContain("req_1");
  });

  it("reads no endless error page, and cancels the rest of it", async () => {
    let cancelled = 0;
    const piece = new Uint8Array(50_000).fill(0x20);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(piece),
      cancel() {
        cancelled++;
      },
    });
    expect(await failureOf({ status: 500, body })).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(cancelled).toBe(1);
  });
});

describe("failures on the way", () => {
  it("calls what the network throws a ProviderError, with its cause", async () => {
    const cause = new TypeError("fetch failed");
    const error = await errorOf(failing(cause).complete(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true, cause });
    expect(error.message).toContain("CORS");
  });

  it.each([
    'Headers.append: "sk-test-key\nnext" is an invalid header value.',
    "Request cannot be constructed from a URL that includes credentials: http://me:sk-test-key@host/v1",
    "Failed to parse URL from host sk-test-key/chat/completions",
  ])("A9: does not keep what quotes a header or an address that cannot be sent: %s", async (message) => {
    const error = await errorOf(failing(new TypeError(message)).complete(question));
    expect(error).toMatchObject({ code: "PROVIDER_INVALID_REQUEST", retryable: false });
    expect(error.message).toContain("baseURL");
    expect(error.cause).toBeUndefined();
  });

  it("A9: hides a key in what the network says of the address", async () => {
    const cause = new TypeError("error sending request for url (https://host/v1/chat?api-key=0123456789)");
    const error = await errorOf(failing(cause).complete(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", cause: { name: "TypeError" } });
    expect(String(error.cause)).toContain("url (https://host/v1/chat?api-key=[redacted]");
  });

  it("says that a request nests too deep for JSON, and not that the network failed", async () => {
    for (const name of ["RangeError", "InternalError"]) {
      const cause = Object.assign(new RangeError("too much recursion"), { name });
      const error = await errorOf(failing(cause).complete(question));
      expect(error).toMatchObject({ code: "PROVIDER_INVALID_REQUEST", cause });
    }
  });

  it("knows a timeout by its names", async () => {
    for (const cause of [
      Object.assign(new Error("slow"), { name: "APIConnectionTimeoutError" }),
      Object.assign(new Error("slow"), { code: "ETIMEDOUT" }),
      new TypeError("fetch failed", {
        cause: Object.assign(new Error("slow"), { code: "UND_ERR_HEADERS_TIMEOUT" }),
      }),
      new DOMException("slow", "TimeoutError"),
    ]) {
      expect(await errorOf(failing(cause).complete(question))).toMatchObject({
        code: "PROVIDER_TIMEOUT",
        cause,
      });
    }
  });

  it("calls an abort of the caller a cancellation, and a timeout signal a timeout", async () => {
    const reason = new Error("user left");
    const cancelled = await errorOf(
      failing(new Error("?")).complete(question, { signal: AbortSignal.abort(reason) }),
    );
    expect(cancelled).toMatchObject({ code: "AGENT_CANCELLED", category: "cancelled", cause: reason });
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    expect(await errorOf(failing(new Error("?")).complete(question, { signal: late }))).toMatchObject({
      code: "PROVIDER_TIMEOUT",
    });
  });

  it("passes an error of this package on as it is", async () => {
    const own = new AIError("BUDGET_EXCEEDED", "No more.", {}, "budget");
    expect(await errorOf(failing(own).complete(question))).toBe(own);
  });
});

function failureOf(answer: Answer) {
  const headers = {
    "content-type": typeof answer.body === "string" ? "text/plain" : "application/json",
    ...answer.headers,
  };
  return errorOf(modelAnswering({ ...answer, headers }).model.complete(question));
}

function failing(cause: unknown) {
  const fetch = (): Promise<Response> => (cause ? Promise.reject(cause) : Promise.resolve(respond({})));
  return new OpenAISDK({ apiKey: "sk-test-key-of-no-account", fetch }).model({ name: "gpt-4o" });
}
