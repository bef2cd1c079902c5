import type { Json } from "../../../contracts/message.ts";
import type { Store, StoreOperation } from "../../../contracts/store.ts";
import { fromBase64, toBase64 } from "../../../core/base64.ts";
import type { StoreError } from "../../../core/errors/store-errors.ts";
import { allKeysOf, deleteFromEnd, keysOf } from "../../keys-of.ts";
import { readRecord } from "../../read-record.ts";
import { damagedShard, isTexts, readCommit, readSketch } from "./read-shards.ts";
import {
  FEW_ENTRIES,
  type Found,
  type OpenedCommit,
  type Place,
  rowCount,
  rowOf,
  type Shard,
  type ShardContents,
  type ShardDriver,
  type ShardHead,
  type ShardSketch,
  type ShardWrite,
} from "./shards.ts";
import { timeOfCommit } from "./stamps.ts";

/** How many blocks of entries are kept that were read last. */
const KEPT_BLOCKS = 32;
/** How many records are asked for at once. */
const AT_ONCE = 16;
/** What goes into one batch: operations, and characters of JSON. */
const BATCH_OPERATIONS = 100;
const BATCH_LENGTH = 500_000;
/** After so long, in milliseconds, everybody sees what was written to an eventual store; and nobody is still writing a commit. */
const EVENTUAL_MS = 600_000;
const ORPHAN_MS = 3_600_000;

interface SizedOperation {
  readonly operation: StoreOperation;
  /** About how many characters of JSON it has. */
  readonly length: number;
}

/** Which entries a block holds, and which rows of vectors. Ends are exclusive. */
interface BlockRange {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Shards in any store. The record of a commit is written last: a commit is there as a whole or not at all, though the store can
 * write but one key at a time. A small commit is one record.
 */
export function storeShards(store: Store, prefix: string): ShardDriver {
  const { name, traits } = store;
  const delayMs = traits.eventual ? EVENTUAL_MS : 0;
  const commits = `${prefix}/commits/`;
  const shards = `${prefix}/shards/`;
  const kept = new Map<string, Promise<Found<ShardContents>>>();
  let isSwept = false;

  const headKey = (id: string, shard: number): string => `${shards}${id}/${shard}`;
  const blockKey = ({ id, shard, head }: Omit<Place, "at">, block: number): string =>
    head.alone ? `${commits}${id}` : `${headKey(id, shard)}/${block}`;

  async function open(id: string): Promise<Found<OpenedCommit>> {
    const found = await readRecord(store, `${commits}${id}`, isObject);
    if (!found || found.damage) return found && damagedShard(name, `${commits}${id}`);
    const commit = readCommit(name, `${commits}${id}`, found.value);
    if (commit instanceof Error) return commit;
    // Ids may run ahead of the clock a little.
    const age = Math.max(0, Date.now() - timeOfCommit(id));
    // What was merged is still in its old place, all of which is here already.
    if (commit.merged && age < delayMs / 5) return undefined;
    const { head, codes } = found.value;
    if (head) {
      return { commit: { ...commit, id }, shards: [sketchOf(`${commits}${id}`, head, codes)] };
    }
    const sketches = await pooled(
      Array.from({ length: commit.shards }, (_, shard) => headKey(id, shard)),
      readHead,
    );
    // Not everything may have come here yet.
    if (age < delayMs && sketches.includes(undefined)) return undefined;
    return { commit: { ...commit, id }, shards: sketches };
  }

  async function readHead(key: string): Promise<Found<ShardSketch>> {
    const found = await readRecord(store, key, isObject);
    if (!found || found.damage) return found && damagedShard(name, key);
    const { head, codes } = found.value;
    return sketchOf(key, head, codes);
  }

  function sketchOf(key: string, head: unknown, codes: unknown): ShardSketch | StoreError {
    return readSketch(name, key, head, bytesOf(codes));
  }

  /** The entries of a block. What was read last is kept, as several hits often lie in one. */
  function block(place: Omit<Place, "at">, number: number): Promise<Found<ShardContents>> {
    const key = blockKey(place, number);
    const reading = kept.get(key) ?? readBlock(key, place.head, number);
    kept.delete(key);
    kept.set(key, reading);
    const forget = (): boolean => kept.delete(key);
    reading.then((found) => (found === undefined || found instanceof Error) && forget(), forget);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_BLOCKS && oldest !== undefined) kept.delete(oldest);
    return reading;
  }

  async function readBlock(key: string, head: ShardHead, number: number): Promise<Found<ShardContents>> {
    const found = await readRecord(store, key, isObject);
    if (!found || found.damage) return found && damagedShard(name, key);
    const { values, floats } = found.value;
    const bytes = bytesOf(floats);
    const { start, end, first, last } = rangeOf(head, number);
    const isWhole = isTexts(values) && values.length === end - start;
    if (!isWhole || bytes?.length !== (last - first) * head.dimensions * 4) return damagedShard(name, key);
    return { values, floats: new Float32Array(bytes.buffer) };
  }

  /** Sets and deletions in their order, as many at once as the store can. */
  async function apply(operations: readonly SizedOperation[]): Promise<void> {
    for (let start = 0; start < operations.length; ) {
      const some = operations.slice(start, start + fitting(operations, start));
      start += some.length;
      if (store.batch && some.length > 1) await store.batch(some.map(({ operation }) => operation));
      else for (const { operation } of some) await applyOne(operation);
    }
  }

  async function applyOne(operation: StoreOperation): Promise<void> {
    if (operation.type === "set") await store.set(operation.key, operation.value);
    else await store.delete(operation.key);
  }

