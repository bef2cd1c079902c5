import type { Store } from "../../src/contracts/store.ts";

/** What was asked of a store. */
export interface StoreWatch {
  /** Another handle of the same data, as another process has one. */
  readonly store: Store;
  /** The keys that were written, in order. */
  readonly written: string[];
  /** The bytes that were written, as JSON. */
  bytes: number;
  gets: number;
  lists: number;
  /** Runs before each write; what it throws, the write throws. */
  beforeSet: ((key: string) => unknown) | undefined;
  /** Runs after each write. */
  afterSet: ((key: string) => unknown) | undefined;
}

/** A handle of a store that counts what is asked of it. */
export function watchStore(inner: Store): StoreWatch {
  const watch: StoreWatch = {
    written: [],
    bytes: 0,
    gets: 0,
    lists: 0,
    beforeSet: undefined,
    afterSet: undefined,
    store: {
      ...inner,
      traits: inner.traits,
      get(key) {
        watch.gets += 1;
        return inner.get(key);
      },
      async set(key, value, options) {
        await watch.beforeSet?.(key);
        watch.written.push(key);
        watch.bytes += new TextEncoder().encode(JSON.stringify(value)).length;
        const entry = await inner.set(key, value, options);
        await watch.afterSet?.(key);
        return entry;
      },
      list(prefix, options) {
        watch.lists += 1;
        return inner.list(prefix, options);
      },
    },
  };
  return watch;
}
