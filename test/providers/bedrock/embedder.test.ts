import { describe, expect, it } from "vitest";
import { type BedrockEmbedderConfig, BedrockSDK } from "../../../src/providers/bedrock/index.ts";
import { type Asked, answering, errorOf, respond } from "../support.ts";

const TITAN = "amazon.titan-embed-text-v2:0";
const COHERE = "cohere.embed-multilingual-v3";

function embedderOver(config: BedrockEmbedderConfig, answer: (asked: Asked) => Response | Promise<Response>) {
  const { fetch, asked } = answering(answer);
  return { embedder: new BedrockSDK({ region: "us-east-1", apiKey: "k", fetch }).embedder(config), asked };
}

describe("embeddings of Titan", () => {
  const titan = ({ body }: Asked): Response =>
    Response.json({ embedding: [String(body.inputText).length, 1], inputTextTokenCount: 2 });

  it("take one text a request, a few at once, and come in order", async () => {
    let running = 0;
    let most = 0;
    const { embedder, asked } = embedderOver({ name: TITAN, pricing: { input: 1 } }, async (request) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      return titan(request);
    });
    const texts = ["a", "bb", "ccc", "dddd", "eeeee", "ffffff"];
    const { vectors, dimensions, usage } = await embedder.embedMany(texts);
    expect(vectors).toEqual(texts.map(({ length }) => [length, 1]));
    expect(dimensions).toBe(2);
    expect(usage).toEqual({ promptTokens: 12, totalTokens: 12, cost: { input: 12e-6, output: 0 } });
    expect(asked).toHaveLength(6);
    expect(most).toBeLessThanOrEqual(4);
    expect(asked[0]?.url).toBe(
      "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.titan-embed-text-v2%3A0/invoke",
    );
    expect(asked.map(({ body }) => body)).toContainEqual({ inputText: "a" });
  });

  it("have the length and the norm that were asked for", async () => {
    const { embedder, asked } = embedderOver({ name: TITAN, dimensions: 256, normalize: false }, titan);
    expect(embedder).toMatchObject({ name: TITAN, provider: "bedrock", dimensions: 256 });
    expect((await embedder.embed("tide")).vector).toEqual([4, 1]);
    expect(asked[0]?.body).toEqual({ inputText: "tide", dimensions: 256, normalize: false });
  });

  it.each([
    ["amazon.titan-embed-text-v1", 1536],
    [TITAN, 1024],
    [COHERE, 1024],
    ["us.cohere.embed-v4:0", 1536],
    ["somebody.new", 0],
  ])("of %s are known to have %i numbers", (name, dimensions) => {
    expect(new BedrockSDK({ region: "us-east-1" }).embedder({ name }).dimensions).toBe(dimensions);
  });

  it("tell failures by their kind, and stop at the first", async () => {
    const { embedder } = embedderOver({ name: TITAN }, () =>
      respond({ status: 429, body: { message: "Slow down." } }),
    );
    expect(await errorOf(embedder.embedMany(["a", "b"]))).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    for (const body of ["", "{}", "null", "<html>"]) {
      const { embedder: broken } = embedderOver({ name: TITAN }, () => respond({ body }));
      expect(await errorOf(broken.embed("a"))).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });
});

describe("embeddings of Cohere", () => {
  it.each<[string, (vectors: number[][]) => unknown]>([
    ["a list", (embeddings) => ({ embeddings, response_type: "embeddings_floats" })],
    ["a list by type", (float) => ({ embeddings: { float }, response_type: "embeddings_by_type" })],
  ])("come as %s, 96 texts a request, with their tokens in a header", async (_what, shape) => {
    const { embedder, asked } = embedderOver({ name: COHERE, inputType: "search_query" }, ({ body }) =>
      Response.json(shape((body.texts as string[]).map(({ length }) => [length, 1])), {
        headers: { "x-amzn-bedrock-input-token-count": "5" },
      }),
    );
    const { vectors, usage } = await embedder.embedMany(
      Array.from({ length: 100 }, (_, index) => "x".repeat(index + 1)),
    );
    expect(vectors).toHaveLength(100);
    expect(vectors[99]).toEqual([100, 1]);
    expect(usage).toEqual({ promptTokens: 10, totalTokens: 10 });
    expect(asked.map(({ body }) => (body.texts as string[]).length)).toEqual([96, 4]);
    expect(asked[0]?.body).toMatchObject({ input_type: "search_query", embedding_types: ["float"] });
  });

  it("have tokens that are unknown where the header cannot be read", async () => {
    const { embedder } = embedderOver({ name: COHERE }, () => Response.json({ embeddings: [[1, 2]] }));
    expect((await embedder.embed("a")).usage).toEqual({});
  });
});
