import type { Store } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";

/** Refuses what a harness cannot keep its state in. Throws `ConfigError` (`INVALID_CONFIG`). */
export function checkHarnessStore(store: Store, id: string): void {
  if (!store.traits.atomic || store.traits.eventual) {
    const message = `A harness needs compare-and-set, which the ${store.name} store does not have: of two writers one would be lost. Use memoryStore, indexedDBStore, durableObjectStore, d1Store, denoKvStore, postgresStore or redisStore.`;
    throw new ConfigError(message);
  }
  if (!id) throw new ConfigError('The "id" of a harness is empty. Name the conversation or the project.');
}
