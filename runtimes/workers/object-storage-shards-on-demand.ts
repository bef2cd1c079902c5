// What vectors in a Durable Object need, in one piece that is loaded on first use.

export { shardedVectorStore } from "../../src/store/vectors/shards/sharded-vector-store.ts";
export { objectStorageShards } from "./object-storage-shards.ts";
