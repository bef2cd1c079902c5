import type { IDBPDatabase, IDBPObjectStore } from "idb";
import type {
  StoreChange,
  StoreCommit,
  StoreDriver,
  StoredRecord,
  StoreFailure,
} from "../../src/contracts/store.ts";
import { corruptEntry } from "../../src/store/corrupt-entry.ts";
import { commitOver } from "../../src/store/define-store.ts";
import { FULL_TRAITS } from "../../src/store/full-traits.ts";
import { unansweredWrite } from "../../src/store/unanswered-write.ts";
import type { EntrySchema, IndexedDBConnection } from "./indexed-db-connection.ts";

/** Every how many writes expired rows are removed, and how many at once. */
const SWEEP_EVERY = 16;
const SWEEP_ROWS = 100;

/** Keeps records as rows of one object store; a commit is one transaction. */
export function indexedDBDriver(
  connection: IndexedDBConnection,
  durability: "relaxed" | "strict",
): StoreDriver {
  let writes = 0;
  return {
    name: "indexedDB",
    batches: true,
    traits: FULL_TRAITS,
    read: (key) =>
      connection.use(async (database) => {
        const row: unknown = await entries(database).get(key);
        if (row === undefined || isRecord(row)) return row;
        throw corruptEntry("indexedDB", key);
      }),
    commit: (changes, now) =>
      connection.use((database, lost) => {
        const sweeps = writes % SWEEP_EVERY === 0;
        writes += 1;
        return commitTo(database, changes, { now, durability, sweeps, lost });
      }),
    keys: (prefix, limit, cursor = "", now) =>
      connection.use(async (database) => {
        const end = endOf(prefix);
        if (end !== undefined && cursor >= end) return { keys: [] };
        const isFirst = cursor < prefix || cursor === "";
        // A list is greater than every text.
        const range = IDBKeyRange.bound(isFirst ? prefix : cursor, end ?? [], !isFirst, true);
        const store = entries(database);
        const expired = new Set(await store.index("expiresAt").getAllKeys(IDBKeyRange.upperBound(now)));
        // As many more are asked for as may have to be left out.
        const found = await store.getAllKeys(range, limit + 1 + expired.size);
        const live = found.filter((key) => typeof key === "string" && !expired.has(key));
        const keys = live.slice(0, limit);
        const last = keys.at(-1);
        return live.length > limit && last !== undefined ? { keys, cursor: last } : { keys };
      }),
    close: async () => connection.close(),
    failure: failureOf,
  };
}

interface CommitSettings {
  readonly now: number;
  readonly durability: "relaxed" | "strict";
  readonly sweeps: boolean;
  /** Why the try before had no answer. */
  readonly lost: unknown;
}

async function commitTo(
  database: IDBPDatabase<EntrySchema>,
  changes: readonly StoreChange[],
  { now, durability, sweeps, lost }: CommitSettings,
): Promise<StoreCommit> {
  const transaction = database.transaction("entries", "readwrite", { durability });
  const { store } = transaction;
  const requests: Promise<unknown>[] = [];
  const track = <Value>(request: Promise<Value>): Promise<Value> => {
    // Each is looked at in the end, but the first failure may come before that.
    request.catch(() => undefined);
    requests.push(request);
    return request;
  };
  track(transaction.done);
  try {
    const present = await Promise.all(changes.map(({ key }) => track(store.get(key))));
    if (lost && changes.some(({ record }, index) => record && present[index]?.version === record.version)) {
      // The first try was written, only its answer was lost.
      return { existed: changes.map(() => true) };
    }
    const outcome = commitOver(changes, present, now);
    if (outcome.conflict !== undefined) {
      // Perhaps it was the first try that changed it.
      if (lost) throw unansweredWrite("indexedDB", changes[outcome.conflict]?.key ?? "", lost);
      return outcome;
    }
    for (const { key, record } of changes)
      track<unknown>(record ? store.put({ ...record, key }) : store.delete(key));
    if (sweeps) {
      const expired = await track(
        store.index("expiresAt").getAllKeys(IDBKeyRange.upperBound(now), SWEEP_ROWS),
      );
      for (const key of expired) track(store.delete(key));
    }
    await Promise.all(requests);
    return outcome;
  } catch (cause) {
    giveUp(transaction);
    const letters = changes.reduce((sum, { record }) => sum + (record?.text.length ?? 0), 0);
    throw await firstCause(cause, requests, letters);
  }
}

/** Aborts a transaction that may have ended. */
export function giveUp(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** The error that made the others: what is aborted with a transaction says no more than that. */
export async function firstCause(
  cause: unknown,
  requests: readonly Promise<unknown>[],
  size: number,
): Promise<unknown> {
  const outcomes = await Promise.allSettled(requests);
  const causes = [cause, ...outcomes.map((each) => (each.status === "rejected" ? each.reason : undefined))];
  const first = causes.find((each) => each instanceof Error && each.name !== "AbortError");
  if (first !== undefined) return first;
  // Some engines end a transaction without a reason where there is no room.
  return (await isFull(size)) ? new DOMException("The write was given up.", "QuotaExceededError") : cause;
}

async function isFull(size: number): Promise<boolean> {
  try {
    const { usage = 0, quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate();
    return usage + size > quota * 0.95;
  } catch {
    return false;
  }
}

/** The object store for reading. */
function entries(database: IDBPDatabase<EntrySchema>): IDBPObjectStore<EntrySchema, ["entries"], "entries"> {
  const { store, done } = database.transaction("entries");
  // The requests tell their errors themselves.
  done.catch(() => undefined);
  return store;
}

function isRecord(row: unknown): row is StoredRecord {
  if (typeof row !== "object" || row === null) return false;
  const { text, version, expiresAt }: { text?: unknown; version?: unknown; expiresAt?: unknown } = row;
  const isEnd = expiresAt === undefined || typeof expiresAt === "number";
  return typeof text === "string" && typeof version === "string" && isEnd;
}

/** The first text after all texts with a prefix; none where there are only such texts. */
function endOf(prefix: string): string | undefined {
  for (let length = prefix.length; length > 0; length -= 1) {
    const unit = prefix.charCodeAt(length - 1);
    if (unit < 0xffff) return prefix.slice(0, length - 1) + String.fromCharCode(unit + 1);
  }
  return undefined;
}

/** What an error of IndexedDB means. */
export function failureOf(cause: unknown): StoreFailure | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { name, message } = cause;
  if (name === "AbortError") {
    const what = "The browser gave the transaction up and did not say why: nothing was written.";
    return { code: "STORE_UNAVAILABLE", message: `${what} Try again; it may be short of room.` };
  }
  if (name === "VersionError") {
    const what = "The IndexedDB database was changed by newer code, or by something else.";
    return { code: "STORE_UNSUPPORTED", message: `${what} Reload the page, or choose another name.` };
  }
  if (/quota|no.?space|disk.?full|device.?space/i.test(`${name} ${message}`)) {
    const what = "There is no room left for this site's data.";
    return { code: "STORE_QUOTA", message: `${what} Remove entries, or ask for persistent storage.` };
  }
  return undefined;
}
