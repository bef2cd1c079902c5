import type { OptimizationStore } from "../../contracts/prompt-optimization.ts";
import type { Store } from "../../contracts/store.ts";
import { abortable, linkSignal } from "../../core/abort.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256 } from "../../core/hash.ts";
import { storeFrom } from "../../store/key-value-store.ts";
import { plainJson } from "../../store/plain-json.ts";
import { readRecord } from "../../store/read-record.ts";

const STORE_TIMEOUT_MS = 10_000;

/** Calls that were made, by all that their answers depend on. */
export interface Recollection {
  recall<Value>(key: string, accepts: (value: unknown) => value is Value): Promise<Value | undefined>;
  keep(key: string, value: object): Promise<void>;
}

/** The key of a call. Other values give another key. */
export async function callKey(...parts: readonly unknown[]): Promise<string> {
  return `optimize/${await sha256(canonicalJson(parts))}`;
}

/**
 * Keeps calls in a store. A store that fails or hangs costs the call that it should have known, and nothing else: `warn` is
 * told of it.
 */
export function recollection(
  target: OptimizationStore | undefined,
  signal: AbortSignal,
  warn: (message: string) => void,
): Recollection {
  const store = target && storeFrom(target);
  const patiently = async <Value>(work: (store: Store) => Promise<Value>): Promise<Value | undefined> => {
    if (!store) return undefined;
    const linked = linkSignal(signal, STORE_TIMEOUT_MS);
    try {
      return await abortable(work(store), linked.signal);
    } catch (error) {
      if (!signal.aborted)
        warn(`The store failed: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    } finally {
      linked.release();
    }
  };
  return {
    async recall(key, accepts) {
      const found = await patiently((open) => readRecord(open, key, accepts));
      if (found?.damage) warn(found.damage.message);
      return found?.value;
    },
    async keep(key, value) {
      await patiently((open) => open.set(key, plainJson(value)));
    },
  };
}
