import type { RetrievedChunk } from "../../contracts/retrieval.ts";

/** Chunks with other scores, best first; of equal ones that stays first which was. */
export function rescored(
  chunks: readonly RetrievedChunk[],
  scoreOf: (chunk: RetrievedChunk, at: number) => number,
): RetrievedChunk[] {
  return chunks
    .map((chunk, at) => {
      const score = scoreOf(chunk, at);
      return { ...chunk, score, citation: { ...chunk.citation, score } };
    })
    .sort((one, other) => other.score - one.score);
}
