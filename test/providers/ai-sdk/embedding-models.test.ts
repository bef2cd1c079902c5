import { describe, expect, test } from "vitest";
import { ProviderRateLimitError } from "../../../src/core/errors/provider-errors.ts";
import {
  type AISDKEmbeddingModel,
  type AISDKEmbeddingOptions,
  fromEmbeddingModel,
  toEmbeddingModel,
} from "../../../src/providers/ai-sdk/index.ts";
import { errorOf } from "../support.ts";
import { apiError } from "./fake-language-model.ts";

function fake(fields: Partial<AISDKEmbeddingModel> = {}): {
  source: AISDKEmbeddingModel;
  asked: AISDKEmbeddingOptions[];
} {
  const asked: AISDKEmbeddingOptions[] = [];
  const source: AISDKEmbeddingModel = {
    specificationVersion: "v4",
    provider: "fake.embedding",
    modelId: "embed-1",
    maxEmbeddingsPerCall: 2,
    supportsParallelCalls: false,
    async doEmbed(options) {
      asked.push(options);
      return {
        embeddings: options.values.map((text) => [text.length, 1]),
        usage: { tokens: options.values.length },
      };
    },
    ...fields,
  };
  return { source, asked };
}

describe("fromEmbeddingModel", () => {
  test("embeds in requests as large as the model takes", async () => {
    const { source, asked } = fake();
    const providerOptions = { fake: { taskType: "query" } };
    const embedder = fromEmbeddingModel(source, { providerOptions, dimensions: 2 });
    expect(embedder).toMatchObject({ name: "embed-1", provider: "fake.embedding", dimensions: 2 });
    expect(await embedder.embedMany(["a", "bc", "def"])).toEqual({
      vectors: [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      dimensions: 2,
      usage: { promptTokens: 3, totalTokens: 3 },
    });
    expect(asked.map(({ values }) => values)).toEqual([["a", "bc"], ["def"]]);
    expect(asked[0]).toMatchObject({ providerOptions, abortSignal: expect.any(AbortSignal) });
  });

  test("fails with our errors", async () => {
    const { source } = fake({ doEmbed: () => Promise.reject(apiError(429, {}, { "retry-after": "1" })) });
    expect(await errorOf(fromEmbeddingModel(source).embed("a"))).toMatchObject({
      code: "PROVIDER_RATE_LIMIT",
      retryAfter: 1000,
    });
  });
});

describe("toEmbeddingModel", () => {
  test("gives vectors and tokens", async () => {
    const { source } = fake();
    const model = toEmbeddingModel(fromEmbeddingModel(source));
    expect(model).toMatchObject({
      specificationVersion: "v4",
      provider: "fake.embedding",
      modelId: "embed-1",
    });
    expect(await model.doEmbed({ values: ["a", "bc", "def"] })).toEqual({
      embeddings: [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      usage: { tokens: 3 },
      warnings: [],
    });
  });

  test("fails with an APICallError by its brand", async () => {
    const failure = new ProviderRateLimitError("Slow down.");
    const { source } = fake({ doEmbed: () => Promise.reject(failure) });
    const error = await errorOf(toEmbeddingModel(fromEmbeddingModel(source)).doEmbed({ values: ["a"] }));
    expect(error).toMatchObject({ name: "AI_APICallError", statusCode: 429, cause: failure });
  });
});
