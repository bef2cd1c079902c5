/** How many entries a shard holds at most. */
export const SHARD_SIZE = 256;

/** What of a shard is kept in memory: everything but the values and the floats. */
export interface ShardHead {
  readonly keys: readonly string[];
  readonly tags: readonly (readonly string[])[];
  /** The length of the vectors; 0 where no entry has one. */
  readonly dimensions: number;
  /** The places of the entries that have a vector, ascending. */
  readonly found: readonly number[];
  /** The codes of those vectors, one after the other (`vectorCodes`). */
  readonly codes: Uint8Array;
}

/** Up to 256 entries that are written and read together. */
export interface Shard extends ShardHead {
  /** The values as JSON texts. */
  readonly values: readonly string[];
  /** The vectors as they were given, one after the other. */
  readonly floats: Float32Array;
}

/**
 * One write: the shards it added and what it removed. Later ids count over earlier ones, so that writers need not wait for
 * each other. `replaces` names the commits that it was merged from.
 */
export interface ShardCommit {
  readonly id: string;
  readonly shards: number;
  readonly removed: readonly string[];
  readonly namespaces: readonly string[];
  readonly replaces: readonly string[];
}

/** The part of a store of vectors that differs from platform to platform. All methods reject with `StoreError`. */
export interface ShardDriver {
  /** Which store it is; stands in errors. */
  readonly name: string;
  /** The ids of all commits, ascending. */
  commits(): Promise<readonly string[]>;
  /** A commit with the heads of its shards; `undefined` where it is gone. */
  open(
    id: string,
  ): Promise<{ readonly commit: ShardCommit; readonly heads: readonly ShardHead[] } | undefined>;
  /** The values of a shard; `undefined` where it is gone. */
  values(id: string, shard: number): Promise<readonly string[] | undefined>;
  /** The floats of a shard; `undefined` where it is gone. */
  floats(id: string, shard: number): Promise<Float32Array | undefined>;
  /** Writes a commit: it is there as a whole or not at all. */
  write(commit: ShardCommit, shards: readonly Shard[]): Promise<void>;
  /** Removes commits that nothing depends on any more. */
  drop(ids: readonly string[]): Promise<void>;
  close?(): Promise<void>;
}
