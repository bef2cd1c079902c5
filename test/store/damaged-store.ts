import type { Store } from "../../src/contracts/store.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { type KeyValueStore, storeFrom } from "../../src/store/key-value-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";

/** A store in memory whose rows can be damaged as by a disk: the row stays in the way and cannot be read. */
export function damagedStore(): { readonly store: Store; readonly damaged: Set<string> } {
  const memory = memoryStore();
  const damaged = new Set<string>();
  const store: Store = {
    ...memory,
    async get(key) {
      if (!damaged.has(key)) return memory.get(key);
      throw new StoreError("STORE_CORRUPT", `"${key}" is damaged.`, { store: "memory", key });
    },
    async set(key, value, options) {
      const entry = await memory.set(key, value, options);
      damaged.delete(key);
      return entry;
    },
  };
  return { store, damaged };
}

/** A store in memory without compare-and-set. */
export function plainStore(map: Map<string, string> = new Map()): Store {
  return storeFrom(listing(map));
}

/** A map that lists its keys. */
export function listing(map: Map<string, string>): KeyValueStore {
  return {
    get: (key) => map.get(key),
    set: (key, value) => map.set(key, value),
    delete: (key) => map.delete(key),
    list: (prefix) => [...map.keys()].filter((key) => key.startsWith(prefix)),
  };
}

/** All keys of a store. */
export async function keysIn(store: Store): Promise<readonly string[]> {
  return (await store.list("", { limit: 1000 })).keys;
}
