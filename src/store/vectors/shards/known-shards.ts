import type { Vector } from "../../../contracts/vector-store.ts";
import { vectorCodeLength } from "../index/vector-codes.ts";
import { type VectorIndex, type VectorIndexOptions, vectorIndex } from "../index/vector-index.ts";
import {
  isAccepted,
  type OpenedCommit,
  type Place,
  rowCount,
  SHARD_SIZE,
  type ShardCommit,
  type ShardSketch,
  stampOf,
  type Tombstone,
} from "./shards.ts";

/** A shard as it is known. */
export interface KnownShard extends Omit<Place, "at"> {
  /** Its number in this memory; an entry's is `number * SHARD_SIZE + at`. */
  readonly number: number;
  /** The slots of its entries in the index; -1 for one that has none. */
  readonly slots: Int32Array;
  /** How many of its entries still count. */
  live: number;
  /** When entries of it were first found in a merged shard, in milliseconds. */
  movedAt?: number;
  /** It cannot be read: it is left where it is. */
  isDamaged?: boolean;
}

/** Where an entry lies, as far as this memory is concerned. */
export interface KnownPlace extends Place, Pick<KnownShard, "number" | "slots"> {}

/** A commit as it is known. */
export interface KnownCommit {
  readonly commit: ShardCommit;
  readonly shards: Map<number, KnownShard>;
  /** Some of it cannot be read, so that nobody knows whether it is still needed. */
  readonly isPartial: boolean;
}

/** Reads the vectors of places, as `ReadFloats` those of slots. */
export type ReadPlaces = (
  places: readonly (Place | undefined)[],
  signal: AbortSignal | undefined,
) => Promise<readonly (Vector | undefined)[]>;

/** The entries of a store in memory: where each lies, and the codes of the vectors in an index. */
export class KnownShards {
  readonly commits: Map<string, KnownCommit> = new Map();
  /** The greatest stamp and the greatest id of a commit that were ever seen. */
  lastStamp = 0;
  lastId = "";
  readonly #entries: Map<string, number> = new Map();
  readonly #shards: Map<number, KnownShard> = new Map();
  readonly #graves: Map<string, number> = new Map();
  readonly #cleared: Map<string, number> = new Map();
  readonly #filters: Map<string, Uint8Array | undefined> = new Map();
  readonly #read: ReadPlaces;
  readonly #kernel: VectorIndexOptions["kernel"];
  #bySlot: Float64Array = new Float64Array(64);
  #nextNumber = 0;
  #index: VectorIndex | undefined;

  constructor(read: ReadPlaces, kernel: VectorIndexOptions["kernel"]) {
    this.#read = read;
    this.#kernel = kernel;
  }

  /** The index; none where no entry has a vector. */
  get index(): VectorIndex | undefined {
    return this.#index && this.#index.size > 0 ? this.#index : undefined;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  place(key: string): KnownPlace | undefined {
    const number = this.#entries.get(key);
    return number === undefined ? undefined : this.#placeOf(number);
  }

  placeAt(slot: number): KnownPlace | undefined {
    return this.#placeOf(this.#bySlot[slot] ?? -1);
  }

