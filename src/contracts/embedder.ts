import type { UsageCost } from "../core/usage.ts";

/** Tokens that an embedding call took. A field is missing where the provider did not report it. */
export interface EmbeddingUsage {
  readonly promptTokens?: number;
  readonly totalTokens?: number;
  /** In US dollars, where the embedder has a price. */
  readonly cost?: UsageCost;
}

/** US dollars for 1,000,000 tokens of text. */
export interface EmbedderPricing {
  readonly input: number;
}

/** The vector of one text. */
export interface EmbeddingResult {
  readonly vector: number[];
  readonly dimensions: number;
  readonly usage: EmbeddingUsage;
}

/** The vectors of several texts, in the order of the texts. */
export interface EmbeddingBatchResult {
  readonly vectors: number[][];
  readonly dimensions: number;
  readonly usage: EmbeddingUsage;
}

/** Options of one embedding call. */
export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors whose angle says how alike the texts are. Rejects with an `AIError`. */
export interface Embedder {
  readonly name: string;
  readonly provider: string;
  /** The length of a vector; 0 until the first call where it is not known before. */
  readonly dimensions: number;
  embed(text: string, options?: EmbedOptions): Promise<EmbeddingResult>;
  embedMany(texts: readonly string[], options?: EmbedOptions): Promise<EmbeddingBatchResult>;
}

/** The same as `Embedder`. */
export type EmbedderContract = Embedder;
