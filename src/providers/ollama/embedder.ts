import type { Embedder } from "../../contracts/embedder.ts";
import type { Json } from "../../contracts/message.ts";
import { type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import type { Transport } from "../adapter/transport.ts";

/** How an embedder of Ollama is made. */
export interface OllamaEmbedderConfig extends EmbedderConfig {
  /** How long the model stays loaded; wins over the SDK's. */
  readonly keepAlive?: number | string;
  /** Fields merged into the request body as they are, such as `truncate`. */
  readonly providerOptions?: Readonly<Record<string, Json>>;
}

/** There is no limit; this many keep one request short enough to be cancelled soon. */
const BATCH_SIZE = 128;

/** Where an embedder sends its requests. */
export interface EmbedderTarget<Piece> {
  readonly provider: string;
  readonly transport: Transport<Piece>;
  readonly keepAlive: number | string | undefined;
}

/**
 * Makes an embedder over `/api/embed`.
 *
 * @example
 * const target = { provider: "ollama", transport: connect("http://localhost:11434", {}, {}), keepAlive: "5m" };
 * ollamaEmbedder({ name: "nomic-embed-text" }, target).dimensions; // 0
 */
export function ollamaEmbedder<Piece>(config: OllamaEmbedderConfig, target: EmbedderTarget<Piece>): Embedder {
  const { name, dimensions, pricing } = config;
  return providerEmbedder({
    name,
    dimensions,
    pricing,
    provider: target.provider,
    batchSize: BATCH_SIZE,
    concurrency: 1, // a machine of one's own does one at a time anyway
    embedBatch: async (texts, signal) =>
      (await import("./embed-texts.ts")).embedTexts(texts, config, target, signal),
  });
}
