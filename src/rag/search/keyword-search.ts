import type { RagSearch } from "../../contracts/retrieval.ts";
import type { QueryExpansion } from "../keyword/expand-query.ts";

/** How a search by words goes. */
export interface KeywordSearch {
  /** Adds words of the best chunks to the query and searches again: `rm3()`. Default: it does not. */
  readonly expand?: QueryExpansion | undefined;
}

/**
 * Finds the chunks of a knowledge base by their words alone (BM25), without an embedding. Scores are above 0 and compare within one
 * retrieval only; `threshold` does not hold. The words are read from the store on first use and kept in memory.
 *
 * @example
 * const kb = ai.rag({ embedder: localEmbedder(), store: ai.memoryStore() });
 * await kb.index({ id: "tides", text: "The moon pulls at the sea." });
 * const { chunks } = await kb.retrieve("Who pulls the sea?", { search: ai.rag.keywords() });
 * chunks[0]?.citation.sourceId; // "tides"
 */
export function keywordSearch({ expand }: KeywordSearch = {}): RagSearch {
  return {
    name: "keywords",
    async find(stage) {
      const { findWords, scoredChunks } = await import("./word-side.ts");
      return scoredChunks(stage.base, await findWords(stage, stage.candidates, expand));
    },
  };
}
