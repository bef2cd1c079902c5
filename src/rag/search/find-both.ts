import type { FoundChunk, SearchStage } from "../../contracts/retrieval.ts";
import type { QueryExpansion } from "../keyword/expand-query.ts";
import { cosine } from "./cosine.ts";
import { reciprocalRank, weighted } from "./fuse.ts";
import { findWords, scoredChunks } from "./word-side.ts";

/** How many chunks each search finds at least. */
const LEAST = 20;
/** And how many by words: those ask nothing of the store. */
const WORDS = 100;

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
  const depth = Math.max(candidates, LEAST);
  const [words, near] = await Promise.all([
    findWords(stage, Math.max(depth, WORDS), expand),
    stage.byVector(depth, threshold),
  ]);
  const cosines = new Map(near.flatMap(({ key, score }) => (score > 0 ? [[key, score] as const] : [])));
  // Not to be among the nearest is not to be far: what words put first gets its cosine, too.
  const first = [...words.keys()].slice(0, depth).filter((key) => !cosines.has(key));
  const vectors = await base.vectors(first);
  const asked = await stage.vector();
  for (const [at, key] of first.entries()) {
    const score = cosine(asked, vectors[at] ?? []);
    if (score > 0 && score >= threshold) cosines.set(key, score);
  }
  const fuse = fusion === "rrf" ? reciprocalRank<string> : weighted<string>;
  const scores = fuse([
    { scores: words, weight, least: 0 },
    // Not from 0 to the best one: where even that is far off, vectors have little to say.
    { scores: cosines, weight: 1 - weight, least: 0, most: 1 },
  ]);
  const best = new Map([...scores].filter(([, score]) => score > 0).slice(0, candidates));
  const known = new Map(near.map((found) => [found.key, found]));
  const missing = new Map([...best].filter(([key]) => !known.has(key)));
  for (const found of await scoredChunks(base, missing)) known.set(found.key, found);
  return [...best].flatMap(([key, score]) => {
    const found = known.get(key);
    return found ? [{ ...found, score }] : [];
  });
}
