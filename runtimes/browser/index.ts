export { type IndexedDBStoreOptions, indexedDBStore } from "./indexed-db-store.ts";
export {
  type IndexedDBVectorStoreOptions,
  indexedDBVectorStore,
} from "./indexed-db-vector-store.ts";
export { type BrowserPlatformOptions, browserPlatform } from "./platform.ts";
