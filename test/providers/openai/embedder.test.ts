import { describe, expect, it } from "vitest";
import { toBase64 } from "../../../src/core/base64.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { answering, errorOf, sdkAnswering, TRANSPORTS } from "./media-support.ts";

/** Vectors as the service answers them. */
function answer(vectors: readonly unknown[], usage: unknown = { prompt_tokens: 4, total_tokens: 4 }) {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return { body: { object: "list", data, model: "text-embedding-3-small", usage } };
}

/** Numbers as the service writes them where bytes were asked for. */
function asBytes(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [at, value] of vector.entries()) view.setFloat32(at * 4, value, true);
  return toBase64(new Uint8Array(view.buffer));
}

describe.each(TRANSPORTS)("an embedder over %s", (over) => {
  it("embeds one text", async () => {
    const { sdk, asked } = sdkAnswering(over, answer([[0.5, -0.25]]));
    const embedder = sdk.embedder({ name: "text-embedding-3-small" });
    expect(embedder).toMatchObject({ name: "text-embedding-3-small", provider: "openai", dimensions: 0 });
    expect(await embedder.embed("Hello")).toEqual({
      vector: [0.5, -0.25],
      dimensions: 2,
      usage: { promptTokens: 4, totalTokens: 4 },
    });
    expect(embedder.dimensions).toBe(2);
    expect(asked.map(({ path }) => path)).toEqual(["/v1/embeddings"]);
    expect(asked[0]?.body).toMatchObject({ model: "text-embedding-3-small", input: ["Hello"] });
  });

  it("reads numbers that come as bytes", async () => {
    const { sdk, asked } = sdkAnswering(over, answer([asBytes([0.5, -0.25, 1e-3])]));
    const { vector } = await sdk.embedder({ name: "text-embedding-3-small" }).embed("Hello");
    expect(vector).toEqual([0.5, -0.25, Math.fround(1e-3)]);
    expect(asked[0]?.body.encoding_format).toBe("base64");
  });

  it("asks for the dimensions, which are known before the first call", async () => {
    const { sdk, asked } = sdkAnswering(over, answer([[1, 2]]));
    const embedder = sdk.embedder({ name: "text-embedding-3-large", dimensions: 2 });
    expect(embedder.dimensions).toBe(2);
    await embedder.embed("Hello");
    expect(asked[0]?.body.dimensions).toBe(2);
  });

  it("puts vectors in the order of their texts", async () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ];
    const { sdk } = sdkAnswering(over, { body: { data } });
    const { vectors, usage } = await sdk.embedder({ name: "e" }).embedMany(["a", "b"]);
    expect(vectors).toEqual([[1], [2]]);
    expect(usage).toEqual({});
  });

  it("cuts texts where the service's limit is reached", async () => {
    const { sdk, asked } = sdkAnswering(over, ({ body }) =>
      Response.json({
        data: (body.input as string[]).map((text, index) => ({ index, embedding: [Number(text)] })),
        usage: { prompt_tokens: 1 },
      }),
    );
    const texts = Array.from({ length: 2050 }, (_, at) => String(at));
    const { vectors, usage } = await sdk.embedder({ name: "e" }).embedMany(texts);
    expect(vectors.map(([value]) => value)).toEqual(texts.map(Number));
    expect(asked.map(({ body }) => (body.input as unknown[]).length).sort()).toEqual([2, 2048]);
    expect(usage).toEqual({ promptTokens: 2, totalTokens: 2 });
    await sdk.embedder({ name: "e", batchSize: 1000 }).embedMany(texts);
    expect(asked).toHaveLength(5);
  });

  it("cuts texts where their tokens would be too many for one request", async () => {
    const { sdk, asked } = sdkAnswering(over, ({ body }) =>
      Response.json({ data: (body.input as string[]).map((_, index) => ({ index, embedding: [1] })) }),
    );
    await sdk.embedder({ name: "e" }).embedMany(Array.from({ length: 60 }, () => "word ".repeat(6000)));
    expect(asked.length).toBeGreaterThan(1);
  });

  it("sends fields of the caller's", async () => {
    const { sdk, asked } = sdkAnswering(over, answer([[1]]));
    await sdk.embedder({ name: "e", options: { user: "u-1", encoding_format: "float" } }).embed("Hello");
    expect(asked[0]?.body).toMatchObject({ user: "u-1", encoding_format: "float" });
  });

  it("tells the cost", async () => {
    const { sdk } = sdkAnswering(over, answer([[1]], { prompt_tokens: 1_000_000, total_tokens: 1_000_000 }));
    const { usage } = await sdk.embedder({ name: "e", pricing: { input: 0.5 } }).embed("Hello");
    expect(usage.cost).toEqual({ input: 0.5, output: 0 });
  });

  it.each([
    [401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } }, "PROVIDER_AUTH"],
    [
      404,
      { error: { message: "The model does not exist", code: "model_not_found" } },
      "PROVIDER_INVALID_REQUEST",
    ],
    [429, { error: { message: "Slow down", code: "rate_limit_exceeded" } }, "PROVIDER_RATE_LIMIT"],
    [429, { error: { message: "No money", code: "insufficient_quota" } }, "PROVIDER_QUOTA_EXCEEDED"],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens" } },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [500, { error: { message: "Oops" } }, "PROVIDER_ERROR"],
    [200, { error: { message: "Slow down", code: "rate_limit_exceeded" } }, "PROVIDER_RATE_LIMIT"],
    [200, { data: [] }, "PROVIDER_ERROR"],
    [200, { data: [{ embedding: "" }] }, "PROVIDER_ERROR"],
    [200, {}, "PROVIDER_ERROR"],
  ])("rejects with a typed error for %i %j", async (status, body, code) => {
    const { sdk } = sdkAnswering(over, { status, body });
    const error = await errorOf(sdk.embedder({ name: "e" }).embed("Hello"));
    expect(error).toMatchObject({ code });
    expect(JSON.stringify([error, error.message])).not.toContain("sk-test-key");
  });

  it("is cancelled by its signal", async () => {
    const { sdk } = sdkAnswering(over, () => new Promise<Response>(() => {}));
    const controller = new AbortController();
    const embedding = sdk.embedder({ name: "e" }).embed("Hello", { signal: controller.signal });
    setTimeout(() => controller.abort("enough"));
    expect(await errorOf(embedding)).toMatchObject({ code: "AGENT_CANCELLED" });
  });
});

