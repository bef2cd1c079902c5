import type { Json } from "./message.ts";

/** What a store promises. Look at it before relying on a store, or ask for what you need and refuse the rest. */
export interface StoreTraits {
  /** `ifVersion` is checked and written in one step, and `batch` does all or nothing. */
  readonly atomic: boolean;
  /** Entries outlive the process. */
  readonly durable: boolean;
  /** `ttlMs` is honoured: an expired entry is not there. */
  readonly ttl: boolean;
  /** A read may miss a write that was confirmed shortly before, such as one made in another place of the world. */
  readonly eventual: boolean;
  /** The largest value, in bytes of its JSON text in UTF-8. No limit of the store's own where it is missing. */
  readonly maxValueBytes?: number;
  /** The longest key, in bytes of UTF-8. */
  readonly maxKeyBytes?: number;
}

/** A value and the version that it was written under. Every write makes a new version; none is used twice. */
export interface StoreEntry {
  readonly value: Json;
  readonly version: string;
}

/** Options of one write. */
export interface StoreSetOptions {
  /** Milliseconds until the entry is gone. */
  readonly ttlMs?: number | undefined;
  /** Writes only over this version; `null` writes only where there is no entry. Else `StoreConflictError` (`STORE_CONFLICT`). */
  readonly ifVersion?: string | null | undefined;
}

/** Options of one removal. */
export interface StoreDeleteOptions {
  /** Removes only this version. Else `StoreConflictError` (`STORE_CONFLICT`). */
  readonly ifVersion?: string | undefined;
}

/** Options of a listing. */
export interface StoreListOptions {
  /** How many keys to give at most, 1 to 1,000. Default 100. */
  readonly limit?: number | undefined;
  /** Where the page before ended. */
  readonly cursor?: string | undefined;
}

/** A page of keys. `cursor` is there where more may follow. */
export interface StorePage {
  readonly keys: readonly string[];
  readonly cursor?: string;
}

/** One part of a batch. */
export type StoreOperation =
  | ({ readonly type: "set"; readonly key: string; readonly value: Json } & StoreSetOptions)
  | ({ readonly type: "delete"; readonly key: string } & StoreDeleteOptions);

/**
 * Where state lives: JSON values under text keys. Every driver keeps the same rules, so that one can take the place of
 * another; what it cannot promise stands in `traits`. Keys are not empty, at most 512 bytes of UTF-8, without U+0000; a
 * value is JSON of at most 25 MiB. All methods reject with `StoreError` (a `STORE_…` code) and never leave half a write.
 */
export interface Store {
  /** Which driver it is, such as `indexedDB`; stands in errors. */
  readonly name: string;
  readonly traits: StoreTraits;
  /** The entry of a key; `undefined` where there is none, or where it has expired. The value is the caller's own copy. */
  get(key: string): Promise<StoreEntry | undefined>;
  /** Writes a value and returns it with its new version. */
  set(key: string, value: Json, options?: StoreSetOptions): Promise<StoreEntry>;
  /** Removes an entry. Resolves to whether there was one. */
  delete(key: string, options?: StoreDeleteOptions): Promise<boolean>;
  /** The keys that start with a prefix, page by page, in ascending order. */
  list(prefix: string, options?: StoreListOptions): Promise<StorePage>;
  /** Does all operations or none, at most 100, each on a key of its own. Missing where the platform cannot. */
  batch?(operations: readonly StoreOperation[]): Promise<void>;
  /** Lets go of connections. A closed store opens again when it is used. */
  close?(): Promise<void>;
}

/** An entry as a driver keeps it: the value as JSON text. */
export interface StoredRecord {
  readonly text: string;
  readonly version: string;
  /** Milliseconds since 1970 from which on the entry is gone. */
  readonly expiresAt?: number | undefined;
}

/** One change that a driver shall make: the new record, or none to remove the key. */
export interface StoreChange {
  readonly key: string;
  readonly record?: StoredRecord | undefined;
  /** Only over this version; `null` only where no live record is. */
  readonly ifVersion?: string | null | undefined;
}

/** How a commit ended: which keys had a live record before, or which change lost its race (then nothing was changed). */
export type StoreCommit =
  | { readonly existed: readonly boolean[]; readonly conflict?: undefined }
  | { readonly conflict: number; readonly existed?: undefined };

/** The part of a store that differs from platform to platform; `defineStore` makes a `Store` of it. */
export interface StoreDriver {
  readonly name: string;
  readonly traits: StoreTraits;
  /** Whether `commit` takes several changes at once. */
  readonly batches: boolean;
  /** The record of a key, expired or not. Throws `StoreError` `STORE_CORRUPT` for a row that is not its own. */
  read(key: string): Promise<StoredRecord | undefined>;
  /** Makes all changes or none. An expired record counts as absent. */
  commit(changes: readonly StoreChange[], now: number): Promise<StoreCommit>;
  /** Live keys with a prefix, ascending. */
  keys(prefix: string, limit: number, cursor: string | undefined, now: number): Promise<StorePage>;
  close?(): Promise<void>;
  /** What an error of the platform means; anything else becomes `STORE_UNAVAILABLE`. */
  failure?(cause: unknown): StoreFailure | undefined;
}

/** What a platform's error means in terms of this package. `message` says what happened and what to do. */
export interface StoreFailure {
  readonly code:
    | "STORE_QUOTA"
    | "STORE_UNAVAILABLE"
    | "STORE_TOO_LARGE"
    | "STORE_CORRUPT"
    | "STORE_UNSUPPORTED";
  readonly message: string;
  /** Whether trying again can help, where the code alone does not say it. */
  readonly retryable?: boolean;
}
