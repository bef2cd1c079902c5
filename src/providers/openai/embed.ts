import type { Json } from "../../contracts/message.ts";
import { fromBase64 } from "../../core/base64.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { EmbeddedBatch } from "../adapter/embedder.ts";
import type { MediaTarget } from "./media-target.ts";

/** What every request for embeddings has beside its texts. */
export interface EmbedFields {
  readonly dimensions?: number | undefined;
  /** Whether to ask for numbers as bytes, which take a quarter of the room. Not every service knows how. */
  readonly asBytes?: boolean | undefined;
  readonly options?: Readonly<Record<string, Json>> | undefined;
}

/**
 * Makes one request for embeddings, as OpenAI and all that speak its language have them.
 *
 * @example
 * const fetch = async () => Response.json({ data: [{ embedding: [0.5, 0.25] }] });
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const target = { provider: "openai", name: "text-embedding-3-small", transport };
 * (await embedTexts(target, ["The tide turns."], { dimensions: 2 })).vectors; // [[0.5, 0.25]]
 */
export function embedTexts(
  target: MediaTarget,
  input: readonly string[],
  { dimensions, asBytes, options }: EmbedFields = {},
  signal?: AbortSignal,
): Promise<EmbeddedBatch> {
  const body = {
    model: target.name,
    input,
    dimensions,
    encoding_format: asBytes ? "base64" : undefined,
    ...options,
  };
  return callService(target.transport, { path: "embeddings", body }, target, signal, async (source) => {
    const { data, usage } = Object(await readAnswer(source, target));
    const { prompt_tokens, total_tokens } = Object(usage);
    const tokens = prompt_tokens ?? total_tokens;
    return {
      vectors: vectorsOf(Array.isArray(data) ? data : []),
      tokens: typeof tokens === "number" ? tokens : undefined,
    };
  });
}

/** In the order of the texts, which is not always that of the answer. */
function vectorsOf(data: readonly unknown[]): number[][] {
  return data
    .map((item, at) => {
      const { index, embedding } = Object(item);
      return { at: typeof index === "number" ? index : at, vector: vectorOf(embedding) };
    })
    .sort((one, other) => one.at - other.at)
    .map(({ vector }) => vector);
}

function vectorOf(embedding: unknown): number[] {
  if (Array.isArray(embedding)) return embedding.map(Number);
  if (typeof embedding !== "string") return [];
  const { buffer, byteLength } = fromBase64(embedding);
  const view = new DataView(buffer);
  return Array.from({ length: byteLength / 4 }, (_, at) => view.getFloat32(at * 4, true));
}
