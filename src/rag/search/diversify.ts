import type { DiversityOptions, RetrievedChunk } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { OpenBase } from "../base/open-base.ts";
import { cosine } from "./cosine.ts";

/**
 * So many chunks, each the best by its score less what it has in common with those before it. Their scores stay what they were.
 *
 * Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking", 1998. The score is taken as a share of the highest one.
 */
export async function diversify(
  base: OpenBase,
  chunks: readonly RetrievedChunk[],
  { lambda = 0.5 }: DiversityOptions,
  count: number,
): Promise<readonly RetrievedChunk[]> {
  if (!(lambda >= 0 && lambda <= 1)) {
    throw new ConfigError(`retrieve() got an mmr.lambda of ${lambda}. Use a number from 0 to 1.`);
  }
  const keys = chunks.map(({ citation }) => base.chunkKey(citation.sourceId, citation.chunkIndex));
  const vectors = await base.needs("The diversity", "vectors").vectors(keys);
  const most = Math.max(...chunks.map(({ score }) => score)) || 1;
  const rest = chunks.map((chunk, at) => ({ chunk, vector: vectors[at] ?? [], overlap: 0 }));
  const value = ({ chunk, overlap }: (typeof rest)[number]): number =>
    (lambda * chunk.score) / most - (1 - lambda) * overlap;
  const chosen: RetrievedChunk[] = [];
  while (chosen.length < count && rest.length > 0) {
    const best = rest.reduce((one, other) => (value(other) > value(one) ? other : one));
    rest.splice(rest.indexOf(best), 1);
    chosen.push(best.chunk);
    for (const other of rest) other.overlap = Math.max(other.overlap, cosine(best.vector, other.vector));
  }
  return chosen;
}
