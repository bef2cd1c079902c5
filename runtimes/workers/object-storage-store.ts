import type {
  Store,
  StoreChange,
  StoreCommit,
  StoreDriver,
  StoreFailure,
} from "../../src/contracts/store.ts";
import { defineStore, type StoreOptions } from "../../src/store/define-store.ts";
import { FULL_TRAITS } from "../../src/store/full-traits.ts";
import {
  entrySql,
  listValues,
  outcomeOf,
  pageOf,
  partsOf,
  recordOf,
  type SqlRow,
  type SqlValue,
  sqlFailure,
} from "./entry-sql.ts";

/** As much of `ctx.storage` of a Durable Object as the store asks for. */
export interface ObjectStorage {
  readonly sql: { exec(query: string, ...values: SqlValue[]): { toArray(): SqlRow[] } };
  transactionSync<Value>(work: () => Value): Value;
}

/**
 * A store inside a Durable Object, over its own SQLite: what an agent that lives in the object uses. Atomic and durable,
 * with expiry; values over 1 MB are spread over rows. Its tables (`hedgemage_entries…`) are made by the first write. Fails
 * with `STORE_QUOTA` where the object is full and `STORE_UNSUPPORTED` where its class is not under `new_sqlite_classes`.
 *
 * @example
 * class Session {
 *   readonly store: Store;
 *   constructor(context: { storage: ObjectStorage }) {
 *     this.store = objectStorageStore(context.storage);
 *   }
 * }
 */
export function objectStorageStore(storage: ObjectStorage, options: StoreOptions = {}): Store {
  return defineStore(objectStorageDriver(storage), { timeoutMs: Number.POSITIVE_INFINITY, ...options });
}

/** The driver of `objectStorageStore`. */
export function objectStorageDriver(storage: ObjectStorage): StoreDriver {
  const name = "objectStorage";
  const sql = entrySql("hedgemage_entries");
  const run = (query: string, ...values: SqlValue[]): SqlRow[] =>
    storage.sql.exec(query, ...values).toArray();
  // An object that was only ever asked has no tables, and is not given any: they would be paid for.
  const ask = (query: string, ...values: SqlValue[]): SqlRow[] => {
    try {
      return run(query, ...values);
    } catch (cause) {
      if (lacksTables(cause)) return [];
      throw cause;
    }
  };

  const write = (changes: readonly StoreChange[], now: number): StoreCommit => {
    const heads = run(sql.heads(changes.length), ...changes.map(({ key }) => key));
    const outcome = outcomeOf(changes, heads, now);
    if (outcome.conflict !== undefined) return outcome;
    for (const { key, record } of changes) {
      if (!record) {
        run(sql.remove, key);
        continue;
      }
      const parts = partsOf(record.text);
      const text = parts.length > 0 ? null : record.text;
      run(sql.put, key, record.version, record.expiresAt ?? null, parts.length, text);
      run(sql.removeParts, key);
      if (parts.length > 0) run(sql.addParts(parts.length), key, ...parts);
    }
    run(sql.sweep, now);
    return outcome;
  };

  return {
    name,
    batches: true,
    traits: FULL_TRAITS,
    read: async (key) => recordOf(name, key, ask(sql.read, key)),
    async commit(changes, now) {
      try {
        return storage.transactionSync(() => write(changes, now));
      } catch (cause) {
        // Looked for only when they are missing, so that `deleteAll()` of the application does no harm.
        if (!lacksTables(cause)) throw cause;
        for (const statement of sql.schema) run(statement);
        return storage.transactionSync(() => write(changes, now));
      }
    },
    async keys(prefix, limit, cursor, now) {
      const rows = ask(sql.list, ...listValues(prefix, limit, cursor, now));
      return pageOf(rows, limit);
    },
    failure: objectStorageFailure,
  };
}

/** What an error of an object's storage means. */
export function objectStorageFailure(cause: unknown): StoreFailure | undefined {
  const isKept = cause instanceof Error && cause.message.includes("SQL is not enabled");
  if (!isKept) return sqlFailure(cause);
  const message =
    'The Durable Object has no SQLite. Name its class under "new_sqlite_classes" in the Wrangler configuration.';
  return { code: "STORE_UNSUPPORTED", message };
}

/** Whether the tables of a store are not there. */
export function lacksTables(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("no such table");
}
