import { mergedId } from "./commit-id.ts";
import type { KnownEntries } from "./known-entries.ts";
import { type CheckedEntry, makeShards } from "./make-shards.ts";
import type { ShardReader } from "./shard-reader.ts";
import { SHARD_SIZE, type Shard, type ShardCommit } from "./shards.ts";

/** So many neighbouring commits of a size are merged: single entries into sixteen, those into a full shard. */
const together = 16;

/**
 * The ids of commits to merge now, in their order: the last sixteen where all are small, or one of which most is dead. Nothing
 * where all is well. An entry that is written alone is merged twice in its life.
 */
export function mergePlan(known: KnownEntries): string[] | undefined {
  const ids = [...known.commits.keys()].sort();
  const liveOf = (id: string): number => known.commits.get(id)?.live ?? 0;
  for (const size of [together, SHARD_SIZE]) {
    let count = 0;
    while (count < ids.length && liveOf(ids[ids.length - 1 - count] ?? "") < size) count++;
    if (count >= together) return ids.slice(-count);
  }
  const wasted = ids.find((id) => {
    const { size = 0, live = 0 } = known.commits.get(id) ?? {};
    return live > 0 && size >= together && live < size / 2;
  });
  return wasted === undefined ? undefined : [wasted];
}

/** The commits that can go: of which nothing counts, and those that were merged by somebody who did not come to drop them. */
export function deadCommits(known: KnownEntries): string[] {
  const replaced = new Set([...known.commits.values()].flatMap(({ commit }) => commit.replaces));
  const dead: string[] = [];
  let hasOlder = false;
  for (const id of [...known.commits.keys()].sort()) {
    const { live = 0, commit } = known.commits.get(id) ?? {};
    // What was removed is to be known as long as an older commit may hold it.
    const says = commit ? commit.removed.length + commit.namespaces.length : 0;
    if (replaced.has(id) || (live === 0 && (says === 0 || !hasOlder))) dead.push(id);
    else hasOlder = true;
  }
  return dead;
}

/** One commit with all that counts in some. What they removed is said again, unless nothing older is left. */
export async function mergeCommits(
  known: KnownEntries,
  ids: readonly string[],
  reader: ShardReader,
): Promise<{ readonly commit: ShardCommit; readonly shards: readonly Shard[] }> {
  const merged = new Set(ids);
  const places = [...known.places.values()]
    .filter(({ id }) => merged.has(id))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const values = await reader.values(places);
  const vectors = await reader.vectors(places);
  const entries = places.flatMap(({ key, tags }, index): CheckedEntry[] => {
    const value = values[index];
    return value === undefined ? [] : [{ key, tags, value, vector: vectors[index] }];
  });
  const commits = ids.flatMap((id) => known.commits.get(id)?.commit ?? []);
  const isFirst = [...known.commits.keys()].every((id) => merged.has(id) || id > (ids.at(-1) ?? ""));
  const live = new Set(entries.map(({ key }) => key));
  const removed = new Set(commits.flatMap((one) => one.removed).filter((key) => !live.has(key)));
  const namespaces = new Set(commits.flatMap((one) => one.namespaces));
  const shards = makeShards(entries);
  return {
    shards,
    commit: {
      id: mergedId(ids.at(-1) ?? ""),
      shards: shards.length,
      removed: isFirst ? [] : [...removed],
      // An entry of a namespace that was written after its removal must not be taken for removed.
      namespaces: isFirst
        ? []
        : [...namespaces].filter((one) => ![...live].some((key) => key.startsWith(`${one}.`))),
      replaces: ids,
    },
  };
}
