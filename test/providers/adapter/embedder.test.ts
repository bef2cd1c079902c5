import { describe, expect, it } from "vitest";
import { ProviderRateLimitError } from "../../../src/core/errors/provider-errors.ts";
import { type ProviderEmbedderSetup, providerEmbedder } from "../../../src/providers/adapter/embedder.ts";
import { serviceFailure } from "../../../src/providers/adapter/failure.ts";
import { errorOf } from "../support.ts";

function embedder(setup: Partial<ProviderEmbedderSetup> = {}) {
  const asked: (readonly string[])[] = [];
  const made = providerEmbedder({
    name: "tiny",
    provider: "stub",
    batchSize: 2,
    embedBatch: async (texts) => {
      asked.push(texts);
      return { vectors: texts.map((text) => [text.length, 1]), tokens: texts.length };
    },
    ...setup,
  });
  return { made, asked };
}

describe("an embedder", () => {
  it("embeds one text", async () => {
    const { made, asked } = embedder();
    expect(await made.embed("tide")).toEqual({
      vector: [4, 1],
      dimensions: 2,
      usage: { promptTokens: 1, totalTokens: 1 },
    });
    expect(asked).toEqual([["tide"]]);
    expect(made).toMatchObject({ name: "tiny", provider: "stub" });
  });

  it("does not know its dimensions before the first call, unless told", async () => {
    const { made } = embedder();
    expect(made.dimensions).toBe(0);
    await made.embed("tide");
    expect(made.dimensions).toBe(2);
    expect(embedder({ dimensions: 512 }).made.dimensions).toBe(512);
  });

  it("tells the true length in the result where the service did not do as asked", async () => {
    const { made } = embedder({ dimensions: 512 });
    expect((await made.embed("tide")).dimensions).toBe(2);
    expect(made.dimensions).toBe(512);
  });

  it("cuts texts into requests of the service's size and keeps their order", async () => {
    const { made, asked } = embedder();
    const { vectors, usage } = await made.embedMany(["a", "bb", "ccc", "dddd", "eeeee"]);
    expect(vectors.map(([length]) => length)).toEqual([1, 2, 3, 4, 5]);
    expect(asked.map((texts) => texts.length).sort()).toEqual([1, 2, 2]);
    expect(usage).toEqual({ promptTokens: 5, totalTokens: 5 });
  });

  it("cuts by tokens, too; a text that is over the limit goes alone", async () => {
    const { made, asked } = embedder({ batchSize: 100, batchTokens: 10 });
    await made.embedMany(["x".repeat(24), "x".repeat(24), "x", "x".repeat(400), "x"]);
    expect(asked.map((texts) => texts.map(({ length }) => length))).toEqual([[24], [24, 1], [400], [1]]);
  });

  it("keeps the order where a later request is answered first", async () => {
    const waiting: (() => void)[] = [];
    const { made } = embedder({
      batchSize: 1,
      embedBatch: async ([text = ""]) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { vectors: [[text.length]] };
      },
    });
    const embedded = made.embedMany(["a", "bb", "ccc"]);
    while (waiting.length < 3) await new Promise((done) => setTimeout(done));
    for (const answer of waiting.reverse()) answer();
    expect((await embedded).vectors).toEqual([[1], [2], [3]]);
  });

  it("has no more requests under way than it may", async () => {
    let open = 0;
    let most = 0;
    const { made } = embedder({
      batchSize: 1,
      concurrency: 3,
      embedBatch: async () => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve));
        open -= 1;
        return { vectors: [[1]] };
      },
    });
    await made.embedMany(Array.from({ length: 20 }, String));
    expect(most).toBe(3);
  });

  it("makes no request for no texts", async () => {
    const { made, asked } = embedder({ dimensions: 8 });
    expect(await made.embedMany([])).toEqual({
      vectors: [],
      dimensions: 8,
      usage: { promptTokens: 0, totalTokens: 0 },
    });
    expect(asked).toEqual([]);
  });

  it("does not know its usage where one request does not tell", async () => {
    const { made } = embedder({
      embedBatch: async (texts) => ({
        vectors: texts.map(() => [1]),
        tokens: texts.length === 2 ? 2 : undefined,
      }),
      pricing: { input: 1 },
    });
    expect((await made.embedMany(["a", "b", "c"])).usage).toEqual({});
  });

  it("tells the cost where it has a price", async () => {
    const { made } = embedder({ pricing: { input: 500_000 } });
    expect((await made.embedMany(["a", "b", "c"])).usage.cost).toEqual({ input: 1.5, output: 0 });
  });

  it.each([
    ["too few vectors", [[1]]],
    ["too many vectors", [[1], [1], [1]]],
    ["an empty vector", [[], []]],
    ["vectors of different lengths", [[1], [1, 2]]],
  ])("refuses %s", async (_what, vectors) => {
    const { made } = embedder({ embedBatch: async () => ({ vectors }) });
    const error = await errorOf(made.embedMany(["a", "b"]));
    expect(error).toMatchObject({ name: "ProviderError", code: "PROVIDER_ERROR" });
  });

  it("stops the other requests when one fails, and throws that failure", async () => {
    const stopped: string[] = [];
    const { made, asked } = embedder({
      batchSize: 1,
      concurrency: 2,
      embedBatch: async (texts, signal) => {
        asked.push(texts);
        if (texts[0] === "b") throw new ProviderRateLimitError("slow down");
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            stopped.push(...texts);
            reject(signal.reason);
          }),
        );
        return { vectors: [] };
      },
    });
    expect(await errorOf(made.embedMany(["a", "b", "c"]))).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    expect(stopped).toEqual(["a"]);
    expect(asked).toEqual([["a"], ["b"]]);
  });

  it("explains what a request throws", async () => {
    const { made } = embedder({
      embedBatch: async () => {
        throw serviceFailure(401, { error: { message: "wrong key" } });
      },
    });
    expect(await errorOf(made.embed("a"))).toMatchObject({
      name: "ProviderAuthError",
      code: "PROVIDER_AUTH",
      context: { status: 401 },
    });
  });

  it("is cancelled by the caller's signal, before and during a request", async () => {
    const { made, asked } = embedder({
      embedBatch: (_texts, signal) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const before = await errorOf(made.embed("a", { signal: AbortSignal.abort() }));
    expect(before).toMatchObject({ code: "AGENT_CANCELLED", category: "cancelled" });
    expect(asked).toEqual([]);
    const controller = new AbortController();
    const embedding = made.embedMany(["a", "b", "c"], { signal: controller.signal });
    controller.abort("enough");
    expect(await errorOf(embedding)).toMatchObject({ code: "AGENT_CANCELLED", cause: "enough" });
  });
});
