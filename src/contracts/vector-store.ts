/** Numbers of a vector, as an embedder gives them or as an index keeps them. */
export type Vector = readonly number[] | Float32Array;

/** An entry to write: a JSON value that a search can find by its vector. One without a vector is never found, only read. */
export interface VectorEntry {
  readonly key: string;
  /** Anything that JSON can hold. */
  readonly value: unknown;
  readonly vector?: Vector | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Entries to write and keys to remove. */
export interface VectorChanges {
  readonly put?: readonly VectorEntry[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** What a search shall find. */
export interface VectorQuery {
  /** How many entries at most. */
  readonly topK: number;
  /** Only entries at least so alike: the cosine, 1 for the same direction. */
  readonly threshold?: number | undefined;
  /** Only entries that have one of these tags. An empty list is no filter. */
  readonly tags?: readonly string[] | undefined;
  /** Only entries whose key begins with this and a dot. */
  readonly namespace?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An entry that a search has found. `score` is the cosine, from 0 (anything not alike) to 1. */
export interface VectorMatch<Value = unknown> {
  readonly key: string;
  readonly value: Value;
  readonly score: number;
}

/** An entry as it is read back. */
export interface StoredVectorEntry<Value = unknown> {
  readonly key: string;
  readonly value: Value;
  readonly tags: readonly string[];
}

/**
 * Where vectors live and are searched. The first three methods are all that a store must have; the stores of this package
 * have every one, and what uses a store says what it can do without them. Keys are texts with dots that part namespace,
 * source and number. Methods reject with `StoreError` (a `STORE_…` code) or `VectorError` (a `VECTOR_…` code), and leave nothing half written.
 */
export interface VectorStore {
  /** Writes an entry over the one with the same key. */
  upsert(key: string, value: unknown, vector: Vector, tags?: readonly string[]): Promise<void>;
  /** The entries most like a vector, best first. */
  query<Value = unknown>(vector: Vector, options: VectorQuery): Promise<VectorMatch<Value>[]>;
  /** Removes every entry whose key begins with `namespace` and a dot. */
  removeNamespace(namespace: string): Promise<void>;

  /** Which store it is, such as `indexedDB`; stands in errors. */
  readonly name?: string;
  /** Makes all changes or none. */
  write?(changes: VectorChanges): Promise<void>;
  /** The entries of keys, in the order of the keys; `undefined` where there is none. */
  read?<Value = unknown>(keys: readonly string[]): Promise<(StoredVectorEntry<Value> | undefined)[]>;
  /** All entries of a namespace, block by block, in ascending order of their keys within a block. */
  entries?<Value = unknown>(namespace: string): AsyncIterable<readonly StoredVectorEntry<Value>[]>;
  /** The vectors of keys, in the order of the keys; `undefined` where there is none. */
  vectors?(keys: readonly string[]): Promise<(Float32Array | undefined)[]>;
  /** Lets go of connections and of what is kept in memory. A closed store opens again when it is used. */
  close?(): Promise<void>;
}

/** The same as `VectorStore`. */
export type VectorStoreContract = VectorStore;
