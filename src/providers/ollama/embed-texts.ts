import { callService, readAnswer } from "../adapter/call-service.ts";
import type { EmbeddedBatch } from "../adapter/embedder.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { EmbedderTarget, OllamaEmbedderConfig } from "./embedder.ts";

/**
 * Embeds the texts of one request to `/api/embed`.
 *
 * @example
 * const transport = connect("http://localhost:11434", {}, {
 *   fetch: async () => Response.json({ embeddings: [[0.6, 0.8]], prompt_eval_count: 2 }),
 * });
 * const target = { provider: "ollama", transport, keepAlive: "5m" };
 * await embedTexts(["tide"], { name: "nomic-embed-text" }, target, undefined);
 * // { vectors: [[0.6, 0.8]], tokens: 2 }
 */
export async function embedTexts<Piece>(
  texts: readonly string[],
  { name, dimensions, providerOptions }: OllamaEmbedderConfig,
  { provider, transport, keepAlive }: EmbedderTarget<Piece>,
  signal: AbortSignal | undefined,
): Promise<EmbeddedBatch> {
  const body = {
    ...withoutUndefined({ model: name, input: texts, dimensions, keep_alive: keepAlive }),
    ...providerOptions,
  };
  const target = { adapter: "ollama", provider, name };
  const answer = await callService(transport, { path: "api/embed", body }, target, signal, readAnswer);
  const { embeddings, prompt_eval_count: tokens } = Object(answer);
  return {
    vectors: Array.isArray(embeddings) ? embeddings : [],
    tokens: typeof tokens === "number" ? tokens : undefined,
  };
}
