import type { VectorChanges, VectorStore } from "../../../contracts/vector-store.ts";
import { abortable } from "../../../core/abort.ts";
import type { VectorIndexOptions } from "../index/vector-index.ts";
import { entriesIn, readAt, searchShards } from "./find-entries.ts";
import type { KnownShards } from "./known-shards.ts";
import { checkEntries, makeShards } from "./make-shards.ts";
import { intact, OpenShards, zip } from "./open-shards.ts";
import { rowOf, type ShardDriver, type Tombstone } from "./shards.ts";
import { commitIdAfter, stampAfter } from "./stamps.ts";
import { droppable, mergeSmall } from "./tidy-shards.ts";

/** A store of vectors, with all that one can have. */
export type FullVectorStore = Required<VectorStore>;

/**
 * A store of vectors over shards. Each write adds a commit and changes none that is there, so that writers need not wait for each
 * other; a reader takes in what is new before each search. Small shards are merged. In memory are keys, tags and codes; values
 * and floats are read for the hits.
 */
export function shardedVectorStore(
  driver: ShardDriver,
  kernel?: VectorIndexOptions["kernel"],
): FullVectorStore {
  const shards = new OpenShards(driver, kernel);
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** One write after the other: each must know what the one before has left. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = lastWrite.then(work);
    lastWrite = done.catch(() => {});
    return done;
  }

  function change(changes: VectorChanges, namespaces: readonly string[] = []): Promise<void> {
    return inTurn(() => changeNow(changes, namespaces));
  }

  async function changeNow(
    { put = [], remove = [] }: VectorChanges,
    namespaces: readonly string[],
  ): Promise<void> {
    const known = await shards.refresh();
    const now = Date.now();
    const stamp = stampAfter(known.lastStamp, now);
    const entries = new Map(put.map((entry) => [entry.key, entry]));
    const checked = checkEntries(driver.name, entries.values(), stamp, known.index?.dimensions);
    const gone = (names: readonly string[]): Tombstone[] => [...new Set(names)].map((name) => [name, stamp]);
    const removed = gone(remove.filter((key) => known.has(key) && !entries.has(key)));
    const cleared = gone(namespaces.filter((namespace) => known.keysOf(namespace).length > 0));
    if (checked.length + removed.length + cleared.length > 0) {
      const added = makeShards(checked);
      const commit = { id: commitIdAfter(known.lastId, now), shards: added.length, removed, cleared };
      // Nothing is dropped yet: where that fails, this is written all the same.
      await shards.write(known, { commit, shards: added, dropCommits: [], dropShards: [] });
    }
    // What was asked for is done: what fails here is done by a later write.
    const removes = removed.length + namespaces.length > 0;
    await tidy(known, removes).catch((error: unknown) => shards.warn(error));
  }

  async function tidy(known: KnownShards, removes: boolean): Promise<void> {
    for (;;) {
      const merged = await mergeSmall(known, driver, Date.now());
      if (!merged) break;
      await shards.write(known, merged);
    }
    const { dropCommits, dropShards } = droppable(known, driver.delayMs, Date.now());
    // What is damaged goes when nothing else is left.
    const damaged =
      !removes || known.size > 0 ? [] : [...known.commits.values()].filter(({ isPartial }) => isPartial);
    const commits = [...dropCommits, ...damaged.map(({ commit }) => commit.id)];
    if (commits.length + dropShards.length > 0)
      await shards.write(known, { shards: [], dropCommits: commits, dropShards });
  }

  return {
    name: driver.name,
    write: (changes) => change(changes),
    upsert: (key, value, vector, tags) => change({ put: [{ key, value, vector, tags }] }),
    removeNamespace: (namespace) => change({}, [namespace]),
    query: (vector, query) => abortable(searchShards(shards, vector, query), query.signal),
    async read<Value>(keys: readonly string[]) {
      const found = await readAt(shards, keys, (places) => driver.values(places));
      return found.map((one) => one && intact(shards.entryOf<Value>(...one)));
    },
    async vectors(keys) {
      const found = await readAt<Float32Array | null>(shards, keys, async (places) => {
        const some = places.filter(({ head, at }) => rowOf(head, at) >= 0);
        const floats = new Map(zip(some, await driver.floats(some)));
        return places.map((place) => (rowOf(place.head, place.at) < 0 ? null : floats.get(place)));
      });
      return found.map((one) => one?.[1] ?? undefined);
    },
    entries: (namespace) => entriesIn(shards, namespace),
    close: () =>
      inTurn(async () => {
        shards.forgetAll();
        await driver.close?.();
      }),
  };
}
