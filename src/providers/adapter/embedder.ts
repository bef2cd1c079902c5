import type {
  Embedder,
  EmbedderPricing,
  EmbeddingBatchResult,
  EmbedOptions,
} from "../../contracts/embedder.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";

/** What every adapter's `embedder(...)` accepts. */
export interface EmbedderConfig {
  readonly name: string;
  /** The length of the vectors: asked for where the service lets one choose, and known before the first call. */
  readonly dimensions?: number | undefined;
  readonly pricing?: EmbedderPricing | undefined;
}

/** The vectors of one request, in the order of its texts. */
export interface EmbeddedBatch {
  readonly vectors: readonly number[][];
  /** The tokens of the request, where the service reports them. */
  readonly tokens?: number | undefined;
}

/** What an adapter makes its embedders with. */
export interface ProviderEmbedderSetup extends EmbedderConfig {
  readonly provider: string;
  /** The most texts that the service takes in one request. */
  readonly batchSize: number;
  /** The most tokens in one request, as `estimateTokens` counts them. Default: no limit. */
  readonly batchTokens?: number | undefined;
  /** How many requests may be under way at once. Default 4. */
  readonly concurrency?: number | undefined;
  /** Makes one request. The signal aborts when the caller's does, and when another request of the same call failed. */
  embedBatch(texts: readonly string[], signal: AbortSignal): Promise<EmbeddedBatch>;
}

const batches: Lazy<typeof import("./embed-batches.ts")> = /* @__PURE__ */ lazy(
  () => import("./embed-batches.ts"),
);

/**
 * Makes an embedder out of a provider's one request. Any number of texts is cut into requests that the service takes; what
 * comes back is checked, put in order and summed up.
 *
 * Both methods reject with the errors of `providerModel`; `PROVIDER_ERROR` for an answer with vectors missing or of
 * different lengths.
 *
 * @example
 * const embedder = providerEmbedder({
 *   name: "tiny",
 *   provider: "local",
 *   batchSize: 100,
 *   embedBatch: async (texts) => ({ vectors: texts.map((text) => [text.length, 1]), tokens: texts.length }),
 * });
 * embedder.dimensions; // 0
 * (await embedder.embed("tide")).vector; // [4, 1]
 * embedder.dimensions; // 2
 */
export function providerEmbedder(setup: ProviderEmbedderSetup): Embedder {
  let { dimensions = 0 } = setup;

  async function embedMany(texts: readonly string[], options?: EmbedOptions): Promise<EmbeddingBatchResult> {
    const { vectors, usage } = await (await batches()).embedBatches(setup, texts, options?.signal);
    const length = vectors[0]?.length;
    dimensions ||= length ?? 0;
    return { vectors, dimensions: length ?? dimensions, usage };
  }

  return {
    name: setup.name,
    provider: setup.provider,
    get dimensions() {
      return dimensions;
    },
    embedMany,
    async embed(text, options) {
      const { vectors, ...rest } = await embedMany([text], options);
      return { vector: vectors[0] ?? [], ...rest };
    },
  };
}
