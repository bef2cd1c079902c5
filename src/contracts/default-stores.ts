import type { CheckpointStore } from "./checkpoint.ts";
import type { SnapshotStore } from "./snapshot.ts";
import type { Store } from "./store.ts";

/**
 * The stores of the whole program, for whatever is not given one of its own.
 *
 * Slots of `ai.config(...)`, for example `ai.config({ defaultStore: memoryStore() })`.
 */
export interface DefaultStores {
  /** What caches and memory are kept in. */
  defaultStore?: Store;
  /** What runs in flight are kept in: an `ai.snapshot.*`, or a store as it is. */
  defaultSnapshotStore?: SnapshotStore | Store;
  /** What sessions are kept in between their turns. */
  defaultCheckpointStore?: CheckpointStore;
}

declare module "../core/config.ts" {
  interface AIConfig extends DefaultStores {}
}
