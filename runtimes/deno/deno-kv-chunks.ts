import { randomId } from "../../src/core/ids.ts";
import type { DenoKv, DenoKvAtomic, DenoKvKey } from "./deno-kv.ts";
import { commitAtomic } from "./deno-kv-retry.ts";

/** The cells of a value that is too large for one: under an id of its own, numbered from 0. */
export interface Chunks {
  readonly id: string;
  readonly count: number;
}

/** A value that is to be written in cells. */
export interface LargeValue {
  readonly bytes: Uint8Array;
  /** How long its rows stay, in milliseconds. */
  readonly expiry: { readonly expireIn?: number };
}

/** Cells that no entry refers to yet, and the row that says so until one does. */
export interface Staged {
  readonly marker: DenoKvKey;
  /** The marker's, which no longer holds once somebody else has taken the cells for abandoned. */
  readonly versionstamp: string | null;
  readonly chunks: readonly Chunks[];
}

/** What a marker holds: cells that nothing refers to. Without the time of the writing, nothing ever will. */
export interface Marker {
  readonly at?: number;
  readonly chunks: readonly Chunks[];
}

/** Deno KV takes 65,536 bytes in a cell, its own framing included. */
export const CELL_BYTES = 60_000;

/** 819,200 bytes are the limit of an atomic operation. */
const CELLS_AT_ONCE = 13;
/** Deletions are small, but their keys count. */
const DELETIONS_AT_ONCE = 100;
/** No write takes an hour: what has been waiting that long was left behind by a process that died. */
const ABANDONED_MS = 3_600_000;
const MARKERS_AT_ONCE = 10;

/** Announces cells that no entry refers to yet. The marker comes before them, so that none is ever lost track of. */
export async function announceChunks(
  kv: DenoKv,
  root: DenoKvKey,
  values: readonly LargeValue[],
  now: number,
): Promise<Staged> {
  const marker = markerKey(root);
  const chunks = values.map(({ bytes }) => ({
    id: randomId(),
    count: Math.ceil(bytes.length / CELL_BYTES),
  }));
  const announced: Marker = { at: now, chunks };
  const { versionstamp = null } = await commitAtomic(kv.atomic().set(marker, announced));
  return { marker, versionstamp, chunks };
}

/** Writes the cells that were announced. */
export async function writeChunks(
  kv: DenoKv,
  root: DenoKvKey,
  values: readonly LargeValue[],
  { chunks }: Staged,
): Promise<void> {
  for (const [index, { bytes, expiry }] of values.entries()) {
    let start = 0;
    await inSteps(kv, cellKeys(root, chunks[index]), CELLS_AT_ONCE, (atomic, key) => {
      // A copy: of a view, the whole buffer behind it would be written.
      atomic.set(key, bytes.slice(start, start + CELL_BYTES), expiry);
      start += CELL_BYTES;
    });
  }
}

/** The text of a value; `undefined` where some of its cells are gone. */
export async function readContent(
  kv: DenoKv,
  root: DenoKvKey,
  content: Uint8Array | Chunks,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  if (content instanceof Uint8Array) return decoder.decode(content);
  let text = "";
  let found = 0;
  for await (const { value } of kv.list({ prefix: [...root, "chunk", content.id] })) {
    if (!(value instanceof Uint8Array)) continue;
    text += decoder.decode(value, { stream: true });
    found += 1;
  }
  return found === content.count ? text + decoder.decode() : undefined;
}

/** The key of a new marker. */
export function markerKey(root: DenoKvKey): DenoKvKey {
  return [...root, "loose", randomId()];
}

/** Removes staged cells, unless an entry refers to them after all. */
export async function abandonChunks(
  kv: DenoKv,
  root: DenoKvKey,
  { marker, versionstamp, chunks }: Staged,
): Promise<void> {
  // The commit that would make them reachable needs the marker as it is. So first it is taken away from that.
  const dead: Marker = { chunks };
  const condemned = kv.atomic().check({ key: marker, versionstamp }).set(marker, dead);
  if ((await commitAtomic(condemned)).ok) await eraseChunks(kv, root, marker, chunks);
}

/** Removes cells that nothing will refer to, and their marker last. */
async function eraseChunks(
  kv: DenoKv,
  root: DenoKvKey,
  marker: DenoKvKey,
  chunks: readonly Chunks[],
): Promise<void> {
  const rows = [...chunks.flatMap((one) => cellKeys(root, one)), marker];
  await inSteps(kv, rows, DELETIONS_AT_ONCE, (atomic, key) => atomic.delete(key));
}

/** Does something for each key, in atomic operations of so many. */
async function inSteps(
  kv: DenoKv,
  keys: readonly DenoKvKey[],
  size: number,
  add: (atomic: DenoKvAtomic, key: DenoKvKey) => void,
): Promise<void> {
  for (let first = 0; first < keys.length; first += size) {
    const atomic = kv.atomic();
    for (const key of keys.slice(first, first + size)) add(atomic, key);
    await commitAtomic(atomic);
  }
}

/** Removes what overwritten values and processes that died have left behind: a few markers' worth. */
export async function sweepChunks(kv: DenoKv, root: DenoKvKey, now: number): Promise<void> {
  const markers = kv.list({ prefix: [...root, "loose"] }, { limit: MARKERS_AT_ONCE });
  for await (const { key, value, versionstamp } of markers) {
    // Keys are read as they are written; only their type is wider.
    const marker = key as DenoKvKey;
    const { at, chunks } = fieldsOf(value);
    if (!Array.isArray(chunks) || !chunks.every(isChunks)) continue;
    if (at === undefined) await eraseChunks(kv, root, marker, chunks);
    // Its writer may only have been slow; then its commit fails, and it begins again.
    else if (now - Number(at) > ABANDONED_MS) {
      await abandonChunks(kv, root, { marker, versionstamp, chunks });
    }
  }
}

/** Whether something that was read names cells. */
export function isChunks(value: unknown): value is Chunks {
  const { id, count } = fieldsOf(value);
  return typeof id === "string" && typeof count === "number";
}

/** What a row may have of a marker, or of a head; anything may stand in a database. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

function cellKeys(root: DenoKvKey, chunks: Chunks | undefined): DenoKvKey[] {
  if (!chunks) return [];
  return Array.from({ length: chunks.count }, (_, index) => [...root, "chunk", chunks.id, index]);
}
