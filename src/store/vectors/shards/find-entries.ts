import type { StoredVectorEntry, Vector, VectorMatch, VectorQuery } from "../../../contracts/vector-store.ts";
import { StoreError } from "../../../core/errors/store-errors.ts";
import { unitVector } from "../index/unit-vector.ts";
import type { KnownPlace, KnownShards } from "./known-shards.ts";
import { intact, type OpenShards, zip } from "./open-shards.ts";
import { damagedShard } from "./read-shards.ts";
import { type Found, isAccepted, type Place, stampOf } from "./shards.ts";

/** How often something is looked for again that another writer keeps moving. */
const TRIES = 4;

/** The entries most like a vector. What cannot be read is passed over, with a warning in the log. */
export async function searchShards<Value>(
  shards: OpenShards,
  vector: Vector,
  query: VectorQuery,
): Promise<VectorMatch<Value>[]> {
  const { topK, threshold, tags = [], namespace, signal } = query;
  for (let left = TRIES; ; left -= 1) {
    signal?.throwIfAborted();
    const known = await shards.refresh();
    const { moves } = shards;
    // Checked also where there is nothing to be like.
    if (!known.index) unitVector(vector, vector.length);
    if (!known.index) return [];
    const accepts = known.filter(namespace, tags);
    const hits = await known.index.search(vector, { topK, threshold, accepts, signal });
    // A slot may hold another entry by now: what was not asked for is no hit.
    const places = hits.flatMap(({ slot, score }) => {
      const place = known.placeAt(slot);
      return place && isAccepted(place.head, place.at, namespace, tags) ? [[place, score] as const] : [];
    });
    const matches = await readHits<Value>(shards, places);
    if (shards.moves === moves || left === 0) return matches;
  }
}

async function readHits<Value>(
  shards: OpenShards,
  hits: readonly (readonly [KnownPlace, number])[],
): Promise<VectorMatch<Value>[]> {
  const places = hits.map(([place]) => place);
  const values = new Map(zip(places, await shards.driver.values(places)));
  return hits.flatMap(([place, score]) => {
    const text = values.get(place);
    if (text === undefined) {
      shards.moves += 1;
      return [];
    }
    const entry = text instanceof StoreError ? text : shards.entryOf<Value>(place, text);
    if (!(entry instanceof StoreError))
      return [{ key: entry.key, value: entry.value, score: Math.max(0, score) }];
    shards.warn(entry);
    return [];
  });
}

/** What lies at the places of keys, however often somebody moves it meanwhile. Rejects where it cannot be read. */
export async function readAt<Value>(
  shards: OpenShards,
  keys: readonly string[],
  read: (places: readonly KnownPlace[]) => Promise<readonly Found<Value>[]>,
): Promise<(readonly [KnownPlace, Value] | undefined)[]> {
  for (let left = TRIES; ; left -= 1) {
    const known = await shards.refresh();
    const places = keys.flatMap((key) => known.place(key) ?? []);
    const found = new Map<string, readonly [KnownPlace, Value]>();
    let lost: Place | undefined;
    for (const [place, one] of zip(places, await read(places))) {
      const value = intact(one);
      if (value === undefined) lost = place;
      else found.set(place.head.keys[place.at] ?? "", [place, value]);
    }
    if (!lost) return keys.map((key) => found.get(key));
    if (left === 0) throw damagedShard(shards.name, `${lost.id}/${lost.shard}`);
  }
}

/** All entries of a namespace, shard by shard. */
export async function* entriesIn<Value>(
  shards: OpenShards,
  namespace: string,
): AsyncGenerator<StoredVectorEntry<Value>[]> {
  let known = await shards.refresh();
  const left = new Set(known.keysOf(namespace));
  let tries = TRIES;
  for (const key of left) {
    for (let place = known.place(key); place && left.has(key); place = known.place(key)) {
      const contents = intact(await shards.driver.contents(place));
      if (!contents) {
        if (tries === 0) throw damagedShard(shards.name, `${place.id}/${place.shard}`);
        tries -= 1;
        known = await shards.refresh();
        continue;
      }
      tries = TRIES;
      yield entriesOf<Value>(shards, known, place, contents.values, left);
    }
  }
}

/** The entries of a shard that are wanted and count still; they are wanted no more. */
function entriesOf<Value>(
  shards: OpenShards,
  known: KnownShards,
  place: Place,
  values: readonly string[],
  wanted: Set<string>,
): StoredVectorEntry<Value>[] {
  const entries = place.head.keys.flatMap((key, at) => {
    const now = wanted.has(key) ? known.place(key) : undefined;
    // With the same stamp it is the same entry, if it was merged meanwhile.
    if (!now || stampOf(now.head, now.at) !== stampOf(place.head, at)) return [];
    wanted.delete(key);
    return intact(shards.entryOf<Value>({ ...place, at }, values[at])) ?? [];
  });
  return entries.sort((one, other) => (one.key < other.key ? -1 : 1));
}
