import { guardShards } from "../../src/store/vectors/shards/guard-shards.ts";
import { damagedShard, readCommit, readSketch } from "../../src/store/vectors/shards/read-shards.ts";
import {
  type ByteRange,
  contentsOf,
  floatsOf,
  isLayout,
  joinedParts,
  layOut,
  type ShardLayout,
  shardRange,
  textOf,
  valueRange,
  vectorRange,
} from "../../src/store/vectors/shards/shard-layout.ts";
import type {
  Found,
  OpenedCommit,
  Place,
  Shard,
  ShardDriver,
  ShardHead,
  ShardSketch,
  ShardWrite,
} from "../../src/store/vectors/shards/shards.ts";
import type { SqlRow } from "./entry-sql.ts";
import { lacksTables, objectStorageFailure } from "./object-storage-store.ts";

/** As much of `ctx.storage` of a Durable Object as vectors ask for. */
export interface VectorStorage {
  readonly sql: {
    exec(query: string, ...values: (string | number | null | ArrayBuffer)[]): { toArray(): SqlRow[] };
  };
  transactionSync<Value>(work: () => Value): Value;
}

type Part = "head" | "codes" | "contents";
type ShardPlace = Omit<Place, "at">;

/** The bytes of one row: a hit reads one or two of them, and none may have more than 2 MB. */
const CHUNK_BYTES = 131_072;
/** How many shards are opened at once. */
const OPENED_AT_ONCE = 64;

