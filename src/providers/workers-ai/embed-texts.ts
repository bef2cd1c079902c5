import { callService, readAnswer } from "../adapter/call-service.ts";
import type { EmbeddedBatch } from "../adapter/embedder.ts";
import type { EmbedderTarget, WorkersAIEmbedderConfig } from "./embedder.ts";

/**
 * Embeds the texts of one request.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ data: [[0.6, 0.8]] }) }, {}, undefined);
 * const target = { provider: "workers-ai", transport };
 * (await embedTexts(["tide"], { name: "@cf/baai/bge-m3" }, target, undefined)).vectors; // [[0.6, 0.8]]
 */
export async function embedTexts<Piece>(
  texts: readonly string[],
  { name, pooling, providerOptions }: WorkersAIEmbedderConfig,
  { provider, transport }: EmbedderTarget<Piece>,
  signal: AbortSignal | undefined,
): Promise<EmbeddedBatch> {
  const body = { text: texts, ...(pooling && { pooling }), ...providerOptions };
  const target = { adapter: "workers-ai", provider, name };
  const answer = Object(await callService(transport, { path: name, body }, target, signal, readAnswer));
  const { data, response, usage } = Object(answer.result ?? answer);
  const vectors: unknown = data ?? response;
  const tokens: unknown = Object(usage).prompt_tokens ?? Object(usage).total_tokens;
  return {
    vectors: Array.isArray(vectors) ? vectors : [],
    tokens: typeof tokens === "number" ? tokens : undefined,
  };
}
