import type { StoreChange, StoreCommit, StoredRecord } from "../../src/contracts/store.ts";
import { isExpired, mayChange } from "../../src/store/define-store.ts";
import type { DenoKv, DenoKvAtomic, DenoKvEntry, DenoKvKey } from "./deno-kv.ts";
import {
  abandonChunks,
  CELL_BYTES,
  type Chunks,
  deadMarker,
  type LargeValue,
  markerKey,
  type Staged,
  stageChunks,
} from "./deno-kv-chunks.ts";
import { type Head, headKey, isHead } from "./deno-kv-head.ts";
import { ATTEMPTS, backOff, commitAtomic } from "./deno-kv-retry.ts";

/** A change and what is to stand in its head: its text, or nothing yet where that has to go into cells. */
interface Write {
  readonly change: StoreChange;
  readonly bytes: Uint8Array | undefined;
  readonly isLarge: boolean;
}

/** How a commit ended, and whether it left cells that nothing refers to. */
interface Outcome {
  readonly result: StoreCommit;
  readonly hasGarbage: boolean;
}

/** What the heads of one commit may hold together, of the 819,200 bytes that Deno KV takes at once. */
const INLINE_BYTES = 600_000;
/** How many checks Deno KV takes at once. */
const MAX_CHECKS = 100;
const GET_AT_ONCE = 10;
/** How much longer than an entry its rows stay: who reads it goes by the entry's own time. */
const LINGER_MS = 60_000;
/** A hundred years. Deno KV refuses to count much further. */
const LONGEST_EXPIRY_MS = 3_155_760_000_000;

/**
 * Makes all changes or none. Cells are written before, where nobody sees them; one atomic operation then makes the heads
 * refer to them, if the heads are still those whose versions were compared. `undefined` where others kept getting in the
 * way.
 */
export async function commitToDenoKv(
  kv: DenoKv,
  root: DenoKvKey,
  changes: readonly StoreChange[],
  now: number,
): Promise<Outcome | undefined> {
  const writes = writesOf(changes);
  const large = writes.flatMap((write) => largeValue(write, now));
  let staged: Staged | undefined;
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const entries = await getAll(
        kv,
        changes.map(({ key }) => headKey(root, key)),
      );
      const present = entries.map(presentOf);
      const conflict = changes.findIndex((change, index) => !mayChange(change, present[index], now));
      if (conflict !== -1) return { result: { conflict }, hasGarbage: false };

      if (large.length > 0) staged ??= await stageChunks(kv, root, large, now);
      const dead = entries.flatMap(({ value }) => chunksOf(value));
      const atomic = transaction(kv, root, writes, entries, staged, dead, now);
      if ((await commitAtomic(atomic)).ok) {
        const hasGarbage = staged !== undefined || dead.length > 0;
        staged = undefined;
        const existed = present.map((record) => record !== undefined && !isExpired(record, now));
        return { result: { existed }, hasGarbage };
      }
      // Somebody may have taken our cells for abandoned; then they are written once more.
      if (staged && (await kv.get(staged.marker)).versionstamp !== staged.versionstamp) staged = undefined;
      await backOff(attempt);
    }
    return undefined;
  } finally {
    // Also after an error that leaves open whether the commit was made. Where this fails too, the sweep will do it.
    if (staged) await abandonChunks(kv, root, staged, now).catch(() => {});
  }
}

function transaction(
  kv: DenoKv,
  root: DenoKvKey,
  writes: readonly Write[],
  entries: readonly DenoKvEntry[],
  staged: Staged | undefined,
  dead: readonly Chunks[],
  now: number,
): DenoKvAtomic {
  const atomic = kv.atomic();
  // A hundred heads leave no room for one more check; there, only the hour protects staged cells from the sweep.
  if (staged && writes.length < MAX_CHECKS) {
    atomic.check({ key: staged.marker, versionstamp: staged.versionstamp });
  }
  let next = 0;
  for (const [index, { change, bytes, isLarge }] of writes.entries()) {
    const key = headKey(root, change.key);
    atomic.check({ key, versionstamp: entries[index]?.versionstamp ?? null });
    const content = isLarge ? staged?.chunks[next++] : bytes;
    if (change.record && content) {
      const { version, expiresAt } = change.record;
      const head: Head = { version, expiresAt, content };
      atomic.set(key, head, expiry(change.record, now));
    } else atomic.delete(key);
  }
  if (dead.length > 0) atomic.set(staged?.marker ?? markerKey(root), deadMarker(dead, now));
  else if (staged) atomic.delete(staged.marker);
  return atomic;
}

function writesOf(changes: readonly StoreChange[]): Write[] {
  let room = INLINE_BYTES;
  return changes.map((change) => {
    const bytes = change.record && new TextEncoder().encode(change.record.text);
    const isLarge = bytes !== undefined && bytes.length > Math.min(CELL_BYTES, room);
    if (bytes && !isLarge) room -= bytes.length;
    return { change, bytes, isLarge };
  });
}

function largeValue({ change, bytes, isLarge }: Write, now: number): LargeValue[] {
  return isLarge && bytes && change.record ? [{ bytes, ...expiry(change.record, now) }] : [];
}

async function getAll(kv: DenoKv, keys: readonly DenoKvKey[]): Promise<DenoKvEntry[]> {
  const entries: DenoKvEntry[] = [];
  for (let first = 0; first < keys.length; first += GET_AT_ONCE) {
    entries.push(...(await kv.getMany(keys.slice(first, first + GET_AT_ONCE))));
  }
  return entries;
}

/** A row that is not ours is there, under a version that nobody can ask for. */
function presentOf({ value, versionstamp }: DenoKvEntry): StoredRecord | undefined {
  if (versionstamp === null) return undefined;
  if (!isHead(value)) return { text: "", version: "\0" };
  return { text: "", version: value.version, expiresAt: value.expiresAt };
}

function chunksOf(value: unknown): Chunks[] {
  return isHead(value) && !(value.content instanceof Uint8Array) ? [value.content] : [];
}

function expiry({ expiresAt }: StoredRecord, now: number): { expireIn?: number } {
  const expireIn = Math.ceil((expiresAt ?? Number.POSITIVE_INFINITY) - now) + LINGER_MS;
  return expireIn <= LONGEST_EXPIRY_MS ? { expireIn } : {};
}
