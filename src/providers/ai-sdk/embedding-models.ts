import type { Embedder } from "../../contracts/embedder.ts";
import { type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import { apiCallError } from "./api-call-error.ts";
import { explainThrown } from "./explain-thrown.ts";
import type { AISDKMetadata, SpecificationVersion } from "./language-model.ts";

/** The options of an embedding call of the AI SDK. */
export interface AISDKEmbeddingOptions {
  readonly values: string[];
  readonly abortSignal?: AbortSignal;
  readonly headers?: Record<string, string>;
  readonly providerOptions?: AISDKMetadata;
}

/** An embedding model of the AI SDK: `EmbeddingModelV3` and `EmbeddingModelV4` of `@ai-sdk/provider` are such. */
export interface AISDKEmbeddingModel {
  readonly specificationVersion: SpecificationVersion;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: AISDKEmbeddingOptions): PromiseLike<{
    readonly embeddings: readonly number[][];
    readonly usage?: { readonly tokens: number } | undefined;
  }>;
}

/** What an embedding model of the AI SDK is called here, the length of its vectors, and its price. */
export interface FromEmbeddingModelConfig extends Partial<EmbedderConfig> {
  readonly providerOptions?: AISDKMetadata;
  /** The most texts in one request, where the model tells it only later. Default: what the model says, else 100. */
  readonly batchSize?: number;
}

/** An embedder of this package as an embedding model of the AI SDK. */
export interface EmbeddingModelOf<Version extends SpecificationVersion> {
  readonly specificationVersion: Version;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: undefined;
  readonly supportsParallelCalls: true;
  doEmbed(options: AISDKEmbeddingOptions): Promise<{
    embeddings: number[][];
    usage?: { tokens: number };
    warnings: never[];
  }>;
}

/**
 * Makes an embedder out of any embedding model of the AI SDK, by its shape alone: specification version 3 or 4.
 *
 * @example
 * const embedder = fromEmbeddingModel(embeddingModel, { dimensions: 1536 });
 */
export function fromEmbeddingModel(
  source: AISDKEmbeddingModel,
  config: FromEmbeddingModelConfig = {},
): Embedder {
  const { name = source.modelId, dimensions, pricing, providerOptions, batchSize } = config;
  const { provider, maxEmbeddingsPerCall: most, supportsParallelCalls } = source;
  const target = { provider, name };
  return providerEmbedder({
    name,
    provider,
    dimensions,
    pricing,
    batchSize: batchSize ?? (typeof most === "number" ? most : 100),
    concurrency: supportsParallelCalls === true ? undefined : 1,
    async embedBatch(texts, abortSignal) {
      try {
        const { embeddings, usage } = await source.doEmbed({
          values: [...texts],
          abortSignal,
          ...(providerOptions && { providerOptions }),
        });
        return { vectors: embeddings, tokens: usage?.tokens };
      } catch (thrown) {
        throw explainThrown(thrown, target);
      }
    },
  });
}

/**
 * Makes an embedding model of the AI SDK out of an embedder of this package, for `embed` and `embedMany`. The embedder
 * cuts texts into requests itself.
 *
 * @example
 * const embeddingModel = toEmbeddingModel(new LocalSDK().embedder());
 * (await embeddingModel.doEmbed({ values: ["tide"] })).embeddings.length; // 1
 */
export function toEmbeddingModel(
  embedder: Embedder,
  options?: { readonly version?: "v4" },
): EmbeddingModelOf<"v4">;
export function toEmbeddingModel(
  embedder: Embedder,
  options: { readonly version: "v3" },
): EmbeddingModelOf<"v3">;
export function toEmbeddingModel(
  embedder: Embedder,
  { version = "v4" }: { readonly version?: SpecificationVersion } = {},
): EmbeddingModelOf<SpecificationVersion> {
  return {
    specificationVersion: version,
    provider: embedder.provider,
    modelId: embedder.name,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    async doEmbed({ values, abortSignal }) {
      try {
        const { vectors, usage } = await embedder.embedMany(values, abortSignal && { signal: abortSignal });
        const tokens = usage.totalTokens ?? usage.promptTokens;
        return {
          embeddings: vectors.map((vector) => [...vector]),
          ...(tokens !== undefined && { usage: { tokens } }),
          warnings: [],
        };
      } catch (error) {
        throw apiCallError(error, abortSignal);
      }
    },
  };
}
