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

/** Where an embedder sends its requests. */
export interface EmbedderTarget<Piece> {
  readonly provider: string;
  readonly transport: Transport<Piece>;
}

/**
 * Makes an embedder of a model such as `@cf/baai/bge-m3`. `dimensions` is not asked for, since the models have one length.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ data: [[0.6, 0.8]] }) }, {}, undefined);
 * const embedder = workersAIEmbedder({ name: "@cf/baai/bge-m3" }, { provider: "workers-ai", transport });
 * (await embedder.embed("tide")).vector; // [0.6, 0.8]
 */
export function workersAIEmbedder<Piece>(
  config: WorkersAIEmbedderConfig,
  target: EmbedderTarget<Piece>,
): Embedder {
  const { name, dimensions, pricing } = config;
  return providerEmbedder({
    name,
    dimensions,
    pricing,
    provider: target.provider,
    batchSize: BATCH_SIZE,
    embedBatch: async (texts, signal) =>
      (await import("./embed-texts.ts")).embedTexts(texts, config, target, signal),
  });
}
