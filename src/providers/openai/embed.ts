import type { Embedder } from "../../contracts/embedder.ts";
import { fromBase64 } from "../../core/base64.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import { providerEmbedder } from "../adapter/embedder.ts";
import { priceOf } from "../adapter/price-of.ts";
import type { MediaTarget, OpenAIEmbedderConfig } from "./media-models.ts";

/** OpenAI itself can send numbers as bytes, which take a quarter of the room; not every service knows how. */
const SENDS_BYTES: RegExp = /^https:\/\/api\.openai\.com\//;

/**
 * An embedder of OpenAI, or of a service that speaks its language: asks `embeddings`.
 *
 * @example
 * const fetch = async () => Response.json({ data: [{ embedding: [0.5, 0.25] }] });
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const target = { provider: "openai", name: "text-embedding-3-small", transport };
 * (await openaiEmbedder(target, { name: target.name }).embed("The tide turns.")).vector; // [0.5, 0.25]
 */
export function openaiEmbedder(target: MediaTarget, config: OpenAIEmbedderConfig): Embedder {
  const { dimensions, options } = config;
  return providerEmbedder({
    batchSize: 2048,
    batchTokens: 200_000,
    ...config,
    provider: target.provider,
    pricing: config.pricing ?? priceOf(target.name, target.pricing),
    embedBatch: (input, signal) => {
      const encoding = SENDS_BYTES.test(target.baseURL ?? "") ? "base64" : undefined;
      const body = { model: target.name, input, dimensions, encoding_format: encoding, ...options };
      return callService(target.transport, { path: "embeddings", body }, target, signal, async (source) => {
        const { data, usage } = Object(await readAnswer(source, target));
        const { prompt_tokens, total_tokens } = Object(usage);
        const tokens = prompt_tokens ?? total_tokens;
        return {
          vectors: vectorsOf(Array.isArray(data) ? data : []),
          tokens: typeof tokens === "number" ? tokens : undefined,
        };
      });
    },
  });
}

/** In the order of the texts, which is not always that of the answer. */
function vectorsOf(data: readonly unknown[]): number[][] {
  return data
    .map((item, at) => {
      const { index, embedding } = Object(item);
      return { at: typeof index === "number" ? index : at, vector: vectorOf(embedding) };
    })
    .sort((one, other) => one.at - other.at)
    .map(({ vector }) => vector);
}

function vectorOf(embedding: unknown): number[] {
  if (Array.isArray(embedding)) return embedding.map(Number);
  if (typeof embedding !== "string") return [];
  const { buffer, byteLength } = fromBase64(embedding);
  const view = new DataView(buffer);
  return Array.from({ length: byteLength / 4 }, (_, at) => view.getFloat32(at * 4, true));
}
