import type { FoundChunk, SearchableBase, SearchStage } from "../../contracts/retrieval.ts";
import type { Vector } from "../../contracts/vector-store.ts";
import { cosine } from "./cosine.ts";

/**
 * The chunks of the documents that a search looks at whose vectors are nearest, found by going through all: where few documents
 * fit, an index would have to be asked for nearly everything.
 */
export async function scanChunks(
  base: SearchableBase,
  accepts: SearchStage["accepts"],
  asked: Vector,
  count: number,
  least: number,
): Promise<FoundChunk[]> {
  let best: FoundChunk[] = [];
  for await (const block of base.all()) {
    const fitting = block.filter(({ chunk: { metadata }, tags }) =>
      accepts({ tags, ...(metadata && { metadata }) }),
    );
    if (fitting.length === 0) continue;
    const vectors = await base.vectors(fitting.map(({ key }) => key));
    for (const [at, { key, chunk }] of fitting.entries()) {
      const vector = vectors[at];
      const score = vector ? cosine(asked, vector) : Number.NEGATIVE_INFINITY;
      if (score >= least) best.push({ key, chunk, score: Math.max(0, score) });
    }
    best = best.sort((one, other) => other.score - one.score).slice(0, count);
  }
  return best;
}
