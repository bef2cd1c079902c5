import type { Store, StoreDriver } from "../../src/contracts/store.ts";
import { getAIConfig } from "../../src/core/config.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { defineStore, type StoreOptions } from "../../src/store/define-store.ts";
import { memoryDriver } from "../../src/store/memory-store.ts";
import { entryDatabase, indexedDBConnection } from "./indexed-db-connection.ts";
import { indexedDBDriver } from "./indexed-db-driver.ts";

/** How a store in IndexedDB is opened. */
export interface IndexedDBStoreOptions extends StoreOptions {
  /**
   * When a write counts as done: `relaxed`, the default, once the operating system has it, which a crash of the page or
   * the browser does not undo; `strict` once it is on the disk, which a power cut does not undo and which takes many times
   * as long.
   */
  readonly durability?: "relaxed" | "strict" | undefined;
  /**
   * Whether the store goes on in memory where the browser gives no database: some private windows, blocked storage, pages
   * without an origin. Then `traits.durable` is false and a warning is logged. Default true; with `false` every operation
   * ends with `STORE_UNAVAILABLE` instead.
   */
  readonly fallback?: boolean | undefined;
  /** Told once, with the reason, when the store goes on in memory. */
  readonly onFallback?: ((error: StoreError) => void) | undefined;
  /** How long opening may take, in milliseconds. Default 10,000, or half of `timeoutMs` where that is less. */
  readonly openTimeoutMs?: number | undefined;
}

/**
 * A store in the browser's IndexedDB: pages, workers, extension pages and service workers of one origin share it. Atomic
 * across tabs, with expiry. The database is opened on first use and holds nothing but the store; a connection that another
 * tab or the browser closes opens again by itself.
 *
 * What the codes mean here: `STORE_QUOTA`, the origin's share of the disk is used up; `STORE_UNSUPPORTED`, something else
 * made the database, or newer code has changed it; `STORE_TIMEOUT`, another tab keeps it from being opened. Follows the
 * Indexed Database API 3.0 of the W3C.
 *
 * @param name The name of the database.
 *
 * @example
 * const store = indexedDBStore("notes", {
 *   onFallback: () => output.append("This window keeps no notes."),
 * });
 * await store.set("draft", { text: "hello" });
 */
export function indexedDBStore(name: string, options: IndexedDBStoreOptions = {}): Store {
  const { durability = "relaxed", timeoutMs = 30_000, fallback = true, onFallback } = options;
  const { openTimeoutMs = Math.min(10_000, timeoutMs / 2) } = options;
  const connection = indexedDBConnection(name, openTimeoutMs, entryDatabase);
  const database = indexedDBDriver(connection, durability);
  let driver = database;

  const use = async <Value>(work: (driver: StoreDriver) => Promise<Value>): Promise<Value> => {
    try {
      return await work(driver);
    } catch (cause) {
      // Once data lies in a database, an empty memory is no substitute for it.
      if (!fallback || connection.wasOpen || !isWithoutDatabase(cause)) throw cause;
      if (driver === database) {
        driver = memoryDriver();
        tell(cause);
      }
      return work(driver);
    }
  };

  const tell = (cause: unknown): void => {
    const message = `There is no IndexedDB here (${cause}): the store "${name}" goes on in memory.`;
    // What they throw shall not cost the operation that went on in memory.
    try {
      getAIConfig().logger?.warn?.("ai.store.indexedDB", "fallback", message, { database: name });
      onFallback?.(new StoreError("STORE_UNAVAILABLE", message, { store: "indexedDB", cause }));
    } catch {}
  };

  return defineStore(
    {
      ...database,
      get traits() {
        return driver.traits;
      },
      read: (key) => use((each) => each.read(key)),
      commit: (changes, now) => use((each) => each.commit(changes, now)),
      keys: (prefix, limit, cursor, now) => use((each) => each.keys(prefix, limit, cursor, now)),
    },
    options,
  );
}

/** There is none (`ReferenceError`), it may not be used, or it does not answer at all, which is how some windows refuse. */
export function isWithoutDatabase(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return /^(?:Reference|Type|Security|InvalidState|NotSupported|Timeout)Error$/.test(cause.name);
}