/** Shards in two tables of an object's SQLite: commits, and the parts of shards in chunks. A write is one transaction. */
export function objectStorageShards(storage: VectorStorage, prefix: string): ShardDriver {
  const name = "objectStorage";
  const commits = `"${prefix}_commits"`;
  const parts = `"${prefix}_parts"`;
  /** Where the parts of the shards lie whose heads are known. */
  const layouts: WeakMap<ShardHead, ShardLayout> = new WeakMap();

  const run = (query: string, ...values: (string | number | ArrayBuffer)[]): SqlRow[] =>
    storage.sql.exec(query, ...values).toArray();
  // An object that was only ever asked has no tables, and is not given any: they would be paid for.
  const ask: typeof run = (query, ...values) => {
    try {
      return run(query, ...values);
    } catch (cause) {
      if (lacksTables(cause)) return [];
      throw cause;
    }
  };

  function open(id: string): Found<OpenedCommit> {
    const [row] = ask(`SELECT record FROM ${commits} WHERE id = ?`, id);
    if (!row) return undefined;
    const commit = readCommit(name, id, parsed(row.record));
    if (commit instanceof Error) return commit;
    const shards: Found<ShardSketch>[] = [];
    while (shards.length < commit.shards) {
      const first = shards.length;
      const end = Math.min(commit.shards, first + OPENED_AT_ONCE);
      const query = `SELECT shard, part, bytes FROM ${parts} WHERE id = ? AND shard >= ? AND shard < ? AND part IN ('codes', 'head') ORDER BY shard, part, chunk`;
      const rows = ask(query, id, first, end);
      for (let shard = first; shard < end; shard += 1) {
        const own = rows.filter((one) => one.shard === shard);
        shards.push(own.length === 0 ? undefined : sketchOf(`${id}/${shard}`, own));
      }
    }
    return { commit, shards };
  }

  function sketchOf(key: string, rows: readonly SqlRow[]): Found<ShardSketch> {
    const bytes = (part: Part): Uint8Array => bytesIn(rows.filter((row) => row.part === part));
    const { head, layout }: { head?: unknown; layout?: unknown } = Object(parsed(textOf(bytes("head"))));
    const sketch = readSketch(name, key, head, bytes("codes"));
    if (sketch instanceof Error) return sketch;
    if (!isLayout(layout, sketch.head)) return damagedShard(name, key);
    layouts.set(sketch.head, layout);
    return sketch;
  }

  /** Some bytes of a shard as what they mean; `undefined` where they are gone. */
  function read<Value>(
    { id, shard, head }: ShardPlace,
    range: (layout: ShardLayout) => ByteRange,
    of: (bytes: Uint8Array, layout: ShardLayout) => Value,
  ): Found<Value> {
    const layout = layouts.get(head);
    if (!layout) return undefined;
    const [start, end] = range(layout);
    const first = Math.floor(start / CHUNK_BYTES);
    const last = Math.max(first, Math.ceil(end / CHUNK_BYTES) - 1);
    const query = `SELECT bytes FROM ${parts} WHERE id = ? AND shard = ? AND part = 'contents' AND chunk BETWEEN ? AND ? ORDER BY chunk`;
    const rows = ask(query, id, shard, first, last);
    if (rows.length === 0) return undefined;
    const offset = first * CHUNK_BYTES;
    const bytes = bytesIn(rows).subarray(start - offset, end - offset);
    return bytes.length === end - start ? of(bytes, layout) : damagedShard(name, `${id}/${shard}`);
  }

  function writeShard(id: string, shard: number, one: Shard): void {
    const { parts: contents, size, layout } = layOut(one, 0);
    layouts.set(one.head, layout);
    const all: Record<Part, Uint8Array> = {
      head: new TextEncoder().encode(JSON.stringify({ head: one.head, layout })),
      codes: one.codes,
      contents: joinedParts(contents, size),
    };
    for (const [part, bytes] of Object.entries(all)) {
      for (let chunk = 0; chunk * CHUNK_BYTES < Math.max(1, bytes.length); chunk += 1) {
        const some = Uint8Array.from(bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES));
        const query = `INSERT INTO ${parts} (id, shard, part, chunk, bytes) VALUES (?, ?, ?, ?, ?)`;
        run(query, id, shard, part, chunk, some.buffer);
      }
    }
  }

  function write({ commit, shards, dropCommits, dropShards }: ShardWrite): void {
    if (commit) {
      const { id, ...record } = commit;
      for (const [shard, one] of shards.entries()) writeShard(id, shard, one);
      run(`INSERT INTO ${commits} (id, record) VALUES (?, ?)`, id, JSON.stringify(record));
    }
    for (const { id, shard } of dropShards) run(`DELETE FROM ${parts} WHERE id = ? AND shard = ?`, id, shard);
    for (const id of dropCommits) {
      run(`DELETE FROM ${commits} WHERE id = ?`, id);
      run(`DELETE FROM ${parts} WHERE id = ?`, id);
    }
  }

  function makeTables(): void {
    run(`CREATE TABLE IF NOT EXISTS ${commits} (id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL)`);
    const columns =
      "id TEXT NOT NULL, shard INTEGER NOT NULL, part TEXT NOT NULL, chunk INTEGER NOT NULL, bytes BLOB NOT NULL";
    run(`CREATE TABLE IF NOT EXISTS ${parts} (${columns}, PRIMARY KEY (id, shard, part, chunk))`);
  }

  const driver: ShardDriver = {
    name,
    delayMs: 0,
    commits: async () => ask(`SELECT id FROM ${commits} ORDER BY id`).map(({ id }) => String(id)),
    open: async (ids) => ids.map(open),
    values: async (places) =>
      places.map((place) => read(place, (layout) => valueRange(place, layout), textOf)),
    floats: async (places) =>
      places.map((place) => read(place, (layout) => vectorRange(place, layout), floatsOf)),
    contents: async (place) =>
      read(
        place,
        (layout) => shardRange(place.head, layout),
        (bytes, layout) => contentsOf(place.head, layout, bytes),
      ),
    async write(change) {
      try {
        storage.transactionSync(() => write(change));
      } catch (cause) {
        // Looked for only when they are missing, so that `deleteAll()` of the application does no harm.
        if (!lacksTables(cause)) throw cause;
        makeTables();
        storage.transactionSync(() => write(change));
      }
    },
  };
  return guardShards(driver, objectStorageFailure, Number.POSITIVE_INFINITY);
}

function bytesIn(rows: readonly SqlRow[]): Uint8Array {
  return joined(rows.flatMap(({ bytes }) => (bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : [])));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
