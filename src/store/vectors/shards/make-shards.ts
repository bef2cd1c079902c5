import type { Vector, VectorEntry } from "../../../contracts/vector-store.ts";
import { VectorError } from "../../../core/errors/retrieval-errors.ts";
import { StoreError } from "../../../core/errors/store-errors.ts";
import { hasDirection, unitVector } from "../index/unit-vector.ts";
import { codeWriter, vectorCodeLength } from "../index/vector-codes.ts";
import { FEW_ENTRIES, SHARD_SIZE, type Shard, type ShardHead } from "./shards.ts";

/** With so many characters of values a shard is full. */
const FULL_VALUES = 1_000_000;
/** The least square of a length that floats of 32 bits hold well. */
const SMALLEST = 1e-60;

/** An entry that was checked, as it is written. */
export interface CheckedEntry {
  readonly key: string;
  /** As JSON text. */
  readonly value: string;
  readonly tags: readonly string[];
  readonly stamp: number;
  /** One that has a direction. */
  readonly vector: Vector | undefined;
}

/**
 * Checks entries before any is written: keys, values, and vectors that are all of one length. A vector of zeros is like
 * nothing: its entry is kept, and never found. Throws `StoreError` and `VectorError`.
 *
 * @param dimensions the length that vectors must have, where it is known
 */
export function checkEntries(
  store: string,
  entries: Iterable<VectorEntry>,
  stamp: number,
  dimensions: number | undefined,
): CheckedEntry[] {
  let expected = dimensions;
  let scratch = new Float32Array(0);
  return Array.from(entries, ({ key, value, vector, tags = [] }) => {
    if (typeof key !== "string" || key === "") {
      const message = "The key of an entry is no text, or empty. Give each entry a key.";
      throw new StoreError("STORE_INVALID_KEY", message, { store });
    }
    const text = jsonOf(value);
    if (text === undefined || !(Array.isArray(tags) && tags.every((tag) => typeof tag === "string"))) {
      const message = `The value for "${key.slice(0, 80)}" is nothing that JSON can hold, or its tags are no list of texts.`;
      throw new StoreError("STORE_INVALID_VALUE", message, { store, key });
    }
    if (vector === undefined) return { key, value: text, tags, stamp, vector };
    if (vector.length === 0) {
      throw new VectorError(
        "VECTOR_INVALID",
        "A vector has no numbers. Leave it out, or embed the text again.",
      );
    }
    expected ??= vector.length;
    if (scratch.length !== expected) scratch = new Float32Array(expected);
    const isKnown = hasDirection(vector, expected, scratch);
    return { key, value: text, tags, stamp, vector: isKnown ? vector : undefined };
  });
}

/** The entries in shards, those with vectors of one length together, in their order. */
export function makeShards(entries: readonly CheckedEntry[]): Shard[] {
  const lengthOf = ({ vector }: CheckedEntry): number => vector?.length ?? 0;
  const usual = Math.max(0, ...new Set(entries.map(lengthOf)));
  const ordered = entries.toSorted((one, other) => (lengthOf(one) || usual) - (lengthOf(other) || usual));
  const shards: Shard[] = [];
  for (let start = 0; start < ordered.length; ) {
    const some: CheckedEntry[] = [];
    let dimensions = 0;
    let length = 0;
    while (some.length < SHARD_SIZE && length < FULL_VALUES) {
      const entry = ordered[start + some.length];
      if (!entry || (dimensions > 0 && entry.vector && entry.vector.length !== dimensions)) break;
      dimensions ||= lengthOf(entry);
      length += entry.value.length;
      some.push(entry);
    }
    start += some.length;
    const isAlone = some.length === entries.length && some.length <= FEW_ENTRIES;
    shards.push(
      shardOf(some, { ...(isAlone && { alone: true }), ...(length >= FULL_VALUES && { full: true }) }),
    );
  }
  return shards;
}

function shardOf(entries: readonly CheckedEntry[], marks: Pick<ShardHead, "alone" | "full">): Shard {
  const rows: number[] = [];
  const vectors: Vector[] = [];
  const sets = new Map<string, number>();
  const tagSetOf: number[] = [];
  for (const [at, { tags, vector }] of entries.entries()) {
    const name = JSON.stringify(tags);
    const set = sets.get(name) ?? sets.size;
    sets.set(name, set);
    tagSetOf.push(set);
    if (!vector) continue;
    rows.push(at);
    vectors.push(vector);
  }
  const dimensions = vectors[0]?.length ?? 0;
  const floats = floatsOf(vectors, dimensions);
  let codes: Uint8Array<ArrayBuffer> | undefined;
  const first = entries[0]?.stamp ?? 0;
  return {
    head: {
      keys: entries.map(({ key }) => key),
      tagSets: [...sets.keys()].map((name) => JSON.parse(name) as string[]),
      tagSetOf: sets.size === 1 ? 0 : tagSetOf,
      stamps: entries.every(({ stamp }) => stamp === first) ? first : entries.map(({ stamp }) => stamp),
      dimensions,
      ...(dimensions > 0 && rows.length < entries.length && { rows }),
      ...marks,
    },
    values: entries.map(({ value }) => value),
    floats,
    // Made when they are first asked for: a driver may have something written meanwhile.
    get codes() {
      codes ??= codesOf(floats, dimensions);
      return codes;
    },
  };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Vectors as they were given, unless floats of 32 bits cannot hold that. */
function floatsOf(vectors: readonly Vector[], dimensions: number): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) {
    floats.set(vector, row * dimensions);
    const own = floats.subarray(row * dimensions, (row + 1) * dimensions);
    if (!isHeld(vector, own)) unitVector(vector, dimensions, own);
  }
  return floats;
}

function codesOf(floats: Float32Array<ArrayBuffer>, dimensions: number): Uint8Array<ArrayBuffer> {
  if (floats.length === 0) return new Uint8Array();
  const length = vectorCodeLength(dimensions);
  const codes = new Uint8Array((floats.length / dimensions) * length);
  const encode = codeWriter(dimensions);
  const unit = new Float32Array(dimensions);
  for (let start = 0, at = 0; start < floats.length; start += dimensions, at += length) {
    unitVector(floats.subarray(start, start + dimensions), dimensions, unit);
    codes.set(encode(unit), at);
  }
  return codes;
}

function isHeld(vector: Vector, floats: Float32Array): boolean {
  if (vector instanceof Float32Array) return true;
  let squares = 0;
  for (let axis = 0; axis < floats.length; axis += 1) squares += (floats[axis] as number) ** 2;
  return squares > SMALLEST && squares < Number.POSITIVE_INFINITY;
}
