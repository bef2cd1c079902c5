import { deleteDB, type IDBPDatabase, openDB } from "idb";
import { afterAll, it, vi } from "vitest";
import { indexedDBStore } from "../../../runtimes/browser/indexed-db-store.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { type StoreConformanceTarget, storeConformance } from "../../../src/testing/store-conformance.ts";

const name = `conformance-${crypto.randomUUID()}`;
afterAll(() => deleteDB(name));

/** Works on the database behind the store's back. */
async function inDatabase<Value>(work: (database: IDBPDatabase) => Promise<Value>): Promise<Value> {
  const database = await openDB(name);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function damage(row: Record<string, unknown>): (key: string) => Promise<void> {
  return (key) => inDatabase(async (database) => void (await database.put("entries", { ...row, key })));
}

const target: StoreConformanceTarget = {
  open: (options) => indexedDBStore(name, options),
  rows: () => inDatabase((database) => database.count("entries")),
  damages: {
    "a row of another program": damage({ title: "not ours" }),
    "no version": damage({ text: "1" }),
    "a text that is none": damage({ text: 1, version: "1" }),
    "a text that is no JSON": damage({ text: "{", version: "1" }),
    "an end that is no time": damage({ text: "1", version: "1", expiresAt: "tomorrow" }),
  },
  // The browser undoes a transaction whose page is gone; here it is given up at a put or removal of rows.
  crashAfter(writes, options) {
    const store = indexedDBStore(name, options);
    const breaking = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      let left = writes;
      const count = (transaction: IDBTransaction): void => {
        if (left === 0) transaction.abort();
        left -= 1;
      };
      const { put, delete: remove } = IDBObjectStore.prototype;
      const puts = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
        this: IDBObjectStore,
        row,
      ) {
        const request = put.call(this, row);
        count(this.transaction);
        return request;
      });
      const removals = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(function (
        this: IDBObjectStore,
        key,
      ) {
        const request = remove.call(this, key);
        count(this.transaction);
        return request;
      });
      try {
        return await work();
      } finally {
        puts.mockRestore();
        removals.mockRestore();
      }
    };
    const crashing: Store = {
      ...store,
      set: (key, value, setOptions) => breaking(() => store.set(key, value, setOptions)),
      batch: (operations) => breaking(async () => store.batch?.(operations)),
    };
    return crashing;
  },
};

for (const each of storeConformance(target)) it(each.name, each.run, each.timeoutMs);
