import type { Store } from "../../contracts/store.ts";
import type { Vector, VectorQuery, VectorStore } from "../../contracts/vector-store.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import { viewPlace } from "../view-place.ts";
import type { VectorIndexOptions } from "./index/vector-index.ts";
import { lazyVectorStore } from "./lazy-vector-store.ts";
import type { FullVectorStore } from "./shards/sharded-vector-store.ts";

/** Where vectors are kept in a store that may hold other things. */
export interface StoreVectorStoreOptions {
  /** What all keys begin with. Default `hedgemage.vectors`. */
  readonly prefix?: string | undefined;
  /** What searches with SIMD, as `VectorIndexOptions` have it. */
  readonly kernel?: VectorIndexOptions["kernel"];
}

/** A cache that finds values by vectors: what `set` keeps with a vector, `similar` finds. */
export interface SimilarityCache {
  set(
    key: string,
    value: unknown,
    options: { readonly vector: number[]; readonly tags?: readonly string[] },
  ): unknown;
  similar(
    vector: number[],
    options: { readonly topK: number; readonly threshold?: number; readonly tags?: readonly string[] },
  ):
    | readonly { readonly key: string; readonly value: unknown; readonly score: number }[]
    | Promise<readonly { readonly key: string; readonly value: unknown; readonly score: number }[]>;
  removeNamespace(namespace: string): unknown;
}

const loaded: Lazy<typeof import("./shards-on-demand.ts")> = /* @__PURE__ */ lazy(
  () => import("./shards-on-demand.ts"),
);

/**
 * Vectors in any store: in shards of up to 256 entries, with keys and one byte a number in memory from the first use on, and the
 * rest read for what a search finds. Several processes may write at once and lose nothing of each other; each sees what the others
 * have written with its next search, in an `eventual` store a while later. A write is done as a whole or not at all.
 *
 * Rejects with `VECTOR_DIMENSIONS` and `VECTOR_INVALID` before anything is written, and with the codes of the store. What is damaged
 * (`STORE_CORRUPT`) a search passes over, with a warning in the log; what reads it by its key says so.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix that cannot be a beginning of keys.
 * @example
 * const vectors = ai.storeVectorStore(ai.memoryStore());
 * await vectors.upsert("docs.tides.0", { text: "The moon pulls." }, [0.6, 0.8], ["sea"]);
 * (await vectors.query([0.6, 0.8], { topK: 1 }))[0]?.key; // "docs.tides.0"
 */
export function storeVectorStore(store: Store, options: StoreVectorStoreOptions = {}): FullVectorStore {
  const { prefix } = viewPlace(store, options, "hedgemage.vectors");
  return lazyVectorStore(store.name, async () => {
    const { shardedVectorStore, storeShards } = await loaded();
    return shardedVectorStore(storeShards(store, prefix), options.kernel);
  });
}

/**
 * A store of vectors over whatever can be one: a store, a cache with `similar`, or a store of vectors, which stays as it is.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for anything else.
 * @example
 * const vectors = ai.cacheVectorStore(ai.memoryStore());
 * await vectors.upsert("docs.tides.0", { text: "The moon pulls." }, [0.6, 0.8]);
 */
export function cacheVectorStore(driver: Store | SimilarityCache | VectorStore): VectorStore {
  if ("upsert" in driver && typeof driver.query === "function") return driver;
  if ("traits" in driver && typeof driver.list === "function") return storeVectorStore(driver);
  if ("similar" in driver && typeof driver.similar === "function") return overCache(driver);
  throw new ConfigError(
    "cacheVectorStore() needs a store, a cache with set(), similar() and removeNamespace(), or a store of vectors.",
  );
}

function overCache(cache: SimilarityCache): VectorStore {
  return {
    async upsert(key, value, vector, tags) {
      await cache.set(key, value, { vector: [...vector], ...(tags && { tags }) });
    },
    async query<Value>(vector: Vector, { topK, threshold, tags, namespace }: VectorQuery) {
      // A cache knows no namespaces: more are asked for, so that strangers do not take all the room.
      const found = await cache.similar([...vector], {
        topK: namespace === undefined ? topK : topK * 4,
        ...(threshold !== undefined && { threshold }),
        ...(tags && tags.length > 0 && { tags }),
      });
      return found
        .filter(({ key }) => namespace === undefined || key.startsWith(`${namespace}.`))
        .slice(0, topK)
        .map(({ key, value, score }) => ({ key, value: value as Value, score }));
    },
    async removeNamespace(namespace) {
      await cache.removeNamespace(namespace);
    },
  };
}
