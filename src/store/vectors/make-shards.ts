import type { VectorEntry } from "../../contracts/vector-store.ts";
import { VectorError } from "../../core/errors/retrieval-errors.ts";
import { StoreError } from "../../core/errors/store-errors.ts";
import { unitVector } from "./index/unit-vector.ts";
import { vectorCodes } from "./index/vector-codes.ts";
import { SHARD_SIZE, type Shard } from "./shards.ts";

/** Above this many characters of values a shard is not filled further: a hit reads the values of its shard as a whole. */
const longestValues = 1_000_000;

/** An entry that was checked. */
export interface CheckedEntry {
  readonly key: string;
  readonly value: string;
  readonly tags: readonly string[];
  readonly vector: Float32Array | undefined;
}

/**
 * Entries checked, before any is written: keys, values that JSON can hold, and vectors that are all of one length. A vector of
 * zeros has no direction: its entry is kept, and never found.
 *
 * @param dimensions the length that vectors must have, where it is known
 */
export function checkEntries(
  store: string,
  entries: readonly VectorEntry[],
  dimensions: number | undefined,
): CheckedEntry[] {
  let expected = dimensions;
  return entries.map(({ key, value, vector, tags = [] }) => {
    if (typeof key !== "string" || key === "") {
      throw new StoreError("STORE_INVALID_KEY", "A key is empty. Give each entry a key.", { store });
    }
    const text = JSON.stringify(value);
    if (text === undefined) {
      const message = `What is for "${key}" is nothing that JSON can hold.`;
      throw new StoreError("STORE_INVALID_VALUE", message, { store, key });
    }
    if (vector === undefined) return { key, value: text, tags, vector };
    if (vector.length === 0)
      throw new VectorError("VECTOR_INVALID", `The vector of "${key}" has no numbers.`);
    expected ??= vector.length;
    const isZero = unitVector(vector, expected) === undefined;
    return { key, value: text, tags, vector: isZero ? undefined : Float32Array.from(vector) };
  });
}

/** Entries in shards, in their order. */
export function makeShards(entries: readonly CheckedEntry[]): Shard[] {
  const shards: Shard[] = [];
  let some: CheckedEntry[] = [];
  let length = 0;
  for (const entry of entries) {
    if (some.length === SHARD_SIZE || (length + entry.value.length > longestValues && some.length > 0)) {
      shards.push(shardOf(some));
      some = [];
      length = 0;
    }
    some.push(entry);
    length += entry.value.length;
  }
  if (some.length > 0) shards.push(shardOf(some));
  return shards;
}

function shardOf(entries: readonly CheckedEntry[]): Shard {
  const found = entries.flatMap(({ vector }, index) => (vector ? [index] : []));
  const vectors = entries.flatMap(({ vector }) => (vector ? [vector] : []));
  const dimensions = vectors[0]?.length ?? 0;
  const floats = new Float32Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) floats.set(vector, index * dimensions);
  const units = vectors.flatMap((vector) => unitVector(vector, dimensions) ?? []);
  return {
    keys: entries.map(({ key }) => key),
    tags: entries.map(({ tags }) => tags),
    values: entries.map(({ value }) => value),
    dimensions,
    found,
    codes: vectorCodes(units),
    floats,
  };
}
