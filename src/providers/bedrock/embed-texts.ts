import { callService, readAnswer } from "../adapter/call-service.ts";
import type { EmbeddedBatch } from "../adapter/embedder.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { AnswerSource } from "../adapter/transport.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { BedrockEmbedderConfig, EmbedderTarget } from "./embedder.ts";

/**
 * Embeds the texts of one request.
 *
 * @example
 * const transport = connect("https://bedrock-runtime.us-east-1.amazonaws.com", {}, {
 *   fetch: async () => Response.json({ embedding: [0.6, 0.8], inputTextTokenCount: 2 }),
 * });
 * const target = { adapter: "bedrock", provider: "bedrock", transport };
 * await embedTexts(["tide"], { name: "amazon.titan-embed-text-v2:0" }, target, undefined);
 * // { vectors: [[0.6, 0.8]], tokens: 2 }
 */
export async function embedTexts(
  texts: readonly string[],
  { name, dimensions, normalize, inputType = "search_document" }: BedrockEmbedderConfig,
  { adapter, provider, transport }: EmbedderTarget,
  signal: AbortSignal | undefined,
): Promise<EmbeddedBatch> {
  const body = name.includes("cohere")
    ? { texts, input_type: inputType, embedding_types: ["float"], output_dimension: dimensions }
    : { inputText: texts[0], dimensions, normalize };
  const request = { path: `model/${encodeURIComponent(name)}/invoke`, body: withoutUndefined(body) };
  return callService(transport, request, { adapter, provider, name }, signal, readBatch);
}

async function readBatch(source: AnswerSource<Uint8Array>, target: CallTarget): Promise<EmbeddedBatch> {
  const { embedding, embeddings, inputTextTokenCount } = Object(await readAnswer(source, target));
  const vectors: unknown = embedding ? [embedding] : (embeddings?.float ?? embeddings);
  // A page may be kept from reading the header.
  const counted = inputTextTokenCount ?? source.response?.headers.get("x-amzn-bedrock-input-token-count");
  return {
    vectors: Array.isArray(vectors) ? vectors : [],
    tokens: counted === null || counted === undefined ? undefined : Number(counted),
  };
}
