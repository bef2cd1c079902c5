import { getAIConfig } from "../../src/core/config.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { type Lazy, lazy } from "../../src/core/lazy.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import type { VectorIndexOptions } from "../../src/store/vectors/index/vector-index.ts";
import { lazyVectorStore } from "../../src/store/vectors/lazy-vector-store.ts";
import type { FullVectorStore } from "../../src/store/vectors/shards/sharded-vector-store.ts";
import type { ShardDriver } from "../../src/store/vectors/shards/shards.ts";
import { type IndexedDBStoreOptions, isWithoutDatabase } from "./indexed-db-store.ts";

/** How a store of vectors in IndexedDB is opened. */
export interface IndexedDBVectorStoreOptions
  extends Pick<IndexedDBStoreOptions, "durability" | "fallback" | "onFallback" | "openTimeoutMs"> {
  /** What searches with SIMD, as `VectorIndexOptions` have it. */
  readonly kernel?: VectorIndexOptions["kernel"];
}

const loaded: Lazy<typeof import("./indexed-db-shards-on-demand.ts")> = /* @__PURE__ */ lazy(
  () => import("./indexed-db-shards-on-demand.ts"),
);

/**
 * Vectors in the browser's IndexedDB: shared by the pages and workers of an origin, each of which sees what others have written with
 * its next search. Each write is one transaction. In memory are keys, tags and a byte for each number of a vector, read when the store
 * is first used; texts and vectors stay on the disk, and a search reads those of its hits. The database holds nothing else.
 *
 * Rejects as `indexedDBStore` does (`STORE_QUOTA`, `STORE_UNSUPPORTED`, `STORE_TIMEOUT`), with `VECTOR_DIMENSIONS` and `VECTOR_INVALID` before
 * anything is written, and with `STORE_CORRUPT` for what the disk has lost. Follows the Indexed Database API 3.0 of the W3C.
 *
 * @param name The name of the database.
 *
 * @example
 * const vectors = indexedDBVectorStore("handbook");
 * await vectors.upsert("docs.tides.0", { text: "The moon pulls." }, [0.6, 0.8], ["sea"]);
 * (await vectors.query([0.6, 0.8], { topK: 1 }))[0]?.key; // "docs.tides.0"
 */
export function indexedDBVectorStore(
  name: string,
  options: IndexedDBVectorStoreOptions = {},
): FullVectorStore {
  return lazyVectorStore("indexedDB", async () => {
    const { indexedDBShards, shardedVectorStore } = await loaded();
    const { durability = "relaxed", openTimeoutMs = 10_000 } = options;
    const shards = indexedDBShards(name, { durability, openTimeoutMs });
    return shardedVectorStore(orInMemory(shards, name, options), options.kernel);
  });
}

/** Goes on in memory where the browser gives no database, unless one was there before. */
function orInMemory(
  shards: ShardDriver & { readonly wasOpen: boolean },
  name: string,
  { fallback = true, onFallback }: IndexedDBVectorStoreOptions,
): ShardDriver {
  let other: Promise<ShardDriver> | undefined;

  async function use<Value>(work: (driver: ShardDriver) => Promise<Value>): Promise<Value> {
    if (other) return work(await other);
    try {
      return await work(shards);
    } catch (error) {
      const cause = error instanceof StoreError ? error.cause : error;
      if (!fallback || shards.wasOpen || !isWithoutDatabase(cause)) throw error;
      if (!other) tell(cause);
      other ??= Promise.resolve(loaded()).then(({ storeShards }) => storeShards(memoryStore(), "vectors"));
      return work(await other);
    }
  }

  function tell(cause: unknown): void {
    const message = `There is no IndexedDB here (${cause}): the vectors "${name}" go on in memory.`;
    // What they throw shall not cost the operation that goes on in memory.
    try {
      getAIConfig().logger?.warn?.("ai.store.indexedDB", "fallback", message, { database: name });
      onFallback?.(new StoreError("STORE_UNAVAILABLE", message, { store: "indexedDB", cause }));
    } catch {}
  }

  return {
    name: shards.name,
    delayMs: shards.delayMs,
    commits: () => use((driver) => driver.commits()),
    open: (ids) => use((driver) => driver.open(ids)),
    values: (places) => use((driver) => driver.values(places)),
    floats: (places) => use((driver) => driver.floats(places)),
    contents: (place) => use((driver) => driver.contents(place)),
    write: (write) => use((driver) => driver.write(write)),
    close: async () => shards.close?.(),
  };
}
