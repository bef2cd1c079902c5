import type { Store } from "../contracts/store.ts";
import { getAIConfig } from "../core/config.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { StoreError } from "../core/errors/store-errors.ts";

/** A record as it was found: the value and its version, or what is wrong with the row; its version where it has one. */
export type FoundRecord<Value> =
  | { readonly value: Value; readonly version: string; readonly damage?: undefined }
  | { readonly value?: undefined; readonly version?: string; readonly damage: AIError };

/**
 * Reads a record and checks its shape. A row that is damaged or foreign is told apart from one that is not there, and from a
 * store that does not answer, which rejects.
 */
export async function readRecord<Value>(
  store: Store,
  key: string,
  accepts: (value: unknown) => value is Value,
): Promise<FoundRecord<Value> | undefined> {
  try {
    const entry = await store.get(key);
    if (entry === undefined) return undefined;
    const { value, version } = entry;
    if (accepts(value)) return { value, version };
    const message = `What the ${store.name} store has under "${key}" is no record of the kind that belongs there. Delete it, or write it anew.`;
    return { version, damage: new StoreError("STORE_CORRUPT", message, { store: store.name, key }) };
  } catch (error) {
    if (AIError.is(error) && error.code === "STORE_CORRUPT") return { damage: error };
    throw error;
  }
}

/** Tells the program's logger of something that was passed over. */
export function warnOf(store: Pick<Store, "name">, action: string, error: unknown): void {
  const code = AIError.is(error) ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  // A logger that throws must not break what goes on without the row.
  try {
    getAIConfig().logger?.warn?.(`ai.store.${store.name}`, action, message, { code });
  } catch {}
}
