import { vectorCodeLength } from "./index/vector-codes.ts";
import { type ReadFloats, type VectorIndex, vectorIndex } from "./index/vector-index.ts";
import type { ShardCommit, ShardHead } from "./shards.ts";

/** Where an entry lies. */
export interface Place {
  readonly key: string;
  readonly tags: readonly string[];
  /** The commit, the number of its shard, and the place in it. */
  readonly id: string;
  readonly shard: number;
  readonly at: number;
  /** The length of the vectors of its shard. */
  readonly dimensions: number;
  /** The number of its vector among those of the shard, and its slot in the index. */
  readonly row?: number;
  readonly slot?: number;
}

/** A commit as it is known. */
export interface KnownCommit {
  readonly commit: ShardCommit;
  readonly size: number;
  /** How many of its entries still count. */
  live: number;
}

/** What is known of the entries of a store: where each lies, and the codes of their vectors. */
export class KnownEntries {
  readonly places: Map<string, Place> = new Map();
  readonly commits: Map<string, KnownCommit> = new Map();
  readonly #removed: Map<string, string> = new Map();
  readonly #namespaces: Map<string, string> = new Map();
  readonly #bySlot: (Place | undefined)[] = [];
  readonly #floats: (places: readonly Place[]) => Promise<readonly (Float32Array | undefined)[]>;
  readonly #bitmaps: Map<string, Uint8Array> = new Map();
  #index: VectorIndex | undefined;

  constructor(floats: (places: readonly Place[]) => Promise<readonly (Float32Array | undefined)[]>) {
    this.#floats = floats;
  }

  /** The index; none where no entry has a vector. */
  get index(): VectorIndex | undefined {
    return this.#index && this.#index.size > 0 ? this.#index : undefined;
  }

  placeAt(slot: number): Place | undefined {
    return this.#bySlot[slot];
  }

  /** Takes a commit in. Those with later ids count, in whatever order they come. */
  apply(commit: ShardCommit, heads: readonly ShardHead[]): void {
    const { id } = commit;
    this.#bitmaps.clear();
    for (const key of commit.removed) this.#mark(this.#removed, key, id);
    for (const namespace of commit.namespaces) this.#mark(this.#namespaces, namespace, id);
    for (const key of commit.removed) this.#dropOlder(key, id);
    for (const namespace of commit.namespaces) {
      for (const key of this.keysOf(namespace)) this.#dropOlder(key, id);
    }
    const size = heads.reduce((sum, { keys }) => sum + keys.length, 0);
    this.commits.set(id, { commit, size, live: 0 });
    for (const [shard, head] of heads.entries()) this.#applyShard(id, shard, head);
  }

  /** Forgets a commit that is gone, and the entries that nobody has written elsewhere. */
  forget(id: string): void {
    this.#bitmaps.clear();
    this.commits.delete(id);
    for (const place of this.places.values()) if (place.id === id) this.#drop(place);
  }

  keysOf(namespace: string): string[] {
    const beginning = `${namespace}.`;
    return [...this.places.keys()].filter((key) => key.startsWith(beginning));
  }

  /** A byte for each slot: 1 where the entry is in the namespace and has one of the tags. */
  bitmap(namespace: string | undefined, tags: readonly string[]): Uint8Array | undefined {
    if (namespace === undefined && tags.length === 0) return undefined;
    const name = JSON.stringify([namespace, tags]);
    const known = this.#bitmaps.get(name);
    if (known) return known;
    const beginning = namespace === undefined ? "" : `${namespace}.`;
    const bitmap = new Uint8Array(this.#bySlot.length);
    for (const [slot, place] of this.#bySlot.entries()) {
      if (!place?.key.startsWith(beginning)) continue;
      if (tags.length === 0 || place.tags.some((tag) => tags.includes(tag))) bitmap[slot] = 1;
    }
    if (this.#bitmaps.size >= 8) this.#bitmaps.clear();
    this.#bitmaps.set(name, bitmap);
    return bitmap;
  }

  #applyShard(id: string, shard: number, head: ShardHead): void {
    const slots = this.#slotsOf(head);
    const rowOf = new Map(head.found.map((at, row) => [at, row]));
    const unused: number[] = [];
    for (const [at, key] of head.keys.entries()) {
      const row = rowOf.get(at);
      const slot = row === undefined ? undefined : slots[row];
      const before = this.places.get(key);
      if ((before && before.id >= id) || this.#isRemoved(key, id)) {
        if (slot !== undefined) unused.push(slot);
        continue;
      }
      if (before) this.#drop(before);
      const place: Place = {
        key,
        tags: head.tags[at] ?? [],
        id,
        shard,
        at,
        dimensions: head.dimensions,
        ...(row !== undefined && slot !== undefined && { row, slot }),
      };
      this.places.set(key, place);
      if (slot !== undefined) this.#bySlot[slot] = place;
      this.#count(id, 1);
    }
    this.#index?.remove(unused);
  }

  /** Takes the codes of a shard into the index. Vectors of another length than the others are known to nobody. */
  #slotsOf({ dimensions, codes, found }: ShardHead): number[] {
    if (found.length === 0 || codes.length !== found.length * vectorCodeLength(dimensions)) return [];
    if (!this.index) {
      const floats: ReadFloats = (slots) => this.#floats(slots.flatMap((slot) => this.#bySlot[slot] ?? []));
      this.#bySlot.length = 0;
      this.#index = vectorIndex({ dimensions, floats });
    }
    return this.#index?.dimensions === dimensions ? this.#index.addCodes(codes) : [];
  }

  #dropOlder(key: string, id: string): void {
    const place = this.places.get(key);
    if (place && place.id < id) this.#drop(place);
  }

  #drop(place: Place): void {
    this.places.delete(place.key);
    this.#count(place.id, -1);
    if (place.slot === undefined) return;
    this.#bySlot[place.slot] = undefined;
    this.#index?.remove([place.slot]);
  }

  #count(id: string, change: number): void {
    const known = this.commits.get(id);
    if (known) known.live += change;
  }

  #mark(marks: Map<string, string>, name: string, id: string): void {
    if ((marks.get(name) ?? "") < id) marks.set(name, id);
  }

  #isRemoved(key: string, id: string): boolean {
    if ((this.#removed.get(key) ?? "") > id) return true;
    for (const [namespace, since] of this.#namespaces) {
      if (since > id && key.startsWith(`${namespace}.`)) return true;
    }
    return false;
  }
}
