import type { Model } from "../../contracts/model.ts";
import type { RagReranker } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";

/** Which model grades, and how much at once. */
export interface LLMRerankerOptions {
  readonly model: Model;
  /** How many chunks the model grades in one call. Default 10. */
  readonly batchSize?: number | undefined;
}

/**
 * Has a model grade each chunk from 0 to 1 by how well it answers the query, and orders them by that. What the model leaves out, or
 * answers in a way that cannot be read, keeps the score that it had; so does everything where the model fails. What chunks say
 * goes to the model between marks, as data.
 *
 * @throws ConfigError (`INVALID_CONFIG`) without a model, and for a `batchSize` that is no whole number of at least 1.
 * @example
 * const model = mockModel({ name: "mock", responses: [{ content: '{"grades": [{"passage": 1, "grade": 0.9}]}' }] });
 * const citation = { sourceId: "a", chunkIndex: 0, span: [0, 10], score: 0.6 } as const;
 * const chunks = [{ text: "The tides.", score: 0.6, citation }];
 * (await ai.rag.llmReranker({ model }).rerank("Which tides?", chunks))[0]?.score; // 0.9
 */
export function llmReranker({ model, batchSize = 10 }: LLMRerankerOptions): RagReranker {
  if (typeof model?.complete !== "function") throw new ConfigError('llmReranker() needs a "model".');
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new ConfigError(`llmReranker() got a batchSize of ${batchSize}. Use a whole number, 1 or more.`);
  }
  return {
    name: "llm",
    async rerank(query, chunks, options) {
      const { gradeChunks } = await import("./grade-chunks.ts");
      return gradeChunks(model, batchSize, query, chunks, options);
    },
  };
}
