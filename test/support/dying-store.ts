import type { Store, StoreOperation } from "../../src/contracts/store.ts";

/** A store whose process dies at one of its writes. */
export interface DyingStore {
  readonly store: Store;
  /** Resolves when the process is dead: whatever waits for the store then waits for ever. */
  readonly died: Promise<void>;
  /** How many writes there were. */
  readonly writes: () => number;
}

/** Passes everything on to a store, and dies right before or right after the write with a number, counted from 0. */
export function dyingStore(inner: Store, at: number, when: "before" | "after"): DyingStore {
  let writes = 0;
  let die: () => void = () => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const forEver = new Promise<never>(() => {});
  let dead = false;
  const write = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (dead) return forEver;
    const isLast = writes === at;
    writes += 1;
    if (isLast && when === "before") {
      dead = true;
      die();
      return forEver;
    }
    const value = await work();
    if (!isLast) return value;
    dead = true;
    die();
    return forEver;
  };
  const store: Store = {
    name: inner.name,
    traits: inner.traits,
    get: (key) => (dead ? forEver : inner.get(key)),
    list: (prefix, options) => (dead ? forEver : inner.list(prefix, options)),
    set: (key, value, options) => write(() => inner.set(key, value, options)),
    delete: (key, options) => write(() => inner.delete(key, options)),
    ...(inner.batch
      ? { batch: (operations: readonly StoreOperation[]) => write(async () => inner.batch?.(operations)) }
      : {}),
  };
  return { store, died, writes: () => writes };
}
