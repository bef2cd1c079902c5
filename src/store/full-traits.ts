import type { StoreTraits } from "../contracts/store.ts";
import { MAX_KEY_BYTES, MAX_VALUE_BYTES } from "./define-store.ts";

/** What a store promises that can do everything, as most drivers can. */
export const FULL_TRAITS: StoreTraits = {
  atomic: true,
  durable: true,
  ttl: true,
  eventual: false,
  maxValueBytes: MAX_VALUE_BYTES,
  maxKeyBytes: MAX_KEY_BYTES,
};