  /** What cannot be written as a whole shall take no room. */
  async function applyOrUndo(sets: readonly SizedOperation[], last: SizedOperation): Promise<void> {
    try {
      await apply(sets);
      await applyOne(last.operation);
    } catch (error) {
      await deleteFromEnd(
        store,
        [...sets, last].map(({ operation }) => operation.key),
      ).catch(() => {});
      throw error;
    }
  }

  /** Removes the shards of commits that were never finished: their writer is gone. */
  async function sweep(): Promise<void> {
    const known = new Set(await allKeysOf(store, commits));
    const orphans: string[] = [];
    for await (const key of keysOf(store, shards)) {
      const [id = ""] = key.slice(shards.length).split("/");
      if (!known.has(commits + id) && Date.now() - timeOfCommit(id) > ORPHAN_MS) orphans.push(key);
    }
    await deleteFromEnd(store, orphans);
  }

  async function read<Value>(
    places: readonly Place[],
    from: (contents: ShardContents, place: Place, range: BlockRange) => Value | undefined,
  ): Promise<Found<Value>[]> {
    return pooled(places, async (place) => {
      const number = Math.floor(place.at / FEW_ENTRIES);
      const found = await block(place, number);
      return found instanceof Error ? found : found && from(found, place, rangeOf(place.head, number));
    });
  }

  return {
    name,
    delayMs,
    commits: async () => (await allKeysOf(store, commits)).map((key) => key.slice(commits.length)),
    open: (ids) => pooled(ids, open),
    values: (places) => read(places, ({ values }, { at }, { start }) => values[at - start]),
    floats: (places) =>
      read(places, ({ floats }, { head, at }, { first }) => {
        const row = rowOf(head, at) - first;
        return floats.slice(row * head.dimensions, (row + 1) * head.dimensions);
      }),
    async contents(place) {
      const { head } = place;
      const blocks = await pooled(blocksOf(head), (number) => block(place, number));
      const floats = new Float32Array(rowCount(head) * head.dimensions);
      const values: string[] = [];
      for (const [number, found] of blocks.entries()) {
        if (!found || found instanceof Error) return found;
        values.push(...found.values);
        floats.set(found.floats, rangeOf(head, number).first * head.dimensions);
      }
      return { values, floats };
    },
    async write({ commit, shards: added, dropCommits, dropShards }: ShardWrite) {
      const sets: SizedOperation[] = [];
      // Shards first: what says that their entries are gone must not go before them.
      const drops = [
        ...dropShards
          .filter(({ head }) => !head.alone)
          .flatMap((place) => [
            headKey(place.id, place.shard),
            ...blocksOf(place.head).map((number) => blockKey(place, number)),
          ]),
        ...dropCommits.map((id) => `${commits}${id}`),
      ].map((key): SizedOperation => ({ operation: { type: "delete", key }, length: 0 }));
      if (commit) {
        const { id, ...rest } = commit;
        const own: { [part: string]: Json } = { ...rest };
        let ownLength = 0;
        for (const [shard, one] of added.entries()) {
          const head = { head: storedHead(one.head), codes: toBase64(one.codes) };
          const place = { id, shard, head: one.head };
          for (const number of blocksOf(one.head)) {
            const { values, floats } = storedBlock(one, number);
            const length = values.reduce((sum, value) => sum + value.length, floats.length);
            ownLength += length;
            const value = { values, floats };
            if (one.head.alone) Object.assign(own, head, value);
            else sets.push({ operation: { type: "set", key: blockKey(place, number), value }, length });
          }
          if (one.head.alone) continue;
          sets.push({
            operation: { type: "set", key: headKey(id, shard), value: head },
            length: head.codes.length,
          });
        }
        const set: SizedOperation = {
          operation: { type: "set", key: `${commits}${id}`, value: own },
          length: ownLength,
        };
        const isAtOnce = store.batch && fitting([...sets, set], 0) > sets.length;
        if (isAtOnce) await apply([...sets, set]);
        else await applyOrUndo(sets, set);
      }
      await apply(drops);
      if (drops.length === 0 || isSwept) return;
      isSwept = true;
      await sweep();
    },
    ...(store.close && { close: async () => store.close?.() }),
  };
}

function storedHead(head: ShardHead): Json {
  // Without what is undefined, which is no JSON.
  return Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined));
}

function storedBlock({ head, values, floats }: Shard, number: number): { values: string[]; floats: string } {
  const { start, end, first, last } = rangeOf(head, number);
  const some = floats.subarray(first * head.dimensions, last * head.dimensions);
  return {
    values: values.slice(start, end),
    floats: toBase64(new Uint8Array(some.buffer, some.byteOffset, some.byteLength)),
  };
}

function blocksOf({ keys }: ShardHead): number[] {
  return Array.from({ length: Math.ceil(keys.length / FEW_ENTRIES) }, (_, number) => number);
}

function rangeOf({ keys, rows, dimensions }: ShardHead, block: number): BlockRange {
  const start = block * FEW_ENTRIES;
  const end = Math.min(keys.length, start + FEW_ENTRIES);
  const before = (place: number): number => (rows ? rows.filter((at) => at < place).length : place);
  return { start, end, first: dimensions && before(start), last: dimensions && before(end) };
}

/** How many operations from a place on go into one batch. */
function fitting(operations: readonly SizedOperation[], start: number): number {
  let count = 0;
  let length = 0;
  for (const operation of operations.slice(start, start + BATCH_OPERATIONS)) {
    length += operation.length;
    if (count > 0 && length > BATCH_LENGTH) break;
    count += 1;
  }
  return count;
}

async function pooled<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  }
  return results;
}

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> | undefined {
  try {
    return typeof base64 === "string" ? fromBase64(base64) : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
