import type { RagReranker } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";

/** How a reranker by words weighs. */
export interface KeywordRerankerOptions {
  /** What words count, from 0 (the order stays as it is) to 1 (words alone). Default 0.5. */
  readonly weight?: number | undefined;
}

/**
 * Orders chunks anew by the words that they share with the query, BM25 among the candidates, blended with the score that they
 * had. No model, no network. Of equal ones that stays first which was.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a `weight` below 0 or above 1.
 * @example
 * const reranker = ai.rag.keywordReranker({ weight: 1 });
 * const citation = { sourceId: "a", chunkIndex: 0, span: [0, 9], score: 0.9 } as const;
 * const chunks = [{ text: "The land.", score: 0.9, citation }, { text: "The tides.", score: 0.8, citation }];
 * (await reranker.rerank("Which tides?", chunks))[0]?.text; // "The tides."
 */
export function keywordReranker({ weight = 0.5 }: KeywordRerankerOptions = {}): RagReranker {
  if (!(weight >= 0 && weight <= 1)) {
    throw new ConfigError(`keywordReranker() got a weight of ${weight}. Use a number from 0 to 1.`);
  }
  return {
    name: "keyword",
    async rerank(query, chunks) {
      const { wordScores } = await import("./word-scores.ts");
      const { rescored } = await import("./rescored.ts");
      const scores = wordScores(
        query,
        chunks.map(({ text }) => text),
      );
      return rescored(chunks, (chunk, at) => weight * (scores[at] ?? 0) + (1 - weight) * chunk.score);
    },
  };
}
