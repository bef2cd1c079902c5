import { StoreError } from "../core/errors/store-errors.ts";

/** The error of a row that a store cannot make sense of. */
export function corruptEntry(store: string, key: string): StoreError {
  const message = `What the ${store} store has under "${key}" was damaged, or written by something else. Overwrite or delete it.`;
  return new StoreError("STORE_CORRUPT", message, { store, key });
}
