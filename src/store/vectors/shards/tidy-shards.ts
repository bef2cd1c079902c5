import { hasDirection } from "../index/unit-vector.ts";
import type { KnownCommit, KnownShard, KnownShards } from "./known-shards.ts";
import { type CheckedEntry, makeShards } from "./make-shards.ts";
import {
  rowOf,
  SHARD_SIZE,
  type ShardDriver,
  type ShardWrite,
  stampOf,
  type Tombstone,
  tagsOf,
} from "./shards.ts";
import { commitIdAfter, timeOfStamp } from "./stamps.ts";

/** So many shards of a size are merged into one: single entries into sixteen, those into a full shard. */
const TOGETHER = 16;
/** Somebody who merges just now may write again what was removed meanwhile: for so long it is remembered that it was. */
const REMEMBERED_MS = 600_000;

/**
 * What to drop: shards of which nothing counts any more, and commits that nobody needs.
 *
 * @param merged shards that are about to be somewhere else
 */
export function droppable(
  known: KnownShards,
  delayMs: number,
  now: number,
  merged?: ReadonlySet<KnownShard>,
): { readonly dropCommits: readonly string[]; readonly dropShards: readonly KnownShard[] } {
  const shards = [...known.shards()].filter((shard) => {
    const { live, movedAt } = shard;
    // Who sees changes late shall find what was merged in its old place till then.
    return delayMs === 0
      ? live === 0 || merged?.has(shard)
      : live === 0 && (movedAt === undefined || now - movedAt > delayMs);
  });
  const gone = new Set(shards);
  // What lies in the record of its commit is there as long as that is, and so are its dead.
  const leaving = new Set(shards.filter(({ head }) => !head.alone));
  const isNeeded = neededTombstones(known, leaving, now - delayMs);
  const dropCommits = [...known.commits.values()]
    .filter((one) => isEmptyWithout(one, gone) && !one.isPartial)
    .filter(
      ({ commit }) =>
        (merged !== undefined && delayMs === 0) || ![...commit.removed, ...commit.cleared].some(isNeeded),
    )
    .map(({ commit }) => commit.id);
  const dropped = new Set(dropCommits);
  return { dropCommits, dropShards: shards.filter(({ id, head }) => !head.alone || dropped.has(id)) };
}

/**
 * Merges sixteen small shards into one, or those of which more than half is dead, if there are so many. An entry that is written
 * alone is merged twice in its life. Resolves to what was written, or to nothing where all is well.
 */
export async function mergeSmall(
  known: KnownShards,
  driver: ShardDriver,
  now: number,
): Promise<ShardWrite | undefined> {
  const inputs = smallShards(known, driver.delayMs > 0);
  if (!inputs) return undefined;
  const entries: CheckedEntry[] = [];
  for (const shard of inputs) {
    const contents = await driver.contents(shard);
    // Gone: somebody else has merged it.
    if (!contents) return undefined;
    if (contents instanceof Error || !contents.floats.every(Number.isFinite)) {
      shard.isDamaged = true;
      return undefined;
    }
    const { head } = shard;
    for (const at of known.livePlaces(shard)) {
      const row = rowOf(head, at);
      const floats = contents.floats.subarray(row * head.dimensions, (row + 1) * head.dimensions);
      entries.push({
        key: head.keys[at] ?? "",
        value: contents.values[at] ?? "null",
        tags: tagsOf(head, at),
        stamp: stampOf(head, at),
        vector:
          row < 0 || !hasDirection(floats, head.dimensions, new Float32Array(head.dimensions))
            ? undefined
            : floats,
      });
    }
  }
  const drops = droppable(known, driver.delayMs, now, new Set(inputs));
  const isNeeded = neededTombstones(known, new Set([...drops.dropShards, ...inputs]), now - driver.delayMs);
  const gone = drops.dropCommits.flatMap((id) => known.commits.get(id)?.commit ?? []);
  const shards = makeShards(entries);
  // Vectors of many lengths come to no fewer shards.
  if (inputs.length >= TOGETHER && shards.length >= inputs.length) return undefined;
  return {
    ...drops,
    shards,
    commit: {
      id: commitIdAfter(known.lastId, now),
      shards: shards.length,
      removed: latest(gone.flatMap(({ removed }) => removed.filter(isNeeded))),
      cleared: latest(gone.flatMap(({ cleared }) => cleared.filter(isNeeded))),
      merged: true,
    },
  };
}

function smallShards(known: KnownShards, isLate: boolean): readonly KnownShard[] | undefined {
  const shards = [...known.shards()].filter(({ isDamaged, live, movedAt, head }) => {
    return !isDamaged && !head.full && live > 0 && !(isLate && movedAt !== undefined);
  });
  const bare = [...known.commits.values()].filter(
    ({ isPartial, shards: own }) =>
      !isPartial && [...own.values()].every(({ live, head }) => live === 0 && head.alone),
  ).length;
  const single = shards.filter(({ live }) => live < TOGETHER);
  // Where changes are seen late, what only says what was removed stays till nobody needs it.
  if (single.length + (isLate ? 0 : bare) >= TOGETHER) return single;
  const small = shards.filter(({ live }) => live >= TOGETHER && live < SHARD_SIZE / 2);
  return small.length >= TOGETHER ? small : undefined;
}

/** Tells which tombstones must stay: young ones, and those that something removed still lies under. */
function neededTombstones(
  known: KnownShards,
  gone: ReadonlySet<KnownShard>,
  now: number,
): (tombstone: Tombstone) => boolean {
  if ([...known.commits.values()].some(({ isPartial }) => isPartial)) return () => true;
  let dead: Set<string> | undefined;
  const deadKeys = (): Set<string> => {
    const keys = new Set<string>();
    for (const shard of known.shards()) {
      if (gone.has(shard) || shard.live === shard.head.keys.length) continue;
      for (const key of shard.head.keys) keys.add(key);
    }
    return keys;
  };
  return ([name, stamp]) => {
    if (now - timeOfStamp(stamp) < REMEMBERED_MS) return true;
    dead ??= deadKeys();
    return dead.has(name) || [...dead].some((key) => key.startsWith(`${name}.`));
  };
}

/** One of each name: two who merge at once carry the same on, and two of two would become four. */
function latest(tombstones: readonly Tombstone[]): Tombstone[] {
  const stamps = new Map<string, number>();
  for (const [name, stamp] of tombstones) stamps.set(name, Math.max(stamp, stamps.get(name) ?? 0));
  return [...stamps];
}

function isEmptyWithout({ shards }: KnownCommit, gone: ReadonlySet<KnownShard>): boolean {
  return [...shards.values()].every((shard) => gone.has(shard));
}
