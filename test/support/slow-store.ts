import type { Store, StoreOperation } from "../../src/contracts/store.ts";

/** A store whose operations take some turns each, as random as `random`, before they are done and after it. */
export function slowStore(inner: Store, random: () => number): Store {
  const turns = async (): Promise<void> => {
    for (let left = Math.floor(random() * 6); left > 0; left -= 1) await Promise.resolve();
  };
  const slowly = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await turns();
    const value = await work();
    await turns();
    return value;
  };
  return {
    name: inner.name,
    traits: inner.traits,
    get: (key) => slowly(() => inner.get(key)),
    list: (prefix, options) => slowly(() => inner.list(prefix, options)),
    set: (key, value, options) => slowly(() => inner.set(key, value, options)),
    delete: (key, options) => slowly(() => inner.delete(key, options)),
    ...(inner.batch && {
      batch: (operations: readonly StoreOperation[]) => slowly(async () => inner.batch?.(operations)),
    }),
  };
}
