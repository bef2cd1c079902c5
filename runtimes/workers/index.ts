export {
  type AgentObject,
  type AgentObjectClass,
  type AgentObjectContext,
  type AgentObjectOptions,
  agentObject,
  type Refusal,
} from "./agent-object.ts";
export {
  type D1DatabaseLike,
  type D1StatementLike,
  type D1StoreOptions,
  d1Store,
} from "./d1-store.ts";
export {
  type DurableObjectStoreOptions,
  durableObjectStore,
  type ObjectNamespace,
} from "./durable-object-store.ts";
export {
  type DurableObjectVectorStoreOptions,
  durableObjectVectorStore,
} from "./durable-object-vector-store.ts";
export type { SqlRow, SqlValue } from "./entry-sql.ts";
export { HedgemageStore } from "./hedgemage-store.ts";
export { type KVNamespaceLike, type KVStoreOptions, kvStore } from "./kv-store.ts";
export type { AgentObjectState, ObjectSocket, SessionAgent } from "./object-state.ts";
export type { VectorStorage } from "./object-storage-shards.ts";
export { type ObjectStorage, objectStorageStore } from "./object-storage-store.ts";
export { type WorkersPlatformOptions, workersPlatform } from "./platform.ts";
export type { Remote } from "./remote.ts";
export type { RunState } from "./session-records.ts";
export { type VectorizeLike, type VectorizeStoreOptions, vectorizeStore } from "./vectorize-store.ts";
