import type { Json } from "../../contracts/message.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { EmbeddedBatch } from "../adapter/embedder.ts";
import type { ProviderRequest } from "../adapter/protocol.ts";
import type { GoogleMediaTarget } from "./service.ts";

/** What every request for embeddings has beside its texts. */
export interface EmbedFields {
  readonly dimensions?: number | undefined;
  readonly taskType?: string | undefined;
  readonly options?: Readonly<Record<string, Json>> | undefined;
}

/**
 * Makes one request for embeddings: `batchEmbedContents` of the Gemini API, `predict` of Vertex AI, or its `embedContent`,
 * which is how it has Gemini's later models.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": apiKey }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * const target = { provider: "google", name: "gemini-embedding-001", service };
 * const { vectors } = await embedTexts(target, ["The tide turns."], { dimensions: 768 });
 */
export function embedTexts(
  target: GoogleMediaTarget,
  texts: readonly string[],
  fields: EmbedFields = {},
  signal?: AbortSignal,
): Promise<EmbeddedBatch> {
  const request = requestOf(target, texts, fields);
  return callService(target.service.transport, request, target, signal, async (source) => {
    const { embeddings, embedding, predictions, usageMetadata } = Object(await readAnswer(source, target));
    const all = listOf(predictions ?? embeddings ?? (embedding && [embedding]));
    return {
      vectors: all.map((one) => listOf(Object(Object(one).embeddings ?? one).values).map(Number)),
      tokens: tokensOf(usageMetadata, all),
    };
  });
}

function requestOf(
  { name, service: { isVertex, path } }: GoogleMediaTarget,
  texts: readonly string[],
  { dimensions: outputDimensionality, taskType, options }: EmbedFields,
): ProviderRequest {
  const contentOf = (text: string | undefined): object => ({ parts: [{ text }] });
  const fields = { taskType, outputDimensionality, ...options };
  if (!isVertex) {
    const model = name.includes("/") ? name : `models/${name}`;
    const requests = texts.map((text) => ({ model, content: contentOf(text), ...fields }));
    return { path: path(name, "batchEmbedContents"), body: { requests } };
  }
  if (name.includes("gemini") && !name.includes("gemini-embedding-001")) {
    const body = { content: contentOf(texts[0]), embedContentConfig: fields };
    return { path: path(name, "embedContent"), body };
  }
  const instances = texts.map((content) => ({ content, task_type: taskType }));
  return {
    path: path(name, "predict"),
    body: { instances, parameters: { outputDimensionality, ...options } },
  };
}

/** The Gemini API counts a request, Vertex AI each text. */
function tokensOf(usage: unknown, predictions: readonly unknown[]): number | undefined {
  const { promptTokenCount } = Object(usage);
  if (typeof promptTokenCount === "number") return promptTokenCount;
  let sum: number | undefined;
  for (const one of predictions) {
    const { token_count } = Object(Object(Object(one).embeddings).statistics);
    if (typeof token_count !== "number") return undefined;
    sum = (sum ?? 0) + token_count;
  }
  return sum;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
