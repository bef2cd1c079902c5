import type { Vector, VectorMatch, VectorQuery } from "../../contracts/vector-store.ts";
import type { FullVectorStore } from "./shards/sharded-vector-store.ts";

/** A store of vectors that is made when it is first used. What failed to be made is tried again. */
export function lazyVectorStore(name: string, make: () => Promise<FullVectorStore>): FullVectorStore {
  let opened: Promise<FullVectorStore> | undefined;
  const open = (): Promise<FullVectorStore> => {
    opened ??= make().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    name,
    upsert: async (...entry) => (await open()).upsert(...entry),
    query: async <Value>(vector: Vector, query: VectorQuery): Promise<VectorMatch<Value>[]> =>
      (await open()).query<Value>(vector, query),
    removeNamespace: async (namespace) => (await open()).removeNamespace(namespace),
    write: async (changes) => (await open()).write(changes),
    read: async <Value>(keys: readonly string[]) => (await open()).read<Value>(keys),
    async *entries<Value>(namespace: string) {
      yield* (await open()).entries<Value>(namespace);
    },
    vectors: async (keys) => (await open()).vectors(keys),
    close: async () => (await opened)?.close(),
  };
}
