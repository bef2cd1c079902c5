import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredRecord } from "../../src/contracts/store.ts";
import { abortable, linkSignal } from "../../src/core/abort.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";

/** A row: the record with its key. Whatever else wrote into the database may have left anything. */
export interface EntryRow extends StoredRecord {
  readonly key: string;
}

/** The one object store, and the index that expired rows are found by. */
export interface EntrySchema extends DBSchema {
  entries: { key: string; value: EntryRow; indexes: { expiresAt: number } };
}

/** What a database is for. */
export interface DatabaseKind<Schema extends DBSchema> {
  /** Makes the object stores of a new database. */
  make(database: IDBPDatabase<Schema>): void;
  /** Whether a database is one of these. May throw where it is none. */
  accepts(database: IDBPDatabase<Schema>): boolean;
}

/** The entries of a `Store`. */
export const entryDatabase: DatabaseKind<EntrySchema> = {
  make(database) {
    database.createObjectStore("entries", { keyPath: "key" }).createIndex("expiresAt", "expiresAt");
  },
  accepts(database) {
    if (!database.objectStoreNames.contains("entries")) return false;
    const { keyPath, indexNames } = database.transaction("entries").store;
    return keyPath === "key" && indexNames.contains("expiresAt");
  },
};

/** A connection that is opened on first use, and again after the browser or another tab has closed it. */
export interface IndexedDBConnection<Schema extends DBSchema = EntrySchema> {
  /** Whether it was ever open: then there is data, and nothing may take its place. */
  readonly wasOpen: boolean;
  /**
   * Works on the open database; once more on a new connection where the first one turned out to be lost. `lost` is the
   * error of the first try where nobody knows what became of that.
   */
  use<Value>(work: (database: IDBPDatabase<Schema>, lost?: unknown) => Promise<Value>): Promise<Value>;
  close(): void;
}

const SCHEMA_VERSION = 1;

export function indexedDBConnection<Schema extends DBSchema>(
  name: string,
  openTimeoutMs: number,
  kind: DatabaseKind<Schema>,
): IndexedDBConnection<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  let isBlocked = false;
  let wasOpen = false;

  /** Closing waits for transactions under way, so nothing of theirs is lost. */
  const letGo = (connection: typeof opening): void => {
    if (connection === opening) opening = undefined;
    connection?.then((database) => database.close()).catch(() => undefined);
  };

  const start = (): Promise<IDBPDatabase<Schema>> => {
    isBlocked = false;
    const connection: Promise<IDBPDatabase<Schema>> = openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade: (database) => kind.make(database),
      blocked() {
        isBlocked = true;
      },
      // Another tab wants to change the schema or delete the database; it waits until we are gone.
      blocking: () => letGo(connection),
      terminated: () => letGo(connection),
    }).then((database) => checked(database, name, kind));
    return connection;
  };

  const ready = async (connection: Promise<IDBPDatabase<Schema>>): Promise<IDBPDatabase<Schema>> => {
    const linked = linkSignal(undefined, openTimeoutMs);
    try {
      const database = await abortable(connection, linked.signal);
      wasOpen = true;
      return database;
    } catch (cause) {
      const waits = linked.signal.aborted && isBlocked;
      // A request that is blocked stays: one more would only wait behind it.
      if (!waits) letGo(connection);
      throw waits ? blockedDatabase(name, openTimeoutMs) : cause;
    } finally {
      linked.release();
    }
  };

  return {
    get wasOpen() {
      return wasOpen;
    },
    async use(work) {
      opening ??= start();
      const connection = opening;
      const database = await ready(connection);
      try {
        return await work(database);
      } catch (cause) {
        if (!isLost(cause)) throw cause;
        letGo(connection);
        opening ??= start();
        // A connection that was closed before the work began has done nothing.
        return await work(await ready(opening), cause.name === "InvalidStateError" ? undefined : cause);
      }
    },
    close: () => letGo(opening),
  };
}

function checked<Schema extends DBSchema>(
  database: IDBPDatabase<Schema>,
  name: string,
  kind: DatabaseKind<Schema>,
): IDBPDatabase<Schema> {
  try {
    if (kind.accepts(database)) return database;
    throw foreignDatabase(name);
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Closed under us (`InvalidStateError`), transaction given up (`AbortError`), or the browser's database process is gone. */
function isLost(cause: unknown): cause is Error {
  return cause instanceof Error && /^(?:InvalidState|Abort|Unknown)Error$/.test(cause.name);
}

function foreignDatabase(name: string): StoreError {
  const message = `The IndexedDB database "${name}" belongs to something else. Choose another name.`;
  return new StoreError("STORE_UNSUPPORTED", message, { store: "indexedDB" });
}

function blockedDatabase(name: string, limit: number): StoreError {
  const message = `The IndexedDB database "${name}" did not open within ${limit} ms: another tab holds an old version open. Close or reload the other tabs of this site.`;
  return new StoreError("STORE_TIMEOUT", message, { store: "indexedDB", limit });
}
