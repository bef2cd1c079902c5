import type { Store, StoreOperation } from "../../src/contracts/store.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";

/** What becomes of a write: it is done, it fails, or it is done and nobody hears of it. */
export type Fate = "done" | "fails" | "unanswered";

/** A store whose writes have a fate each; those after the last one are done. */
export function faultyStore(inner: Store, fates: Iterable<Fate>): Store {
  const next = fates[Symbol.iterator]();
  const write = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const { value: fate = "done" } = next.next() as { readonly value?: Fate };
    if (fate === "fails") {
      throw new StoreError("STORE_UNAVAILABLE", "The store cannot be reached.", { store: inner.name });
    }
    const value = await work();
    if (fate === "done") return value;
    throw new StoreError("STORE_TIMEOUT", "The store did not answer in time.", { store: inner.name });
  };
  return {
    name: inner.name,
    traits: inner.traits,
    get: (key) => inner.get(key),
    list: (prefix, options) => inner.list(prefix, options),
    set: (key, value, options) => write(() => inner.set(key, value, options)),
    delete: (key, options) => write(() => inner.delete(key, options)),
    ...(inner.batch
      ? { batch: (operations: readonly StoreOperation[]) => write(async () => inner.batch?.(operations)) }
      : {}),
  };
}
