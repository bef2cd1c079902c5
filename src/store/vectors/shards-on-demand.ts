// What vectors in a store need, in one piece that is loaded on first use.

export { shardedVectorStore } from "./shards/sharded-vector-store.ts";
export { storeShards } from "./shards/store-shards.ts";
