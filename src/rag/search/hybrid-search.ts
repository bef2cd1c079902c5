import type { RagSearch } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { KeywordSearch } from "./keyword-search.ts";

/** How words and vectors are joined. */
export interface HybridSearch extends KeywordSearch {
  /** What words count, from 0 to 1; vectors count the rest. Default 0.7. */
  readonly weight?: number | undefined;
  /** By their scores (`weighted`, the default), or by their ranks alone (`rrf`, reciprocal rank fusion). */
  readonly fusion?: "weighted" | "rrf" | undefined;
}

/**
 * Finds the chunks of a knowledge base by their words and by their vectors, and makes one ranking of both. `threshold` holds for the
 * vectors, where it is given; else it is 0. Scores are from 0 to 1 with `weighted`, and small with `rrf`.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a `weight` or `fusion` that cannot be.
 * @example
 * const search = ai.rag.hybrid({ weight: 0.6 });
 * const kb = ai.rag({ embedder: localEmbedder(), store: ai.memoryStore(), retrieve: { search } });
 * await kb.index([{ id: "tides", text: "The moon pulls at the sea." }]);
 * (await kb.retrieve("Who pulls the sea?")).chunks.length; // 1
 */
export function hybridSearch({ weight = 0.7, fusion = "weighted", expand }: HybridSearch = {}): RagSearch {
  if (!(weight >= 0 && weight <= 1) || !["weighted", "rrf"].includes(fusion)) {
    const message = `A hybrid search got weight ${weight} and fusion ${JSON.stringify(fusion)}. Use 0 to 1, and "weighted" or "rrf".`;
    throw new ConfigError(message);
  }
  return {
    name: "hybrid",
    async find(stage) {
      const { findBoth } = await import("./find-both.ts");
      return findBoth(stage, { weight, fusion, expand });
    },
  };
}
