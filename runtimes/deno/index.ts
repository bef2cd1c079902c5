export type { DenoKv, DenoKvAtomic, DenoKvEntry, DenoKvKey } from "./deno-kv.ts";
export { type DenoKvStoreOptions, denoKvStore } from "./deno-kv-store.ts";
export { type DenoFileSystem, denoFiles } from "./files.ts";
export { type DenoResolver, denoPlatform } from "./platform.ts";
