import type { FoundChunk, SearchStage } from "../../contracts/retrieval.ts";
import type { QueryExpansion } from "../keyword/expand-query.ts";
import { reciprocalRank, weighted } from "./fuse.ts";
import { findWords, scoredChunks } from "./word-side.ts";

/** How many chunks each search finds at least: what both find in their middle may be best. */
const DEPTH = 100;

/** One ranking out of a search by words and one by vectors. */
export async function findBoth(
  stage: SearchStage,
  {
    weight,
    fusion,
    expand,
  }: {
    readonly weight: number;
    readonly fusion: "weighted" | "rrf";
    readonly expand: QueryExpansion | undefined;
  },
): Promise<readonly FoundChunk[]> {
  const { candidates, base, threshold = 0 } = stage;
  const depth = Math.max(candidates, DEPTH);
  const [words, near] = await Promise.all([
    findWords(stage, depth, expand),
    stage.byVector(depth, threshold),
  ]);
  const fuse = fusion === "rrf" ? reciprocalRank<string> : weighted<string>;
  const scores = fuse([
    { scores: words, weight, least: 0 },
    { scores: new Map(near.map(({ key, score }) => [key, score])), weight: 1 - weight, least: 0 },
  ]);
  const best = new Map([...scores].slice(0, candidates));
  const known = new Map(near.map((found) => [found.key, found]));
  const missing = new Map([...best].filter(([key]) => !known.has(key)));
  for (const found of await scoredChunks(base, missing)) known.set(found.key, found);
  return [...best].flatMap(([key, score]) => {
    const found = known.get(key);
    return found ? [{ ...found, score }] : [];
  });
}
