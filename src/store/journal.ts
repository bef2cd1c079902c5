import type { Json } from "../contracts/message.ts";
import type { JournalPlace } from "../contracts/snapshot.ts";
import type { Store, StoreOperation } from "../contracts/store.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { randomId } from "../core/ids.ts";
import { allKeysOf, deleteFromEnd } from "./keys-of.ts";

/** What is known of a run: fields, some of which are lists that only grow. */
export type JournalState = { readonly [field: string]: Json | undefined };

/** What one checkpoint changes: fields that get a new value, and what lists gain. */
export interface JournalEntry {
  readonly set?: JournalState;
  readonly append?: { readonly [list: string]: readonly Json[] };
  /** Starts over: what was known before does not count any more. */
  readonly reset?: true;
}

/** A run as its journal tells it. */
export interface JournalReading {
  readonly state: JournalState;
  /** How many entries there are. */
  readonly length: number;
}

/**
 * The journal of one run: entries that are only ever added, each under a key of its own, so that a checkpoint writes what
 * changed and the bytes grow with the run. On a store with compare-and-set an entry is written only where none is: of two
 * processes that work on one run, the second one to write gets `StoreConflictError` (`STORE_CONFLICT`).
 */
export class Journal {
  readonly runId: string;
  readonly #place: JournalPlace;
  readonly #writer: string = randomId();
  #length: number;
  /** What is not written yet, and how many entries were written before. */
  #waiting: JournalEntry[] = [];
  #written = 0;
  #ends = false;
  #writing: Promise<void> | undefined;

  constructor(place: JournalPlace, runId: string, length = 0) {
    this.#place = place;
    this.runId = runId;
    this.#length = length;
  }

  /**
   * Adds an entry. What is added while a write is under way goes out in one write after it. Where the store fails, the
   * entry is kept and goes out with the next one.
   *
   * @param ends whether the run has ended: it is not among the open runs then.
   */
  async append(entry: JournalEntry, ends = false): Promise<void> {
    this.#ends ||= ends;
    const place = this.#written + this.#waiting.push(entry);
    while (this.#written < place) {
      this.#writing ??= this.#writeWaiting().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #writeWaiting(): Promise<void> {
    const through = this.#written + this.#waiting.length;
    try {
      await this.#write(this.#ends);
      this.#advance(through);
    } catch (error) {
      // A write that timed out may have been done all the same: then the entry that is in the way is our own.
      const own = isConflict(error) ? await this.#ownEntry() : undefined;
      if (own === undefined) throw error;
      this.#advance(own);
    }
  }

  #advance(through: number): void {
    this.#waiting = this.#waiting.slice(through - this.#written);
    this.#written = through;
    this.#length += 1;
  }

