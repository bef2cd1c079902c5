import { StoreError } from "../../../core/errors/store-errors.ts";
import { vectorCodeLength } from "../index/vector-codes.ts";
import {
  rowCount,
  SHARD_SIZE,
  type ShardCommit,
  type ShardHead,
  type ShardSketch,
  type Tombstone,
} from "./shards.ts";

/** The error of a part of the vectors that cannot be read. */
export function damagedShard(store: string, key: string): StoreError {
  const message = `The part "${key}" of the vectors in the ${store} store is damaged or lost. Index again what was in it; what is intact stays readable.`;
  return new StoreError("STORE_CORRUPT", message, { store, key });
}

/** A head and its codes as they were found, or what is wrong with them: a disk may hold anything. */
export function readSketch(
  store: string,
  key: string,
  head: unknown,
  codes: unknown,
): ShardSketch | StoreError {
  return isHead(head) &&
    codes instanceof Uint8Array &&
    codes.length === (head.dimensions && rowCount(head) * vectorCodeLength(head.dimensions))
    ? { head, codes }
    : damagedShard(store, key);
}

/** The record of a commit as it was found, or what is wrong with it. */
export function readCommit(store: string, id: string, record: unknown): ShardCommit | StoreError {
  const { shards, removed, cleared, merged }: { [Name in keyof ShardCommit]?: unknown } = Object(record);
  return isCount(shards) && areTombstones(removed) && areTombstones(cleared)
    ? { id, shards, removed, cleared, ...(merged === true && { merged }) }
    : damagedShard(store, id);
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isHead(value: unknown): value is ShardHead {
  const head: { [Name in keyof ShardHead]?: unknown } = Object(value);
  const { keys, tagSets, tagSetOf, stamps, dimensions, rows } = head;
  if (!isTexts(keys) || keys.length > SHARD_SIZE) return false;
  const areNumbers = (numbers: unknown, most: number = keys.length): numbers is readonly number[] =>
    Array.isArray(numbers) && numbers.length <= most && numbers.every(isCount);
  return (
    Array.isArray(tagSets) &&
    tagSets.every(isTexts) &&
    (isCount(tagSetOf) || areNumbers(tagSetOf)) &&
    (isCount(stamps) || areNumbers(stamps)) &&
    isCount(dimensions) &&
    (rows === undefined || (areNumbers(rows) && rows.every((at) => at < keys.length)))
  );
}

function areTombstones(value: unknown): value is readonly Tombstone[] {
  return Array.isArray(value) && value.every((one) => typeof one?.[0] === "string" && isCount(one[1]));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
