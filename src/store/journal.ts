import type { Json } from "../contracts/message.ts";
import type { JournalPlace } from "../contracts/snapshot.ts";
import type { Store, StoreOperation } from "../contracts/store.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { randomId } from "../core/ids.ts";
import { isConflict } from "./is-conflict.ts";
import { isNamed } from "./is-named.ts";
import { keyPart, textOfPart } from "./key-part.ts";
import { allKeysOf } from "./keys-of.ts";

/** What is known of a run: fields, some of which are lists that only grow. */
export type JournalState = { readonly [field: string]: Json | undefined };

/** What one checkpoint changes: fields that get a new value, and what lists gain. */
export interface JournalEntry {
  readonly set?: JournalState;
  readonly append?: { readonly [list: string]: readonly Json[] };
}

/** A run as its journal tells it. */
export interface JournalReading {
  readonly state: JournalState;
  /** How many entries there are. */
  readonly length: number;
  /** Who began the journal. Entries of another beginning are what a removal left behind. */
  readonly begunBy?: string;
}

/** An entry as it is stored. */
export interface StoredEntry extends JournalEntry {
  /** Who wrote it. */
  readonly by: string;
  /** Who began the journal, where that is somebody else. */
  readonly of?: string;
  /** How many entries the writer had got rid of with it: several that waited go out as one. */
  readonly through: number;
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
  readonly #begunBy: string;
  #length: number;
  /** Whether the run is among the open ones. */
  #isOpen: boolean;
  /** What is not written yet, and how many entries were written before. */
  #waiting: JournalEntry[] = [];
  #written = 0;
  #ends = false;
  #writing: Promise<void> | undefined;
  /** Whether a write has failed and may have been done all the same. */
  #isUnsure = false;

