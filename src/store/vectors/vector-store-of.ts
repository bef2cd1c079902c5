import type { Store } from "../../contracts/store.ts";
import type { VectorStore } from "../../contracts/vector-store.ts";
import { cacheVectorStore, type SimilarityCache, storeVectorStore } from "./store-vector-store.ts";

/** What was made over something else, by prefix: all who use the same part of a store share one index over it. */
const made: WeakMap<object, Map<string | undefined, VectorStore>> = /* @__PURE__ */ new WeakMap();

/**
 * The store of vectors over something that can be one; the same one each time.
 *
 * @param prefix a part of a `Store` of one's own, where vectors may have another length than elsewhere in it.
 * @throws ConfigError (`INVALID_CONFIG`) for what cannot.
 */
export function vectorStoreOf(target: VectorStore | Store | SimilarityCache, prefix?: string): VectorStore {
  const known = made.get(target) ?? new Map<string | undefined, VectorStore>();
  made.set(target, known);
  const store =
    known.get(prefix) ??
    ("traits" in target ? storeVectorStore(target, { prefix }) : cacheVectorStore(target));
  known.set(prefix, store);
  return store;
}
