import { ConfigError } from "../../src/core/errors/config-error.ts";
import { type Lazy, lazy } from "../../src/core/lazy.ts";
import type { VectorIndexOptions } from "../../src/store/vectors/index/vector-index.ts";
import { lazyVectorStore } from "../../src/store/vectors/lazy-vector-store.ts";
import type { FullVectorStore } from "../../src/store/vectors/shards/sharded-vector-store.ts";
import type { VectorStorage } from "./object-storage-shards.ts";

/** Options of `durableObjectVectorStore`. */
export interface DurableObjectVectorStoreOptions {
  /** What the names of its two tables begin with: letters, digits and `_`. Default `hedgemage_vectors`. */
  readonly prefix?: string | undefined;
  /** The module of `hedgemage/vector-kernel.wasm`, which a Worker imports: then searches use SIMD. */
  readonly kernel?: VectorIndexOptions["kernel"];
}

const loaded: Lazy<typeof import("./object-storage-shards-on-demand.ts")> = /* @__PURE__ */ lazy(
  () => import("./object-storage-shards-on-demand.ts"),
);

/**
 * Vectors inside a Durable Object, over its own SQLite: what an agent that lives in the object searches in. Each write is one
 * transaction. In memory are keys, tags and a byte for each number of a vector, read when the store is first used; 100,000 vectors of 384
 * numbers take half of what an object has. Its tables are made by the first write; tables hold blobs of 128 KiB, far below what a row may
 * have.
 *
 * Rejects with `VECTOR_DIMENSIONS` and `VECTOR_INVALID` before anything is written, `STORE_QUOTA` where the object is full,
 * `STORE_UNSUPPORTED` where its class is not under `new_sqlite_classes`, and `STORE_CORRUPT` for what was damaged.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix that cannot begin the name of a table.
 *
 * @example
 * class Library {
 *   readonly vectors: VectorStore;
 *   constructor(context: { storage: VectorStorage }) {
 *     this.vectors = durableObjectVectorStore(context.storage);
 *   }
 * }
 */
export function durableObjectVectorStore(
  storage: VectorStorage,
  options: DurableObjectVectorStoreOptions = {},
): FullVectorStore {
  const { prefix = "hedgemage_vectors", kernel } = options;
  if (!/^[A-Za-z_]\w{0,47}$/.test(prefix)) {
    const message = `The "prefix" of vectors in a Durable Object is ${JSON.stringify(prefix)}. Use a letter or _, then letters, digits and _, at most 48.`;
    throw new ConfigError(message);
  }
  return lazyVectorStore("objectStorage", async () => {
    const { objectStorageShards, shardedVectorStore } = await loaded();
    return shardedVectorStore(objectStorageShards(storage, prefix), kernel);
  });
}