  async #write(ends: boolean): Promise<void> {
    const { store, ttlMs } = this.#place;
    const key = entryKey(this.#place, this.runId, this.#length);
    const through = this.#written + this.#waiting.length;
    const value = { ...this.#waiting.reduce(mergeEntries), by: this.#writer, through };
    const ifVersion = store.traits.atomic ? null : undefined;
    const operations: StoreOperation[] = [{ type: "set", key, value, ifVersion, ttlMs }];
    if (ends) operations.push(...endMarks(this.#place, this.runId));
    // An open run is listed before it has entries: the next start finds it even if the process dies in between.
    else if (this.#length === 0) operations.unshift(mark(this.#place, "open", this.runId));
    await doAll(store, operations);
  }

  /** How far the entry in our way goes, where it is our own. */
  async #ownEntry(): Promise<number | undefined> {
    const found = await this.#place.store.get(entryKey(this.#place, this.runId, this.#length));
    if (!isObject(found?.value) || found.value.by !== this.#writer) return undefined;
    return Number(found.value.through);
  }
}

/** What the journal of a run tells; `undefined` where there is none. Rejects with `STORE_CORRUPT` where an entry is missing. */
export async function readJournal(place: JournalPlace, runId: string): Promise<JournalReading | undefined> {
  const keys = await allKeysOf(place.store, entriesPrefix(place, runId));
  // Entries expire one by one, the first one first: such a run is gone.
  const isGone = place.ttlMs !== undefined && keys[0] !== entryKey(place, runId, 0);
  if (keys.length === 0 || isGone) return undefined;
  const entries = await Promise.all(keys.map((key) => place.store.get(key)));
  let state: JournalState = {};
  for (const [index, entry] of entries.entries()) {
    const value = entry?.value;
    if (keys[index] !== entryKey(place, runId, index) || !isObject(value)) {
      const message = `Entry ${index} of the run "${runId}" is missing or damaged: the run cannot be resumed. Delete it, or start it anew.`;
      throw new StoreError("STORE_CORRUPT", message, { store: place.store.name, key: keys[index] });
    }
    state = applyEntry(value as JournalEntry, state);
  }
  return { state, length: keys.length };
}

/** The ids of the runs in a place: `open` ones have not ended, `ended` ones are kept to be looked at. */
export async function journalRuns(place: JournalPlace, which: "open" | "ended"): Promise<string[]> {
  const prefix = runKey(place, which, "");
  const keys = await allKeysOf(place.store, prefix);
  return keys.map((key) => decodeURIComponent(key.slice(prefix.length)));
}

/** Takes a run that has ended off the list of open runs, where the process died before it could. */
export async function closeJournal(place: JournalPlace, runId: string): Promise<void> {
  await doAll(place.store, endMarks(place, runId));
}

/** Removes all that is kept of a run. The marks go last: what a crash leaves behind is still listed, and can be deleted again. */
export async function deleteJournal(place: JournalPlace, runId: string): Promise<void> {
  const entries = await allKeysOf(place.store, entriesPrefix(place, runId));
  const marks = [runKey(place, "open", runId), runKey(place, "ended", runId)];
  await deleteFromEnd(place.store, [...marks, ...entries]);
}

/** The state after an entry. */
export function applyEntry({ set, append, reset }: JournalEntry, before: JournalState): JournalState {
  const state: { [field: string]: Json | undefined } = { ...(reset ? {} : before), ...set };
  for (const [list, items] of Object.entries(append ?? {})) {
    const known = state[list];
    state[list] = Array.isArray(known) ? [...known, ...items] : items;
  }
  return state;
}

function mergeEntries(first: JournalEntry, second: JournalEntry): JournalEntry {
  if (second.reset) return second;
  const append: { [list: string]: readonly Json[] } = { ...first.append };
  for (const [list, items] of Object.entries(second.append ?? {})) {
    append[list] = [...(append[list] ?? []), ...items];
  }
  return { ...first, set: { ...first.set, ...second.set }, append };
}

/** Does several writes: all or none where the store can, else one after the other. */
async function doAll(store: Store, operations: readonly StoreOperation[]): Promise<void> {
  if (operations.length > 1 && store.batch) return store.batch(operations);
  for (const operation of operations) {
    if (operation.type === "set") await store.set(operation.key, operation.value, operation);
    else await store.delete(operation.key);
  }
}

function mark(place: JournalPlace, kind: "open" | "ended", runId: string): StoreOperation {
  return { type: "set", key: runKey(place, kind, runId), value: true, ttlMs: place.ttlMs };
}

function endMarks(place: JournalPlace, runId: string): StoreOperation[] {
  return [{ type: "delete", key: runKey(place, "open", runId) }, mark(place, "ended", runId)];
}

function isConflict(error: unknown): boolean {
  return AIError.is(error) && error.code === "STORE_CONFLICT";
}

function runKey({ prefix }: JournalPlace, kind: "open" | "ended" | "log", runId: string): string {
  return `${prefix}/${kind}/${encodeURIComponent(runId)}`;
}

function entriesPrefix(place: JournalPlace, runId: string): string {
  return `${runKey(place, "log", runId)}/`;
}

function entryKey(place: JournalPlace, runId: string, index: number): string {
  return entriesPrefix(place, runId) + String(index).padStart(6, "0");
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json | undefined } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
