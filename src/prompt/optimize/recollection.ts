import type { OptimizationStore } from "../../contracts/prompt-optimization.ts";
import type { Store } from "../../contracts/store.ts";
import { abortable, linkSignal } from "../../core/abort.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { messageOf } from "../../core/errors/message-of.ts";
import { sha256 } from "../../core/hash.ts";
import type { Usage } from "../../core/usage.ts";
import { isNamed } from "../../store/is-named.ts";
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
  return `optimize/${await sha256(canonicalJson(plainJson(parts)))}`;
}

/** Whether something is the usage of a call that was kept: less than nothing would lift the budget. */
export function isKeptUsage(value: unknown): value is Usage {
  if (!isNamed(value)) return false;
  const { cost, ...tokens } = value;
  const isAmount = (part: unknown): boolean => typeof part === "number" && part >= 0;
  return (
    Object.values(tokens).every(isAmount) && (!cost || (isNamed(cost) && Object.values(cost).every(isAmount)))
  );
}

/**
 * Keeps calls in a store. A store that fails costs the calls that it should have known, and nothing else; one that hangs is not
 * asked again. `warn` is told of the first failure.
 */
export function recollection(
  target: OptimizationStore | undefined,
  signal: AbortSignal,
  warn: (message: string) => void,
): Recollection {
  let store = target && storeFrom(target);
  let isTold = false;
  const tell = (message: string): void => {
    if (!isTold) warn(`The store failed: ${message}`);
    isTold = true;
  };
  const patiently = async <Value>(work: (store: Store) => Promise<Value>): Promise<Value | undefined> => {
    if (!store) return undefined;
    const linked = linkSignal(signal, STORE_TIMEOUT_MS);
    try {
      return await abortable(work(store), linked.signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (linked.signal.aborted) store = undefined;
      tell(messageOf(error));
      return undefined;
    } finally {
      linked.release();
    }
  };
  return {
    async recall(key, accepts) {
      const found = await patiently((open) => readRecord(open, key, accepts));
      if (found?.damage) tell(found.damage.message);
      return found?.value;
    },
    async keep(key, value) {
      await patiently((open) => open.set(key, plainJson(value)));
    },
  };
}
