import { StoreError } from "../core/errors/store-errors.ts";

/** The error of a write whose connection was lost before the answer came: nobody here knows whether it was done. */
export function unansweredWrite(store: string, key: string, cause: unknown): StoreError {
  const message = `The ${store} store did not answer. What is for "${key}" may have been written: read before you try again.`;
  return new StoreError("STORE_TIMEOUT", message, { store, key, cause });
}