  keysOf(namespace: string): string[] {
    const beginning = `${namespace}.`;
    return [...this.#entries.keys()].filter((key) => key.startsWith(beginning));
  }

  shards(): Iterable<KnownShard> {
    return this.#shards.values();
  }

  /** The places of the entries of a shard that count. */
  livePlaces({ number, head }: KnownShard): number[] {
    return head.keys.flatMap((key, at) => (this.#entries.get(key) === number * SHARD_SIZE + at ? [at] : []));
  }

  /** A byte for each slot, 1 where the entry is in the namespace and has one of the tags; nothing where all may be found. */
  filter(namespace: string | undefined, tags: readonly string[]): Uint8Array | undefined {
    const name = JSON.stringify([namespace, tags]);
    if ((namespace === undefined && tags.length === 0) || this.#filters.has(name)) {
      return this.#filters.get(name);
    }
    const accepted = new Uint8Array(this.#index?.slots ?? 0);
    let count = 0;
    for (const { head, slots } of this.#shards.values()) {
      for (const [at, slot] of slots.entries()) {
        if (slot < 0 || !isAccepted(head, at, namespace, tags)) continue;
        accepted[slot] = 1;
        count += 1;
      }
    }
    if (this.#filters.size >= 8) this.#filters.clear();
    const filter = count === this.#index?.size ? undefined : accepted;
    this.#filters.set(name, filter);
    return filter;
  }

  /**
   * Takes a commit in, whatever was taken in before: of two entries with one key the greater stamp counts. An entry that was
   * merged is there twice for a while; then the later commit has it, for all who look.
   */
  apply({ commit, shards }: OpenedCommit, now: number): void {
    const { id, removed, cleared } = commit;
    if (this.commits.has(id)) return;
    this.#filters.clear();
    if (id > this.lastId) this.lastId = id;
    for (const [key, stamp] of removed) {
      this.#mark(this.#graves, key, stamp);
      this.#dropOlder(key, stamp);
    }
    for (const [namespace, stamp] of cleared) {
      this.#mark(this.#cleared, namespace, stamp);
      for (const key of this.keysOf(namespace)) this.#dropOlder(key, stamp);
    }
    const known: KnownCommit = {
      commit,
      shards: new Map(),
      isPartial: shards.some((found) => found instanceof Error),
    };
    this.commits.set(id, known);
    for (const [shard, found] of shards.entries()) {
      if (!found || found instanceof Error) continue;
      const { head } = found;
      const number = this.#nextNumber++;
      const slots = new Int32Array(head.keys.length).fill(-1);
      const one: KnownShard = { id, shard, head, number, slots, live: 0 };
      known.shards.set(shard, one);
      this.#shards.set(number, one);
      this.#take(one, found, now);
    }
  }

  /** Forgets a shard that is gone, and those of its entries that are nowhere else. */
  forgetShard(id: string, shard: number): void {
    const commit = this.commits.get(id);
    const gone = commit?.shards.get(shard);
    if (!gone) return;
    this.#filters.clear();
    for (const at of this.livePlaces(gone)) this.#drop(gone.number * SHARD_SIZE + at);
    this.#shards.delete(gone.number);
    commit?.shards.delete(shard);
  }

  forgetCommit(id: string): void {
    const known = this.commits.get(id);
    if (!known) return;
    for (const shard of known.shards.keys()) this.forgetShard(id, shard);
    this.commits.delete(id);
    this.#unmark(this.#graves, known.commit.removed, ({ removed }) => removed);
    this.#unmark(this.#cleared, known.commit.cleared, ({ cleared }) => cleared);
  }

  #take(shard: KnownShard, { head, codes }: ShardSketch, now: number): void {
    const { number, slots } = shard;
    const fresh = new Set<number>();
    for (const [at, key] of head.keys.entries()) {
      const stamp = stampOf(head, at);
      if (stamp > this.lastStamp) this.lastStamp = stamp;
      if (!this.#mayTake(shard, at, key, now)) continue;
      const entry = number * SHARD_SIZE + at;
      this.#entries.set(key, entry);
      shard.live += 1;
      const slot = slots[at] ?? -1;
      if (slot >= 0) this.#bySlot[slot] = entry;
      else fresh.add(at);
    }
    this.#addCodes(shard, [...(head.rows ?? head.keys.keys())], codes, fresh);
  }

  /** Whether an entry counts. Then the one before counts no more. */
  #mayTake(shard: KnownShard, at: number, key: string, now: number): boolean {
    const stamp = stampOf(shard.head, at);
    if (this.#isRemoved(key, stamp)) return false;
    const before = this.place(key);
    if (!before) return true;
    const stampBefore = stampOf(before.head, before.at);
    if (stampBefore > stamp) return false;
    if (stampBefore < stamp) {
      this.#drop(before.number * SHARD_SIZE + before.at);
      return true;
    }
    // The same entry, which was merged: the later shard has it, for all who look, and the index keeps what it has of it.
    const owner = this.#shards.get(before.number);
    const isLater = before.id < shard.id;
    const older = isLater ? owner : shard;
    if (older) older.movedAt ??= now;
    if (!isLater || !owner) return false;
    shard.slots[at] = before.slots[before.at] ?? -1;
    owner.slots[before.at] = -1;
    owner.live -= 1;
    return true;
  }

  /** Gives the index the codes of the entries that it does not have. Vectors of another length than the others are never found. */
  #addCodes(
    { number, slots, head }: KnownShard,
    rows: readonly number[],
    codes: Uint8Array,
    fresh: ReadonlySet<number>,
  ): void {
    const { dimensions } = head;
    if (dimensions === 0 || fresh.size === 0) return;
    if (!this.index) {
      const floats = (asked: readonly number[], signal: AbortSignal | undefined) =>
        this.#read(
          asked.map((slot) => this.placeAt(slot)),
          signal,
        );
      this.#index = vectorIndex({ dimensions, floats, kernel: this.#kernel });
    }
    const index = this.#index;
    if (index?.dimensions !== dimensions) return;
    const length = vectorCodeLength(dimensions);
    const wanted = rows.flatMap((at, row) => (fresh.has(at) ? [row] : []));
    let some = codes;
    if (wanted.length < rowCount(head)) {
      some = new Uint8Array(wanted.length * length);
      for (const [which, row] of wanted.entries()) {
        some.set(codes.subarray(row * length, (row + 1) * length), which * length);
      }
    }
    for (const [which, slot] of index.addCodes(some).entries()) {
      const at = rows[wanted[which] ?? 0] ?? 0;
      slots[at] = slot;
      if (slot >= this.#bySlot.length) {
        const more = new Float64Array(2 * slot);
        more.set(this.#bySlot);
        this.#bySlot = more;
      }
      this.#bySlot[slot] = number * SHARD_SIZE + at;
    }
  }

  #placeOf(number: number): KnownPlace | undefined {
    const shard = this.#shards.get(Math.floor(number / SHARD_SIZE));
    if (!shard) return undefined;
    const { id, shard: which, head, slots } = shard;
    return { id, shard: which, head, slots, number: shard.number, at: number % SHARD_SIZE };
  }

  #dropOlder(key: string, stamp: number): void {
    const place = this.place(key);
    if (place && stampOf(place.head, place.at) < stamp) this.#drop(place.number * SHARD_SIZE + place.at);
  }

  #drop(number: number): void {
    const shard = this.#shards.get(Math.floor(number / SHARD_SIZE));
    const at = number % SHARD_SIZE;
    const key = shard?.head.keys[at];
    if (!shard || key === undefined) return;
    this.#entries.delete(key);
    shard.live -= 1;
    const slot = shard.slots[at] ?? -1;
    if (slot < 0) return;
    shard.slots[at] = -1;
    this.#bySlot[slot] = -1;
    this.#index?.remove([slot]);
  }

  #mark(marks: Map<string, number>, name: string, stamp: number): void {
    if (stamp > (marks.get(name) ?? -1)) marks.set(name, stamp);
    if (stamp > this.lastStamp) this.lastStamp = stamp;
  }

  /** Takes away the marks of a commit that is gone, unless another one says the same. */
  #unmark(
    marks: Map<string, number>,
    gone: readonly Tombstone[],
    of: (commit: ShardCommit) => readonly Tombstone[],
  ): void {
    if (gone.length === 0) return;
    for (const [name] of gone) marks.delete(name);
    for (const { commit } of this.commits.values()) {
      for (const [name, stamp] of of(commit)) this.#mark(marks, name, stamp);
    }
  }

  #isRemoved(key: string, stamp: number): boolean {
    if ((this.#graves.get(key) ?? -1) > stamp) return true;
    for (const [namespace, since] of this.#cleared) {
      if (since > stamp && key.startsWith(`${namespace}.`)) return true;
    }
    return false;
  }
}
