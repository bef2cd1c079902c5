import type { Store, StoreDriver, StoredRecord } from "../contracts/store.ts";
import { commitOver, defineStore, isLive, type StoreOptions } from "./define-store.ts";
import { FULL_TRAITS } from "./full-traits.ts";

/**
 * A store in memory, for tests and for what may be lost with the process. Atomic, with expiry; keeps the limits of the
 * durable stores, so that what works here works there.
 *
 * @example
 * const store = memoryStore();
 * await store.set("greeting", { text: "hello" }, { ttlMs: 60_000 });
 * (await store.get("greeting"))?.value; // { text: "hello" }
 */
export function memoryStore(options: StoreOptions = {}): Store {
  return defineStore(memoryDriver(), { timeoutMs: Number.POSITIVE_INFINITY, ...options });
}

/** What keeps records in memory: for `memoryStore`, and for stores that fall back to it. */
export function memoryDriver(): StoreDriver {
  const records = new Map<string, StoredRecord>();
  let expiring = 0;
  const isThere = (key: string, now: number): boolean => isLive(records.get(key), now);
  return {
    name: "memory",
    batches: true,
    traits: { ...FULL_TRAITS, durable: false },
    read: async (key) => records.get(key),
    async commit(changes, now) {
      const present = changes.map(({ key }) => records.get(key));
      const outcome = commitOver(changes, present, now);
      if (outcome.conflict !== undefined) return outcome;
      for (const { key, record } of changes) {
        if (record) records.set(key, record);
        else records.delete(key);
        if (record?.expiresAt !== undefined) expiring += 1;
      }
      // Swept now and then: a map that only grows would be a leak.
      if (expiring > 1000) {
        expiring = 0;
        for (const key of records.keys()) if (!isThere(key, now)) records.delete(key);
      }
      return outcome;
    },
    async keys(prefix, limit, cursor, now) {
      const keys = [...records.keys()]
        .filter(
          (key) => key.startsWith(prefix) && (cursor === undefined || key > cursor) && isThere(key, now),
        )
        .sort();
      const page = keys.slice(0, limit);
      return keys.length > limit ? { keys: page, cursor: page.at(-1) as string } : { keys: page };
    },
  };
}
