import type { StoreChange, StoreCommit, StoredRecord } from "../../src/contracts/store.ts";
import { commitOver, type RecordHead } from "../../src/store/define-store.ts";
import { unansweredWrite } from "../../src/store/unanswered-write.ts";
import type { DenoKv, DenoKvAtomic, DenoKvEntry, DenoKvKey } from "./deno-kv.ts";
import {
  abandonChunks,
  announceChunks,
  CELL_BYTES,
  type Chunks,
  type LargeValue,
  markerKey,
  type Staged,
  writeChunks,
} from "./deno-kv-chunks.ts";
import { type Head, headKey, isHead } from "./deno-kv-head.ts";
import { ATTEMPTS, backOff, commitAtomic } from "./deno-kv-retry.ts";

/** A change, and its text as bytes; `isLarge` where they have to go into cells. */
interface Write extends StoreChange, LargeValue {
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
/** How much longer than an entry its rows stay: who reads it goes by the entry's own time. */
const LINGER_MS = 60_000;
/** A hundred years. Deno KV refuses to count much further. */
const LONGEST_EXPIRY_MS = 3_155_760_000_000;

/**
 * Makes all changes or none. Cells are written before, where nobody sees them; one atomic operation then makes the heads
 * refer to them, if the heads are still those whose versions were compared.
 */
export async function commitToDenoKv(
  kv: DenoKv,
  root: DenoKvKey,
  changes: readonly StoreChange[],
  now: number,
): Promise<Outcome> {
  const writes = writesOf(changes, now);
  const large = writes.filter(({ isLarge }) => isLarge);
  let staged: Staged | undefined;
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      // One after the other would do as well: the commit checks that all of them are still the same.
      const entries = await Promise.all(changes.map(({ key }) => kv.get(headKey(root, key))));
      const result = commitOver(changes, entries.map(presentOf), now);
      if (result.existed === undefined) return { result, hasGarbage: false };

      if (large.length > 0 && !staged) {
        staged = await announceChunks(kv, root, large, now);
        await writeChunks(kv, root, large, staged);
      }
      const dead = entries.flatMap(({ value }) => chunksOf(value));
      const atomic = transaction(kv, root, writes, entries, staged, now);
      if (dead.length > 0) atomic.set(staged?.marker ?? markerKey(root), { chunks: dead });
      else if (staged) atomic.delete(staged.marker);
      const { ok } = await commitAtomic(atomic).catch((cause: unknown) => {
        // Deno itself said no, and did nothing; after anything else, such as a lost connection, nobody knows.
        if (/TypeError|BadResource|locked|full/.test(String(cause))) throw cause;
        throw unansweredWrite("denoKv", changes[0]?.key ?? "", cause);
      });
      if (ok) {
        const hasGarbage = staged !== undefined || dead.length > 0;
        staged = undefined;
        return { result, hasGarbage };
      }
      // Somebody may have taken our cells for abandoned; then they are written once more.
      if (staged && (await kv.get(staged.marker)).versionstamp !== staged.versionstamp) staged = undefined;
      await backOff(attempt);
    }
    throw new Error("Others keep changing it.");
  } finally {
    // Also after an error that leaves open whether the commit was made. Where this fails too, the sweep will do it.
    if (staged) await abandonChunks(kv, root, staged).catch(() => {});
  }
}

function transaction(
  kv: DenoKv,
  root: DenoKvKey,
  writes: readonly Write[],
  entries: readonly DenoKvEntry[],
  staged: Staged | undefined,
  now: number,
): DenoKvAtomic {
  const atomic = kv.atomic();
  // A hundred heads leave no room for one more check; there, only the hour protects staged cells from the sweep.
  if (staged && writes.length < MAX_CHECKS) {
    atomic.check({ key: staged.marker, versionstamp: staged.versionstamp });
  }
  let next = 0;
  for (const [index, { key: name, record, bytes, isLarge }] of writes.entries()) {
    const key = headKey(root, name);
    atomic.check({ key, versionstamp: entries[index]?.versionstamp ?? null });
    const content = isLarge ? staged?.chunks[next++] : bytes;
    if (record && content) {
      const { version, expiresAt } = record;
      atomic.set(key, { version, expiresAt, content } satisfies Head, expiryOf(record, now));
    } else atomic.delete(key);
  }
  return atomic;
}

function writesOf(changes: readonly StoreChange[], now: number): Write[] {
  let room = INLINE_BYTES;
  return changes.map((change) => {
    const bytes = new TextEncoder().encode(change.record?.text);
    const isLarge = bytes.length > Math.min(CELL_BYTES, room);
    if (!isLarge) room -= bytes.length;
    // Cells stay longer than what refers to them: a row without its cells would pass for a damaged one.
    return { ...change, bytes, isLarge, expiry: expiryOf(change.record, now - LINGER_MS) };
  });
}

/** A row that is not ours is there, under a version that nobody can ask for. */
function presentOf({ value, versionstamp }: DenoKvEntry): RecordHead | undefined {
  if (versionstamp === null) return undefined;
  return isHead(value) ? value : { version: "\0" };
}

function chunksOf(value: unknown): Chunks[] {
  return isHead(value) && !(value.content instanceof Uint8Array) ? [value.content] : [];
}

function expiryOf(record: StoredRecord | undefined, now: number): { expireIn?: number } {
  const expireIn = Math.ceil((record?.expiresAt ?? Number.POSITIVE_INFINITY) - now) + LINGER_MS;
  return expireIn <= LONGEST_EXPIRY_MS ? { expireIn } : {};
}
