import { expect, it } from "vitest";
import { OllamaSDK } from "../../../src/providers/ollama/index.ts";
import { answering, errorOf } from "./support.ts";

const embeddings = [
  [0.6, 0.8],
  [1, 0],
];

it("embeds one text and several, and learns the dimensions", async () => {
  const { fetch, asked } = answering(({ body }) =>
    Response.json({ embeddings: embeddings.slice(0, (body.input as string[]).length), prompt_eval_count: 4 }),
  );
  const embedder = new OllamaSDK({ fetch, keepAlive: 60 }).embedder({ name: "nomic-embed-text" });
  expect(embedder.dimensions).toBe(0);
  expect(await embedder.embed("tide")).toEqual({
    vector: [0.6, 0.8],
    dimensions: 2,
    usage: { promptTokens: 4, totalTokens: 4 },
  });
  expect(embedder.dimensions).toBe(2);
  expect(await embedder.embedMany(["tide", "moon"])).toMatchObject({ vectors: embeddings });
  expect(asked[1]).toMatchObject({
    url: "http://localhost:11434/api/embed",
    body: { model: "nomic-embed-text", input: ["tide", "moon"], keep_alive: 60 },
  });
});

it("asks for dimensions, and sends what the caller adds", async () => {
  const { fetch, asked } = answering({ body: { embeddings: [[1]] } });
  const embedder = new OllamaSDK({ fetch }).embedder({
    name: "embeddinggemma",
    dimensions: 256,
    keepAlive: 0,
    providerOptions: { truncate: false },
  });
  expect(embedder.dimensions).toBe(256);
  expect((await embedder.embed("x")).usage).toEqual({});
  expect(asked[0]?.body).toEqual({
    model: "embeddinggemma",
    input: ["x"],
    dimensions: 256,
    keep_alive: 0,
    truncate: false,
  });
});

it.each([
  [404, { error: 'model "x" not found, try pulling it first' }, "PROVIDER_INVALID_REQUEST"],
  [400, { error: "the input length exceeds the context length" }, "CONTEXT_LENGTH_EXCEEDED"],
  [200, { error: "boom" }, "PROVIDER_ERROR"],
  [200, { embeddings: [] }, "PROVIDER_ERROR"],
  [200, "<html>", "PROVIDER_ERROR"],
])("rejects for %i %j", async (status, body, code) => {
  const { fetch } = answering({ status, body });
  const embedder = new OllamaSDK({ fetch }).embedder({ name: "x" });
  expect(await errorOf(embedder.embed("tide"))).toMatchObject({ code });
});

it("stops with its signal", async () => {
  const { fetch } = answering(() => new Promise(() => {}));
  const controller = new AbortController();
  const embedder = new OllamaSDK({ fetch }).embedder({ name: "x" });
  const waiting = errorOf(embedder.embed("tide", { signal: controller.signal }));
  controller.abort();
  expect(await waiting).toMatchObject({ code: "AGENT_CANCELLED" });
});
