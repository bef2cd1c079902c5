import type {
  StoredVectorEntry,
  Vector,
  VectorChanges,
  VectorMatch,
  VectorQuery,
  VectorStore,
} from "../../contracts/vector-store.ts";
import { abortable } from "../../core/abort.ts";
import { StoreError } from "../../core/errors/store-errors.ts";
import { commitIdAfter } from "./commit-id.ts";
import { unitVector } from "./index/unit-vector.ts";
import { KnownEntries, type Place } from "./known-entries.ts";
import { checkEntries, makeShards } from "./make-shards.ts";
import { deadCommits, mergeCommits, mergePlan } from "./merge-commits.ts";
import { shardReader } from "./shard-reader.ts";
import type { Shard, ShardCommit, ShardDriver } from "./shards.ts";

/** A store of vectors, with all that one can have. */
export type FullVectorStore = Required<VectorStore>;

/**
 * A store of vectors over shards. Each write adds a commit, whose id sorts behind all that were known: writers never wait for
 * each other, and a reader takes in what is new before each search. Small commits are merged, each entry a few times in all. In
 * memory are the keys, tags and codes; values and floats are read for the hits.
 */
export function shardedVectorStore(driver: ShardDriver): FullVectorStore {
  const reader = shardReader(driver);
  let known = new KnownEntries((places) => reader.vectors(places));
  let refreshing: Promise<void> | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** Takes in what others have written. Who asks meanwhile waits for the same. */
  function refresh(): Promise<void> {
    refreshing ??= takeIn().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function takeIn(): Promise<void> {
    const ids = await driver.commits();
    const there = new Set(ids);
    const fresh = ids.filter((id) => !known.commits.has(id));
    const opened = await Promise.all(fresh.map((id) => driver.open(id)));
    for (const one of opened) {
      // A write of our own may have come in between.
      if (one && !known.commits.has(one.commit.id)) known.apply(one.commit, one.heads);
    }
    for (const id of [...known.commits.keys()]) {
      if (there.has(id) || written.has(id)) continue;
      known.forget(id);
      reader.forget(id);
    }
    written.clear();
  }
  /** Commits of our own that were written while the list of commits was read. */
  const written = new Set<string>();

  async function commit(commit: ShardCommit, shards: readonly Shard[]): Promise<void> {
    await driver.write(commit, shards);
    written.add(commit.id);
    known.apply(commit, shards);
  }

  async function drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await driver.drop(ids);
    for (const id of ids) {
      known.forget(id);
      reader.forget(id);
    }
  }

  /** Merges what is small and drops what is dead. What was written is there already: nothing of this can undo it. */
  async function tidy(): Promise<void> {
    for (let plan = mergePlan(known); plan; plan = mergePlan(known)) {
      const merged = await mergeCommits(known, plan, reader);
      await commit(merged.commit, merged.shards);
      await drop(plan);
    }
    await drop(deadCommits(known));
  }

  /** One write after the other: each must know what the one before has left. */
  function exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = lastWrite.then(work, work);
    lastWrite = done.catch(() => {});
    return done;
  }

  const change = (changes: VectorChanges, namespaces: readonly string[] = []): Promise<void> =>
    exclusively(async () => {
      await refresh();
      const put = [...new Map((changes.put ?? []).map((entry) => [entry.key, entry])).values()];
      const entries = checkEntries(driver.name, put, known.index?.dimensions);
      const isPut = new Set(put.map(({ key }) => key));
      const removed = (changes.remove ?? []).filter((key) => !isPut.has(key) && known.places.has(key));
      const gone = namespaces.filter((namespace) => known.keysOf(namespace).length > 0);
      if (entries.length === 0 && removed.length === 0 && gone.length === 0) return;
      const ids = [...known.commits.keys()].sort();
      const id = commitIdAfter(ids.at(-1), Date.now());
      const shards = makeShards(entries);
      await commit({ id, shards: shards.length, removed, namespaces: gone, replaces: [] }, shards);
      // Left for the next write where it fails.
      await tidy().catch(() => {});
    });

  /** Reads something that another writer may just have moved: then where everything lies is read anew. */
  async function reading<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
    for (let tries = 0; tries < 3; tries++) {
      await refresh();
      const value = await read();
      if (value !== undefined) return value;
    }
    const message = `The vectors of the ${driver.name} store change faster than they can be read. Try again.`;
    throw new StoreError("STORE_UNAVAILABLE", message, { store: driver.name });
  }

  /** The entries of places; `undefined` where one of them has moved. */
  async function entriesOf<Value>(places: readonly Place[]): Promise<StoredVectorEntry<Value>[] | undefined> {
    const values = await reader.values(places);
    if (values.some((value) => value === undefined)) return undefined;
    return places.map(({ key, tags }, index) => ({
      key,
      tags,
      value: JSON.parse(values[index] ?? "null") as Value,
    }));
  }

  async function search<Value>(
    vector: Vector,
    query: VectorQuery,
  ): Promise<VectorMatch<Value>[] | undefined> {
    const { index } = known;
    if (!index) {
      if (vector.length > 0) unitVector(vector, vector.length);
      return [];
    }
    const { topK, threshold, tags = [], namespace, signal } = query;
    const accepts = known.bitmap(namespace, tags);
    const hits = await index.search(vector, { topK, threshold, accepts, signal });
    const places = hits.map(({ slot }) => known.placeAt(slot));
    if (places.some((place) => place === undefined)) return undefined;
    const entries = await entriesOf<Value>(places.filter((place) => place !== undefined));
    return entries?.map(({ key, value }, at) => ({ key, value, score: Math.max(0, hits[at]?.score ?? 0) }));
  }

  return {
    name: driver.name,
    write: (changes) => change(changes),
    upsert: (key, value, vector, tags) => change({ put: [{ key, value, vector, tags }] }),
    removeNamespace: (namespace) => change({}, [namespace]),
    query<Value>(vector: Vector, query: VectorQuery) {
      return abortable(
        reading(() => search<Value>(vector, query)),
        query.signal,
      );
    },
    read<Value>(keys: readonly string[]) {
      return reading(async () => {
        const places = keys.map((key) => known.places.get(key));
        const entries = await entriesOf<Value>(places.filter((place) => place !== undefined));
        const byKey = new Map(entries?.map((entry) => [entry.key, entry]));
        return entries && keys.map((key) => byKey.get(key));
      });
    },
    async *entries<Value>(namespace: string) {
      await refresh();
      const keys = known.keysOf(namespace);
      const blocks = new Map<string, string[]>();
      for (const key of keys.sort()) {
        const { id, shard } = known.places.get(key) ?? {};
        const block = `${id} ${shard}`;
        blocks.set(block, [...(blocks.get(block) ?? []), key]);
      }
      for (const block of blocks.values()) {
        const found = await reading(() =>
          entriesOf<Value>(block.flatMap((key) => known.places.get(key) ?? [])),
        );
        if (found.length > 0) yield found;
      }
    },
    vectors(keys) {
      return reading(async () => {
        const places = keys.map((key) => known.places.get(key));
        const vectors = await Promise.all(
          places.map(async (place) => (place ? (await reader.vectors([place]))[0] : undefined)),
        );
        const isMoved = places.some((place, index) => place?.row !== undefined && !vectors[index]);
        return isMoved ? undefined : vectors;
      });
    },
    async close() {
      await lastWrite;
      known = new KnownEntries((places) => reader.vectors(places));
      reader.clear();
      await driver.close?.();
    },
  };
}
