import type { Embedder } from "../../contracts/embedder.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import { type EmbeddedBatch, type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { AnswerSource, Transport } from "../adapter/transport.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";

/** How an embedder of Bedrock is made. */
export interface BedrockEmbedderConfig extends EmbedderConfig {
  /** Whether Titan's vectors have the length 1. Default `true`. */
  readonly normalize?: boolean | undefined;
  /** What Cohere embeds the texts for. Default `search_document`; questions are embedded with `search_query`. */
  readonly inputType?: "search_document" | "search_query" | "classification" | "clustering" | undefined;
}

/** What an embedder asks. */
interface EmbedderTarget {
  readonly adapter: string;
  readonly provider: string;
  readonly transport: Transport<Uint8Array>;
}

/** Titan embeds one text a request. */
const COHERE_BATCH = 96;

/** Lengths of vectors, where they are not asked for. */
const DIMENSIONS: readonly (readonly [RegExp, number])[] = [
  [/titan-embed-text-v1|titan-embed-g1|cohere\.embed-v4/, 1536],
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
  const { name, dimensions, normalize, inputType = "search_document", pricing } = config;
  const { adapter, provider, transport } = target;
  const isCohere = name.includes("cohere");

  function bodyOf(texts: readonly string[]): WireRequest {
    return isCohere
      ? { texts, input_type: inputType, embedding_types: ["float"], output_dimension: dimensions }
      : { inputText: texts[0], dimensions, normalize };
  }

  return providerEmbedder({
    name,
    provider,
    pricing,
    dimensions: dimensions ?? DIMENSIONS.find(([names]) => names.test(name))?.[1],
    batchSize: isCohere ? COHERE_BATCH : 1,
    embedBatch(texts, signal) {
      const path = `model/${encodeURIComponent(name)}/invoke`;
      const body = withoutUndefined(bodyOf(texts));
      return callService(transport, { path, body }, { adapter, provider, name }, signal, readBatch);
    },
  });
}

async function readBatch(source: AnswerSource<Uint8Array>, target: CallTarget): Promise<EmbeddedBatch> {
  const answer: unknown = await readAnswer(source, target);
  const { embedding, embeddings, inputTextTokenCount } = Object(answer);
  const vectors: unknown = embedding ? [embedding] : (embeddings?.float ?? embeddings);
  // A page may be kept from reading the header.
  const counted = Number(
    inputTextTokenCount ?? source.response?.headers.get("x-amzn-bedrock-input-token-count") ?? Number.NaN,
  );
  return {
    vectors: Array.isArray(vectors) ? vectors : [],
    tokens: Number.isNaN(counted) ? undefined : counted,
  };
}
