import type { Embedder } from "../../contracts/embedder.ts";
import { type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import type { Transport } from "../adapter/transport.ts";

/** How an embedder of Bedrock is made. */
export interface BedrockEmbedderConfig extends EmbedderConfig {
  /** Whether Titan's vectors have the length 1. Default `true`. */
  readonly normalize?: boolean | undefined;
  /** What Cohere embeds the texts for. Default `search_document`; questions are embedded with `search_query`. */
  readonly inputType?: "search_document" | "search_query" | "classification" | "clustering" | undefined;
}

/** Whom an embedder asks. */
export interface EmbedderTarget {
  readonly adapter: string;
  readonly provider: string;
  readonly transport: Transport<Uint8Array>;
}

/** The most texts in one request to Cohere; Titan takes one. */
const COHERE_BATCH = 96;

/** Lengths of vectors, where none is asked for. */
const DIMENSIONS: readonly (readonly [RegExp, number])[] = [
  [/titan-embed-text-v1|cohere\.embed-v4/, 1536],
  [/titan-embed-text-v2|cohere\.embed/, 1024],
];

/**
 * Makes an embedder over `InvokeModel`, in the words of Titan or of Cohere.
 *
 * @example
 * const transport = connect("https://bedrock-runtime.us-east-1.amazonaws.com", {}, {});
 * const target = { adapter: "bedrock", provider: "bedrock", transport };
 * bedrockEmbedder({ name: "amazon.titan-embed-text-v2:0", dimensions: 256 }, target).dimensions; // 256
 */
export function bedrockEmbedder(config: BedrockEmbedderConfig, target: EmbedderTarget): Embedder {
  const { name, dimensions } = config;
  return providerEmbedder({
    name,
    provider: target.provider,
    pricing: config.pricing,
    dimensions: dimensions ?? DIMENSIONS.find(([names]) => names.test(name))?.[1],
    batchSize: name.includes("cohere") ? COHERE_BATCH : 1,
    embedBatch: async (texts, signal) =>
      (await import("./embed-texts.ts")).embedTexts(texts, config, target, signal),
  });
}
