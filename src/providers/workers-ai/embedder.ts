import type { Embedder } from "../../contracts/embedder.ts";
import type { Json } from "../../contracts/message.ts";
import { type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import type { Transport } from "../adapter/transport.ts";

/** How an embedder of Workers AI is made. */
export interface WorkersAIEmbedderConfig extends EmbedderConfig {
  /** How BGE makes one vector of many; vectors of the two kinds cannot be compared. Default: the service's, `mean`. */
  readonly pooling?: "mean" | "cls";
  /** Fields merged into the inputs as they are. */
  readonly providerOptions?: Readonly<Record<string, Json>>;
}

/** The service's limit. */
const BATCH_SIZE = 100;

/**
 * Makes an embedder of a model such as `@cf/baai/bge-m3`. `dimensions` is not asked for, since the models have one length.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ data: [[0.6, 0.8]] }) }, {}, undefined);
 * const embedder = workersAIEmbedder({ name: "@cf/baai/bge-m3" }, "workers-ai", transport);
 * (await embedder.embed("tide")).vector; // [0.6, 0.8]
 */
export function workersAIEmbedder<Piece>(
  { name, dimensions, pricing, pooling, providerOptions }: WorkersAIEmbedderConfig,
  provider: string,
  transport: Transport<Piece>,
): Embedder {
  return providerEmbedder({
    name,
    dimensions,
    pricing,
    provider,
    batchSize: BATCH_SIZE,
    async embedBatch(texts, signal) {
      const { callService, readAnswer } = await import("../adapter/call-service.ts");
      const body = { text: texts, ...(pooling && { pooling }), ...providerOptions };
      const target = { adapter: "workers-ai", provider, name };
      const answer = Object(await callService(transport, { path: name, body }, target, signal, readAnswer));
      const { data, response, usage } = Object(answer.result ?? answer);
      const vectors = data ?? response;
      const tokens = Object(usage).prompt_tokens ?? Object(usage).total_tokens;
      return {
        vectors: Array.isArray(vectors) ? vectors : [],
        tokens: typeof tokens === "number" ? tokens : undefined,
      };
    },
  });
}
