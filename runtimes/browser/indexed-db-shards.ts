import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { damagedShard, readCommit, readSketch } from "../../src/store/vectors/shards/read-shards.ts";
import {
  type ByteRange,
  contentsOf,
  floatsOf,
  isLayout,
  joinedParts,
  layOut,
  type ShardLayout,
  type ShardPart,
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
import { type DatabaseKind, indexedDBConnection } from "./indexed-db-connection.ts";
import { failureOf, firstCause, giveUp } from "./indexed-db-driver.ts";

/** So many shards share two rows: few large rows are written and read faster than many small ones. */
const GROUP = 8;
/** Bytes that are written as they are; more of them are a file of the browser's, of which parts can be read. */
const SMALL = 32_768;
/** How many groups' contents are kept at hand: files that were not read yet, or a few bytes. */
const KEPT = 256;
/** Up to so many commits are opened one by one. */
const FEW_COMMITS = 4;

/** What is kept of a shard for searches; nothing once it is gone. */
interface StoredShard extends ShardSketch {
  readonly layout: ShardLayout;
}

/** A commit and the number of a group in it. */
type GroupKey = [id: string, group: number];
type Bytes = Blob | Uint8Array<ArrayBuffer>;

/** Whatever else wrote into the database may have left anything, so that what is read is checked. */
interface ShardSchema extends DBSchema {
  commits: { key: string; value: object };
  heads: { key: GroupKey; value: readonly (StoredShard | undefined)[] };
  contents: { key: GroupKey; value: Bytes };
}

const stores = ["commits", "heads", "contents"] as const;
type Writing = IDBPTransaction<ShardSchema, typeof stores, "readwrite">;

const shardDatabase: DatabaseKind<ShardSchema> = {
  make(database) {
    for (const store of stores) database.createObjectStore(store);
  },
  accepts: ({ objectStoreNames }) => stores.every((store) => objectStoreNames.contains(store)),
};

export interface IndexedDBShardsOptions {
  readonly durability: "relaxed" | "strict";
  readonly openTimeoutMs: number;
}

/** A range of bytes of a group. */
interface Asked {
  readonly group: GroupKey;
  readonly range: ByteRange;
}

/** Shards in three object stores; a write is one transaction. */
export function indexedDBShards(
  database: string,
  { durability, openTimeoutMs }: IndexedDBShardsOptions,
): ShardDriver & { readonly wasOpen: boolean } {
  const name = "indexedDB";
  const connection = indexedDBConnection(database, openTimeoutMs, shardDatabase);
  /** Where the parts of the shards lie whose heads are known. */
  const layouts: WeakMap<ShardHead, ShardLayout> = new WeakMap();
  const kept = new Map<string, Bytes>();
  /** Private windows of some browsers hold no files: there everything is written as it is. */
  let holdsFiles = true;

  async function use<Value>(
    what: string,
    work: (database: IDBPDatabase<ShardSchema>) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await connection.use(work);
    } catch (cause) {
      if (AIError.is(cause)) throw cause;
      const known = failureOf(cause);
      const message = known?.message ?? `The IndexedDB database "${database}" did not ${what}: ${cause}`;
      const { retryable } = known ?? {};
      throw new StoreError(known?.code ?? "STORE_UNAVAILABLE", message, { store: name, cause, retryable });
    }
  }

  function opened(id: string, record: unknown, groups: ReadonlyMap<number, unknown>): Found<OpenedCommit> {
    if (record === undefined) return undefined;
    const commit = readCommit(name, id, record);
    if (commit instanceof Error) return commit;
    const shards = Array.from({ length: commit.shards }, (_, shard): Found<ShardSketch> => {
      const group: unknown = groups.get(Math.floor(shard / GROUP));
      // All of its shards are gone.
      if (group === undefined) return undefined;
      if (!Array.isArray(group)) return damagedShard(name, `${id}/${shard}`);
      const stored: unknown = group[shard % GROUP];
      if (stored === undefined) return undefined;
      const { head, codes, layout }: { [Part in keyof StoredShard]?: unknown } = Object(stored);
      const sketch = readSketch(name, `${id}/${shard}`, head, codes);
      if (sketch instanceof Error) return sketch;
      if (!isLayout(layout, sketch.head)) return damagedShard(name, `${id}/${shard}`);
      layouts.set(sketch.head, layout);
      return sketch;
    });
    return { commit, shards };
  }

  /** The contents of groups; `undefined` for one that is gone. */
  async function contentsOfGroups(asked: readonly Asked[]): Promise<Map<string, Bytes>> {
    const groups = new Map(asked.map(({ group }) => [group.join("/"), group]));
    const found = new Map<string, Bytes>();
    const missing: [string, GroupKey][] = [];
    for (const [key, group] of groups) {
      const bytes = kept.get(key);
      if (bytes) found.set(key, bytes);
      else missing.push([key, group]);
    }
    if (missing.length > 0) {
      await use("read vectors", async (one) => {
        const { store } = one.transaction("contents");
        await Promise.all(
          missing.map(async ([key, group]) => {
            const bytes: unknown = await store.get(group);
            if (isBytes(bytes)) found.set(key, bytes);
          }),
        );
      });
    }
    for (const [key, bytes] of found) {
      kept.delete(key);
      if (bytes instanceof Blob || bytes.length <= SMALL) kept.set(key, bytes);
    }
    for (const key of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(key);
    }
    return found;
  }

  /** Ranges of bytes, as one blob that is read at once: each reading takes a trip to another process. */
  async function read(asked: readonly (Asked | undefined)[]): Promise<Found<Uint8Array>[]> {
    const groups = await contentsOfGroups(asked.filter((one) => one !== undefined));
    const pieces = asked.map((one): Bytes | undefined => {
      const bytes = one && groups.get(one.group.join("/"));
      if (!one || !bytes) return undefined;
      return bytes instanceof Blob ? bytes.slice(...one.range) : bytes.subarray(...one.range);
    });
    const files = pieces.filter((piece): piece is Blob => piece instanceof Blob);
    // One of them may not be readable; then each alone tells whether it is.
    const joined = await bytesOf(new Blob(files));
    let next = 0;
    const found = pieces.map((piece): Promise<Uint8Array | undefined> | Uint8Array | undefined => {
      if (!(piece instanceof Blob)) return piece;
      next += piece.size;
      return joined ? joined.subarray(next - piece.size, next) : bytesOf(piece);
    });
    return Promise.all(
      found.map(async (bytes, index) => {
        const { group = [], range = [0, 0] } = asked[index] ?? {};
        const known = await bytes;
        if (!pieces[index] || known?.length === range[1] - range[0]) return known;
        kept.delete(group.join("/"));
        return damagedShard(name, group.join("/"));
      }),
    );
  }

  function askedOf(place: Place, range: (place: Place, layout: ShardLayout) => ByteRange): Asked | undefined {
    const layout = layouts.get(place.head);
    return layout && { group: groupOf(place), range: range(place, layout) };
  }

  async function writeTo(one: IDBPDatabase<ShardSchema>, write: ShardWrite): Promise<void> {
    const groups = groupsOf(write.shards, holdsFiles ? SMALL : Number.POSITIVE_INFINITY);
    const transaction = one.transaction(stores, "readwrite", { durability });
    const requests: Promise<unknown>[] = [];
    const track = (request: Promise<unknown>): void => {
      // Each is looked at in the end, but the first failure may come before that.
      request.catch(() => undefined);
      requests.push(request);
    };
    track(transaction.done);
    try {
      const { commit } = write;
      if (commit) {
        for (const [group, { contents }] of groups.entries()) {
          track(transaction.objectStore("contents").put(contents, [commit.id, group]));
        }
        // While those are on their way the codes are made.
        for (const [group, { shards }] of groups.entries()) {
          const heads = shards.map(({ shard: { head, codes }, layout }) => ({ head, codes, layout }));
          track(transaction.objectStore("heads").put(heads, [commit.id, group]));
        }
        track(transaction.objectStore("commits").put(commit, commit.id));
      }
      for (const id of write.dropCommits) {
        track(transaction.objectStore("commits").delete(id));
        track(transaction.objectStore("heads").delete(groupsOfCommit(id)));
        track(transaction.objectStore("contents").delete(groupsOfCommit(id)));
      }
      const whole = new Set(write.dropCommits);
      track(
        dropShards(
          transaction,
          write.dropShards.filter(({ id }) => !whole.has(id)),
        ),
      );
      await Promise.all(requests);
    } catch (cause) {
      giveUp(transaction);
      throw await firstCause(
        cause,
        requests,
        groups.reduce((sum, { size }) => sum + size, 0),
      );
    }
    for (const { shards } of groups) {
      for (const { shard, layout } of shards) layouts.set(shard.head, layout);
    }
  }

  return {
    name,
    delayMs: 0,
    get wasOpen() {
      return connection.wasOpen;
    },
    commits: () => use("list its commits", (one) => one.getAllKeys("commits")),
    open: (ids) =>
      use("open commits", async (one) => {
        const wanted = [...ids].sort();
        const ranges =
          ids.length > FEW_COMMITS
            ? [[wanted[0] ?? "", wanted.at(-1) ?? ""] as const]
            : wanted.map((id) => [id, id] as const);
        const records = new Map<string, unknown>();
        const groups = new Map<string, Map<number, unknown>>();
        const transaction = one.transaction(["commits", "heads"]);
        await Promise.all(
          ranges.map(async ([first, last]) => {
            const commits = transaction.objectStore("commits");
            const heads = transaction.objectStore("heads");
            const range = IDBKeyRange.bound(first, last);
            const headRange = IDBKeyRange.bound([first], [last, []]);
            const [keys, values, headKeys, headValues] = await Promise.all([
              commits.getAllKeys(range),
              commits.getAll(range),
              heads.getAllKeys(headRange),
              heads.getAll(headRange),
            ]);
            for (const [index, id] of keys.entries()) records.set(id, values[index]);
            for (const [index, [id, group]] of headKeys.entries()) {
              const known = groups.get(id) ?? new Map<number, unknown>();
              groups.set(id, known.set(group, headValues[index]));
            }
          }),
        );
        return ids.map((id) => opened(id, records.get(id), groups.get(id) ?? new Map()));
      }),
    async values(places) {
      const found = await read(places.map((place) => askedOf(place, valueRange)));
      return found.map((bytes) => (bytes instanceof Uint8Array ? textOf(bytes) : bytes));
    },
    async floats(places) {
      const found = await read(places.map((place) => askedOf(place, vectorRange)));
      return found.map((bytes) => (bytes instanceof Uint8Array ? floatsOf(bytes) : bytes));
    },
    async contents(shard) {
      const { head } = shard;
      const layout = layouts.get(head);
      if (!layout) return undefined;
      const [bytes] = await read([{ group: groupOf(shard), range: shardRange(head, layout) }]);
      return bytes instanceof Uint8Array ? contentsOf(head, layout, bytes) : bytes;
    },
    write: (write) =>
      use("write vectors", async (one) => {
        try {
          await writeTo(one, write);
        } catch (cause) {
          if (!holdsFiles || !isOfFiles(cause)) throw cause;
          holdsFiles = false;
          await writeTo(one, write);
        }
      }),
    async close() {
      kept.clear();
      connection.close();
    },
  };
}

