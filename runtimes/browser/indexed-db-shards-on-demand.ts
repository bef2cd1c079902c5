// What vectors in IndexedDB need, in one piece that is loaded on first use.

export { shardedVectorStore } from "../../src/store/vectors/shards/sharded-vector-store.ts";
export { storeShards } from "../../src/store/vectors/shards/store-shards.ts";
export { indexedDBShards } from "./indexed-db-shards.ts";
