import type { Embedder, EmbeddingUsage } from "../../contracts/embedder.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { embed as embedText } from "./embed.ts";

/** How a local embedder is made. */
export interface LocalEmbedderConfig {
  /** The name it goes by. Default `"local-hashing"`. */
  readonly name?: string;
  /** The length of a vector. Default 256; more keeps more words apart. */
  readonly dimensions?: number;
}

/**
 * Makes an embedder that hashes words and letters into vectors of length 1, with no model and no network. Good for tests
 * and for texts that share words; it knows no synonyms. Usage is an estimate.
 *
 * Throws `ConfigError` (`INVALID_CONFIG`) where `dimensions` is not a whole number from 1 to 65,536.
 *
 * @example
 * const { vector } = await localEmbedder().embed("The tide turns.");
 */
export function localEmbedder(config: LocalEmbedderConfig = {}): Embedder {
  const { name = "local-hashing", dimensions = 256 } = config;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536) {
    throw new ConfigError(
      `localEmbedder() got ${dimensions} dimensions. Give a whole number from 1 to 65536.`,
    );
  }
  return {
    name,
    provider: "local",
    dimensions,
    async embed(text, options) {
      options?.signal?.throwIfAborted();
      return { vector: embedText(text, dimensions), dimensions, usage: usageOf([text]) };
    },
    async embedMany(texts, options) {
      options?.signal?.throwIfAborted();
      return { vectors: texts.map((text) => embedText(text, dimensions)), dimensions, usage: usageOf(texts) };
    },
  };
}

function usageOf(texts: readonly string[]): EmbeddingUsage {
  const promptTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return { promptTokens, totalTokens: promptTokens };
}