describe("an embedder of a compatible service", () => {
  it("does not ask for bytes, and keeps the provider's label", async () => {
    const { fetch, asked } = answering(answer([[1]]));
    const sdk = new OpenAISDK({ baseURL: "http://localhost:1234/v1", provider: "lmstudio", fetch });
    const embedder = sdk.embedder({ name: "nomic-embed-text" });
    await embedder.embed("Hello");
    expect(embedder.provider).toBe("lmstudio");
    expect(asked[0]?.url).toBe("http://localhost:1234/v1/embeddings");
    expect(asked[0]?.body).not.toHaveProperty("encoding_format");
  });

  it("R11: sends no header that a server's CORS rules may not know", async () => {
    const { fetch, asked } = answering(answer([[1]]));
    await new OpenAISDK({ apiKey: "sk-test", fetch }).embedder({ name: "e" }).embed("Hello");
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(["accept", "authorization", "content-type"]);
  });

  it.each([
    ["<html>", "text/html"],
    ["", "application/json"],
  ])("rejects with a typed error for %j", async (body, type) => {
    const { fetch } = answering({ body, headers: { "content-type": type } });
    const error = await errorOf(new OpenAISDK({ fetch }).embedder({ name: "e" }).embed("Hello"));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", name: "ProviderError" });
  });

  it("takes its price from the SDK's list", async () => {
    const { fetch } = answering(answer([[1]], { prompt_tokens: 2_000_000 }));
    const sdk = new OpenAISDK({ fetch, pricing: { e: { input: 0.5, output: 0 } } });
    expect((await sdk.embedder({ name: "e" }).embed("Hello")).usage.cost).toEqual({ input: 1, output: 0 });
  });
});