  constructor(place: JournalPlace, runId: string, reading?: JournalReading) {
    this.#place = place;
    this.runId = runId;
    this.#length = reading?.length ?? 0;
    this.#begunBy = reading?.begunBy ?? this.#writer;
    this.#isOpen = reading?.state.status === "running";
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
    const { store } = this.#place;
    const key = await entryKey(this.#place, this.runId, this.#length);
    const ends = this.#ends;
    const through = this.#written + this.#waiting.length;
    const value: StoredEntry = {
      ...this.#waiting.reduce(mergeEntries),
      by: this.#writer,
      ...(this.#begunBy === this.#writer ? {} : { of: this.#begunBy }),
      through,
    };
    try {
      await this.#write(key, value, store.traits.atomic ? null : undefined, ends);
      this.#advance(through);
    } catch (error) {
      if (!isConflict(error)) {
        this.#isUnsure = true;
        throw error;
      }
      const found = await store.get(key).catch((cause: unknown) => {
        throw this.#isUnsure ? cause : error;
      });
      const other = entryIn(found?.value);
      // A write that timed out may have been done all the same: then the entry that is in the way is our own.
      if (other?.by === this.#writer) this.#advance(other.through);
      else if (!other || !found || this.#length === 0 || (other.of ?? other.by) === this.#begunBy)
        throw error;
      else {
        // Left over from a run of the same id that was removed.
        await this.#write(key, value, found.version, ends);
        this.#advance(through);
      }
    }
  }

  #advance(through: number): void {
    this.#waiting = this.#waiting.slice(through - this.#written);
    this.#written = through;
    this.#length += 1;
    this.#isUnsure = false;
    this.#isOpen = true;
  }

  async #write(
    key: string,
    value: StoredEntry,
    ifVersion: string | null | undefined,
    ends: boolean,
  ): Promise<void> {
    const { store, ttlMs } = this.#place;
    const entry: StoreOperation = { type: "set", key, value: { ...value }, ifVersion, ttlMs };
    if (ends) await doAll(store, [entry, ...(await marks(this.#place, this.runId, "ended"))]);
    else if (this.#isOpen) await doAll(store, [entry]);
    // An open run is listed before it has entries: the next start finds it even if the process dies in between.
    else {
      const [open, ended] = await marks(this.#place, this.runId, "open");
      await doAll(store, this.#length === 0 ? [open, entry] : [open, ended, entry]);
    }
  }
}

/** What the journal of a run tells; `undefined` where there is none. Rejects with `STORE_CORRUPT` where an entry is missing. */
export async function readJournal(place: JournalPlace, runId: string): Promise<JournalReading | undefined> {
  const prefix = await entriesPrefix(place, runId);
  const keys = await allKeysOf(place.store, prefix);
  // The first entry is the first to expire and to be removed: without it the run is gone.
  if (keys[0] !== prefix + numberText(0)) return undefined;
  const values = await Promise.all(keys.map(async (key) => (await place.store.get(key))?.value));
  if (values[0] === undefined) return undefined;
  let state: JournalState = {};
  let begunBy: string | undefined;
  let length = 0;
  for (const value of values) {
    const entry = entryIn(value);
    const key = keys[length];
    const of = entry && (entry.of ?? entry.by);
    begunBy ??= of;
    if (entry && of !== begunBy) break;
    if (!entry || key !== prefix + numberText(length)) {
      const message = `Entry ${length} of the run "${runId}" is missing or damaged: it cannot be resumed. Delete it.`;
      throw new StoreError("STORE_CORRUPT", message, { store: place.store.name, key });
    }
    state = applyEntry(entry, state);
    length += 1;
  }
  return { state, length, ...(begunBy === undefined ? {} : { begunBy }) };
}

/** Whether there is a journal of a run: without its first entry the rest is none. */
export async function hasJournal(place: JournalPlace, runId: string): Promise<boolean> {
  return (await place.store.get(await entryKey(place, runId, 0))) !== undefined;
}

/** The ids of the runs in a place: `open` ones have not ended, `ended` ones are kept to be looked at. */
export async function journalRuns(place: JournalPlace, which: Mark): Promise<string[]> {
  const prefix = markKey(place, which, "");
  const keys = await allKeysOf(place.store, prefix);
  const runIds = await Promise.all(
    keys.map(async (key) => textOfPart(key.slice(prefix.length)) ?? (await markedRun(place.store, key))),
  );
  return runIds.filter((runId) => runId !== undefined);
}

/** Takes a run that has ended off the list of open runs, where the process died before it could. */
export async function closeJournal(place: JournalPlace, runId: string): Promise<void> {
  const [ended, open] = await marks(place, runId, "ended");
  // A damaged mark is one to remove, too.
  const isOpen = await place.store.get(open.key).catch(() => true);
  if (isOpen) await doAll(place.store, [ended, open]);
}

/** The state after an entry. */
export function applyEntry({ set, append }: JournalEntry, before: JournalState): JournalState {
  const state: { [field: string]: Json | undefined } = { ...before, ...set };
  for (const [list, items] of Object.entries(append ?? {})) {
    const known = state[list];
    state[list] = Array.isArray(known) ? [...known, ...items] : items;
  }
  return state;
}

/** One entry that changes what two do, one after the other. */
export function mergeEntries(first: JournalEntry, second: JournalEntry): JournalEntry {
  const set: { [field: string]: Json | undefined } = { ...first.set };
  const append: { [list: string]: readonly Json[] } = { ...first.append };
  for (const [field, value] of Object.entries(second.set ?? {})) {
    set[field] = value;
    delete append[field];
  }
  for (const [list, items] of Object.entries(second.append ?? {})) {
    append[list] = [...(append[list] ?? []), ...items];
  }
  return { set, append };
}

/** Does several writes: all or none where the store can, else one after the other. */
export async function doAll(store: Store, operations: readonly StoreOperation[]): Promise<void> {
  if (operations.length > 1 && store.batch) return store.batch(operations);
  for (const operation of operations) {
    if (operation.type === "set") await store.set(operation.key, operation.value, operation);
    else await store.delete(operation.key);
  }
}

type Mark = "open" | "ended";

/** What says that a run is open, or has ended: the mark that it gets, and the one that it loses. */
export async function marks(
  place: JournalPlace,
  runId: string,
  which: Mark,
): Promise<[StoreOperation, StoreOperation]> {
  const part = await keyPart(place.store.name, "id of a run", runId);
  return [
    { type: "set", key: markKey(place, which, part), value: runId, ttlMs: place.ttlMs },
    { type: "delete", key: markKey(place, which === "open" ? "ended" : "open", part) },
  ];
}

/** The run of a mark whose key does not tell it. */
async function markedRun(store: Store, key: string): Promise<string | undefined> {
  const value = await store.get(key).then(
    (entry) => entry?.value,
    // A damaged mark names no run.
    () => undefined,
  );
  return typeof value === "string" ? value : undefined;
}

function markKey({ prefix }: JournalPlace, kind: Mark, part: string): string {
  return `${prefix}/${kind}/${part}`;
}

export async function entriesPrefix({ store, prefix }: JournalPlace, runId: string): Promise<string> {
  return `${prefix}/log/${await keyPart(store.name, "id of a run", runId)}/`;
}

async function entryKey(place: JournalPlace, runId: string, index: number): Promise<string> {
  return (await entriesPrefix(place, runId)) + numberText(index);
}

export function numberText(index: number): string {
  return String(index).padStart(6, "0");
}

function entryIn(value: Json | undefined): StoredEntry | undefined {
  if (!isNamed(value)) return undefined;
  const { set = {}, append = {}, by, of = "", through } = value;
  const isEntry =
    isNamed(set) &&
    isNamed(append) &&
    Object.values(append).every(Array.isArray) &&
    typeof by === "string" &&
    typeof of === "string" &&
    typeof through === "number";
  return isEntry ? (value as unknown as StoredEntry) : undefined;
}
