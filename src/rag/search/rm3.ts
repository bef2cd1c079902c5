import type { QueryExpansion } from "../keyword/expand-query.ts";

/**
 * Has a search by words add words of its best chunks to the query, and search again: relevance feedback without a person. Finds
 * more where documents say the same in other words, and less where a single one has the answer.
 *
 * @example
 * const search = ai.rag.hybrid({ expand: ai.rag.rm3({ terms: 10 }) });
 * search.name; // "hybrid"
 */
export function rm3(options: QueryExpansion = {}): QueryExpansion {
  return options;
}
