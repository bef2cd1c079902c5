import type { Place } from "./known-entries.ts";
import type { ShardDriver } from "./shards.ts";

/** How many shards' values, and how many shards' floats, are kept. */
const mostKept = 32;

/** Reads what lies in shards, and keeps what was read last. */
export interface ShardReader {
  /** The values of places as JSON texts; `undefined` for one whose shard is gone. */
  values(places: readonly Place[]): Promise<(string | undefined)[]>;
  /** The vectors of places; `undefined` for one that has none, or whose shard is gone. */
  vectors(places: readonly Place[]): Promise<(Float32Array | undefined)[]>;
  /** Lets go of what was read of a commit. */
  forget(id: string): void;
  clear(): void;
}

/** A reader of the shards of a driver. */
export function shardReader(driver: ShardDriver): ShardReader {
  const values = keptReads((id, shard) => driver.values(id, shard));
  const floats = keptReads((id, shard) => driver.floats(id, shard));
  return {
    values: (places) =>
      Promise.all(places.map(async ({ id, shard, at }) => (await values.read(id, shard))?.[at])),
    vectors: (places) =>
      Promise.all(
        places.map(async ({ id, shard, row, dimensions }) => {
          if (row === undefined) return undefined;
          return (await floats.read(id, shard))?.slice(row * dimensions, (row + 1) * dimensions);
        }),
      ),
    forget(id) {
      values.forget(id);
      floats.forget(id);
    },
    clear() {
      values.clear();
      floats.clear();
    },
  };
}

function keptReads<Value>(read: (id: string, shard: number) => Promise<Value | undefined>): {
  read(id: string, shard: number): Promise<Value | undefined>;
  forget(id: string): void;
  clear(): void;
} {
  const kept = new Map<string, Promise<Value | undefined>>();
  return {
    read(id, shard) {
      const key = `${id} ${shard}`;
      const known = kept.get(key);
      const reading = known ?? read(id, shard);
      // The one that was used last stands last.
      kept.delete(key);
      kept.set(key, reading);
      if (!known) reading.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return reading;
    },
    forget(id) {
      for (const key of kept.keys()) if (key.startsWith(`${id} `)) kept.delete(key);
    },
    clear: () => kept.clear(),
  };
}
