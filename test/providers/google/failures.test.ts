import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { ProviderError } from "../../../src/core/errors/index.ts";
import { type Answer, collect, end, errorOf, modelAnswering, parts, sse } from "./support.ts";

const question = [{ role: "user", content: "a secret question" }] as const;

/** A failure as `google.rpc.Status` has it. */
function rpc(code: number, status: string, message: string, details?: readonly unknown[]): unknown {
  return { error: { code, message, status, ...(details && { details }) } };
}

const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" };
const quota = (quotaId: string) => ({
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaMetric: "generate_content_free_tier_requests", quotaId }],
});
const perMinute = quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier");
const perDay = quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier");
const exhausted = "You exceeded your current quota, please check your plan and billing details.";

describe("failures, by code and status", () => {
  it.each<[string, number, unknown, string]>([
    [
      "a wrong key",
      400,
      rpc(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
      ]),
      "PROVIDER_AUTH",
    ],
    ["no rights", 403, rpc(403, "PERMISSION_DENIED", "Permission denied."), "PROVIDER_AUTH"],
    ["an old token", 401, rpc(401, "UNAUTHENTICATED", "Request had invalid credentials."), "PROVIDER_AUTH"],
    ["an unknown model", 404, rpc(404, "NOT_FOUND", "models/x is not found."), "PROVIDER_INVALID_REQUEST"],
    [
      "H13: a limit per minute",
      429,
      rpc(429, "RESOURCE_EXHAUSTED", exhausted, [perMinute, retryInfo]),
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: a limit of Vertex AI",
      429,
      rpc(429, "RESOURCE_EXHAUSTED", "Resource exhausted."),
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: a limit of a day, though it tells when to come back",
      429,
      rpc(429, "RESOURCE_EXHAUSTED", exhausted, [perDay, retryInfo]),
      "PROVIDER_QUOTA_EXCEEDED",
    ],
    [
      "no credit",
      429,
      rpc(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted."),
      "PROVIDER_QUOTA_EXCEEDED",
    ],
    [
      "H13: a long prompt",
      400,
      rpc(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      ),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    ["an overloaded model", 503, rpc(503, "UNAVAILABLE", "The model is overloaded."), "PROVIDER_ERROR"],
    ["a failure inside", 500, rpc(500, "INTERNAL", "An internal error has occurred."), "PROVIDER_ERROR"],
    ["a deadline", 504, rpc(504, "DEADLINE_EXCEEDED", "The request timed out."), "PROVIDER_TIMEOUT"],
    [
      "a list with the failure in it",
      429,
      [rpc(429, "RESOURCE_EXHAUSTED", "Slow down.")],
      "PROVIDER_RATE_LIMIT",
    ],
    ["a success with the failure in it", 200, rpc(503, "UNAVAILABLE", "Overloaded."), "PROVIDER_ERROR"],
    ["a page of a proxy", 502, "<html>Bad gateway</html>", "PROVIDER_ERROR"],
    ["a page of a proxy that calls it a success", 200, "<html>Welcome</html>", "PROVIDER_ERROR"],
    ["no body", 200, "", "PROVIDER_ERROR"],
  ])("%s", async (_what, status, body, code) => {
    const error = await failureOf({ status, body });
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code });
    expect(error.message + JSON.stringify(error)).not.toMatch(/test-key|secret question/);
    const { error: inStream } = await collect(modelAnswering({ status, body }).model.stream(question));
    expect(inStream).toMatchObject({ code });
  });

  it("tells when to come back, from the details, which a page can read", async () => {
    const body = rpc(429, "RESOURCE_EXHAUSTED", exhausted, [perMinute, retryInfo]);
    expect(await failureOf({ status: 429, body })).toMatchObject({ retryAfter: 34_400, retryable: true });
    expect(await failureOf({ status: 200, body })).toMatchObject({
      retryAfter: 34_400,
      context: { status: 429 },
    });
  });

  it("S11: an error in the middle of a stream has its own kind, and what came before it counts", async () => {
    const body = sse(parts({ text: "Hel" }), rpc(503, "UNAVAILABLE", "The model is overloaded."));
    const { chunks, error } = await collect(modelAnswering({ body }).model.stream(question));
    expect(chunks).toEqual([{ type: "delta", content: "Hel" }]);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", context: { status: 503 }, retryable: true });
    const named = `event: error\ndata: ${JSON.stringify({ code: 429, message: "x", status: "RESOURCE_EXHAUSTED" })}\n\n`;
    expect(await collect(modelAnswering({ body: named }).model.stream(question))).toMatchObject({
      error: { code: "PROVIDER_RATE_LIMIT" },
    });
  });

  it("calls an event that is not JSON an answer that cannot be read", async () => {
    const body = `data: ${JSON.stringify(parts({ text: "a" }))}\n\ndata: {cut\n\n`;
    const { chunks, error } = await collect(modelAnswering({ body }).model.stream(question));
    expect(chunks).toHaveLength(1);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("reads an answer of 20 MB, and calls one that is none by its name", async () => {
    const text = "x".repeat(20_000_000);
    const { model } = modelAnswering({ body: { ...parts({ text }) } });
    expect((await model.complete(question)).content.length).toBe(20_000_000);
    const error = await failureOf({ status: 200, body: text });
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(error.message.length).toBeLessThan(500);
  });

  it("comes back from an agent as a result", async () => {
    const { model } = modelAnswering({
      status: 400,
      body: rpc(400, "INVALID_ARGUMENT", "API key not valid."),
    });
    const { error } = await agent({ model }).execute("Hi");
    expect(error).toMatchObject({ code: "PROVIDER_AUTH" });
    const blocked = modelAnswering({ body: { promptFeedback: { blockReason: "SAFETY" } } });
    expect((await agent({ model: blocked.model }).execute("Hi")).error).toMatchObject({
      code: "CONTENT_FILTER",
    });
    const filtered = modelAnswering({ body: end("SAFETY") });
    expect((await agent({ model: filtered.model }).execute("Hi")).error).toMatchObject({
      code: "CONTENT_FILTER",
    });
  });
});

function failureOf(answer: Answer) {
  const headers = { "content-type": typeof answer.body === "string" ? "text/html" : "application/json" };
  return errorOf(modelAnswering({ ...answer, headers }).model.complete(question));
}