interface Group {
  readonly shards: readonly { readonly shard: Shard; readonly layout: ShardLayout }[];
  readonly contents: Bytes;
  readonly size: number;
}

/** Shards in groups; those with more bytes than `small` as a file. */
function groupsOf(shards: readonly Shard[], small: number): Group[] {
  const groups: Group[] = [];
  for (let first = 0; first < shards.length; first += GROUP) {
    groups.push(groupOfShards(shards.slice(first, first + GROUP), small));
  }
  return groups;
}

function groupOfShards(some: readonly Shard[], small: number): Group {
  const parts: ShardPart[] = [];
  let size = 0;
  const shards = some.map((shard) => {
    const { parts: own, layout, size: more } = layOut(shard, size);
    parts.push(...own);
    size += more;
    return { shard, layout };
  });
  return { shards, contents: size > small ? new Blob(parts) : joinedParts(parts, size), size };
}

/** Removes shards of commits that stay: their heads now, what they hold with the last of their group. */
async function dropShards(
  transaction: Writing,
  shards: readonly Pick<Place, "id" | "shard">[],
): Promise<void> {
  const heads = transaction.objectStore("heads");
  for (const group of new Map(shards.map((one) => [groupOf(one).join("/"), groupOf(one)])).values()) {
    const [id, number] = group;
    const gone = new Set(shards.filter((one) => one.id === id).map(({ shard }) => shard));
    const stored = await heads.get(group);
    if (!Array.isArray(stored)) continue;
    const left = stored.map((one, index) => (gone.has(number * GROUP + index) ? undefined : one));
    if (left.some((one) => one !== undefined)) await heads.put(left, group);
    else await Promise.all([heads.delete(group), transaction.objectStore("contents").delete(group)]);
  }
}

function groupOf({ id, shard }: Pick<Place, "id" | "shard">): GroupKey {
  return [id, Math.floor(shard / GROUP)];
}

/** A list is greater than every number. */
function groupsOfCommit(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

function isBytes(value: unknown): value is Bytes {
  return value instanceof Blob || value instanceof Uint8Array;
}

/** Whether an error says that no file can be stored. */
function isOfFiles(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "DataCloneError" || /Blob|File/.test(cause.message));
}

async function bytesOf(piece: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    return undefined;
  }
}
