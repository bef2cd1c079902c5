import type { ChromeStorageArea, ExtensionLocks } from "../../../runtimes/extension/index.ts";

/** A storage area in memory, and what a test does to it. */
export interface FakeStorageArea extends ChromeStorageArea {
  readonly items: Map<string, unknown>;
  /** Before a writing call is done: what it throws, the store meets. */
  beforeWrite(call: "set" | "remove", names: readonly string[]): unknown;
}

/** A storage area as Chrome has it, with every call all or nothing. */
export function fakeStorageArea(items: Map<string, unknown> = new Map()): FakeStorageArea {
  const area: FakeStorageArea = {
    items,
    beforeWrite: () => undefined,
    async get(keys) {
      const wanted = keys ?? [...items.keys()];
      return Object.fromEntries(
        wanted.filter((key) => items.has(key)).map((key) => [key, structuredClone(items.get(key))]),
      );
    },
    getKeys: async () => [...items.keys()],
    async set(more) {
      const copy = Object.entries(structuredClone(more));
      await area.beforeWrite("set", Object.keys(more));
      for (const [key, value] of copy) items.set(key, value);
    },
    async remove(keys) {
      await area.beforeWrite("remove", keys);
      for (const key of keys) items.delete(key);
    },
  };
  return area;
}

/** Locks as the web has them, for runtimes without: one piece of work after the other. */
export function fakeLocks(): ExtensionLocks {
  const last = new Map<string, Promise<unknown>>();
  return {
    request(name, work) {
      const next = (last.get(name) ?? Promise.resolve()).then(work, work);
      last.set(
        name,
        next.catch(() => undefined),
      );
      return next;
    },
  };
}
