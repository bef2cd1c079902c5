import type { StoreError } from "../../../core/errors/store-errors.ts";

/** How many entries a shard holds at most. */
export const SHARD_SIZE = 256;
/** Shards of so few entries lie in the record of their commit, where they are its only one. */
export const FEW_ENTRIES = 32;

/** What of a shard stays in memory, beside the codes of its vectors. */
export interface ShardHead {
  readonly keys: readonly string[];
  /** The sets of tags that occur, and the number of each entry's own: one number where all have the same. */
  readonly tagSets: readonly (readonly string[])[];
  readonly tagSetOf: number | readonly number[];
  /** When the entries were written (see `stampAfter`): one number where all were at once. */
  readonly stamps: number | readonly number[];
  /** The length of the vectors; 0 where no entry has one. */
  readonly dimensions: number;
  /** The places of the entries that have a vector, ascending; missing where all have. */
  readonly rows?: readonly number[] | undefined;
  /** The shard is the only one of its commit and small. */
  readonly alone?: boolean | undefined;
  /** Its values are so long that no more entries shall come to them. */
  readonly full?: boolean | undefined;
}

/** A head with the codes of the vectors, one after the other (`vectorCodes`). */
export interface ShardSketch {
  readonly head: ShardHead;
  readonly codes: Uint8Array;
}

/** What entries hold that is read only where they are wanted. */
export interface ShardContents {
  /** The values as JSON texts. */
  readonly values: readonly string[];
  /** The vectors, one after the other. */
  readonly floats: Float32Array;
}

/** Up to 256 entries that are written together. Never changed: what is written over is so in a later shard. */
export interface Shard extends ShardSketch, ShardContents {}

/** That something was removed, and when. */
export type Tombstone = readonly [name: string, stamp: number];

/** One write: it is there as a whole or not at all. */
export interface ShardCommit {
  readonly id: string;
  /** How many shards it came with. Some may have been dropped since. */
  readonly shards: number;
  /** Keys, and namespaces, of which everything with an earlier stamp is gone. */
  readonly removed: readonly Tombstone[];
  readonly cleared: readonly Tombstone[];
  /** It says again what other commits say. */
  readonly merged?: boolean;
}

/** What was read, `undefined` where the record is gone, or why it cannot be read (`STORE_CORRUPT`). */
export type Found<Value> = Value | undefined | StoreError;

export interface OpenedCommit {
  readonly commit: ShardCommit;
  /** By number. */
  readonly shards: readonly Found<ShardSketch>[];
}

/** Where an entry lies: in which shard of which commit, and at which place of it. */
export interface Place {
  readonly id: string;
  readonly shard: number;
  readonly head: ShardHead;
  readonly at: number;
}

/** What a write adds and what it drops: commits, and shards of these and of others, which stay. */
export interface ShardWrite {
  readonly commit?: ShardCommit | undefined;
  readonly shards: readonly Shard[];
  readonly dropCommits: readonly string[];
  readonly dropShards: readonly Pick<Place, "id" | "shard" | "head">[];
}

/** The part of a store of vectors that differs from platform to platform. Rejects with `StoreError`. */
export interface ShardDriver {
  /** Which store it is; stands in errors. */
  readonly name: string;
  /** For how long after a merge others may not see what was merged, in milliseconds. */
  readonly delayMs: number;
  /** The ids of all commits. */
  commits(): Promise<readonly string[]>;
  open(ids: readonly string[]): Promise<readonly Found<OpenedCommit>[]>;
  /** The values of places, as JSON texts. */
  values(places: readonly Place[]): Promise<readonly Found<string>[]>;
  /** The vectors of places that have one. */
  floats(places: readonly Place[]): Promise<readonly Found<Float32Array>[]>;
  /** All that a shard holds. */
  contents(place: Omit<Place, "at">): Promise<Found<ShardContents>>;
  write(write: ShardWrite): Promise<void>;
  close?(): Promise<void>;
}

/** When the entry at a place was written. */
export function stampOf({ stamps }: ShardHead, at: number): number {
  return typeof stamps === "number" ? stamps : (stamps[at] ?? 0);
}

/** The tags of the entry at a place. */
export function tagsOf({ tagSets, tagSetOf }: ShardHead, at: number): readonly string[] {
  return tagSets[typeof tagSetOf === "number" ? tagSetOf : (tagSetOf[at] ?? 0)] ?? [];
}

/** Whether the entry at a place is in a namespace and has one of the tags, where these are asked for. */
export function isAccepted(
  head: ShardHead,
  at: number,
  namespace: string | undefined,
  tags: readonly string[],
): boolean {
  if (namespace !== undefined && !head.keys[at]?.startsWith(`${namespace}.`)) return false;
  return tags.length === 0 || tagsOf(head, at).some((tag) => tags.includes(tag));
}

/** The number of an entry's vector among those of its shard; -1 where it has none. */
export function rowOf({ dimensions, rows }: ShardHead, at: number): number {
  return dimensions === 0 ? -1 : rows ? rows.indexOf(at) : at;
}

/** How many entries of a shard have a vector. */
export function rowCount({ dimensions, rows, keys }: ShardHead): number {
  return dimensions === 0 ? 0 : (rows ?? keys).length;
}
