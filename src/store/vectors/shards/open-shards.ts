import type { StoredVectorEntry } from "../../../contracts/vector-store.ts";
import { abortable } from "../../../core/abort.ts";
import { StoreError } from "../../../core/errors/store-errors.ts";
import { warnOf } from "../../read-record.ts";
import type { VectorIndexOptions } from "../index/vector-index.ts";
import { KnownShards, type ReadPlaces } from "./known-shards.ts";
import { damagedShard } from "./read-shards.ts";
import { type Found, type Place, type ShardDriver, type ShardWrite, tagsOf } from "./shards.ts";
import { timeOfCommit } from "./stamps.ts";

/** How many commits are opened at once. */
const OPENED_AT_ONCE = 64;
/** How often commits are listed again while others keep writing new ones. */
const RELISTS = 8;

/** The shards of a store, with what is known of them in memory. */
export class OpenShards {
  readonly driver: ShardDriver;
  readonly name: string;
  #known: KnownShards;
  /** How often something was looked for where it was not any more. */
  moves = 0;
  readonly #kernel: VectorIndexOptions["kernel"];
  #refreshing: Promise<KnownShards> | undefined;
  #next: Promise<KnownShards> | undefined;

  constructor(driver: ShardDriver, kernel: VectorIndexOptions["kernel"]) {
    this.driver = driver;
    this.name = driver.name;
    this.#kernel = kernel;
    this.#known = new KnownShards(this.#readFloats, kernel);
  }

  forgetAll(): void {
    this.#known = new KnownShards(this.#readFloats, this.#kernel);
  }

  /**
   * Takes in what others have written, and resolves to all that is known. A list that was asked for before may be too old: who
   * comes then waits for the next.
   */
  refresh(): Promise<KnownShards> {
    if (!this.#refreshing) {
      this.#refreshing = this.#takeIn(this.#known).finally(() => {
        this.#refreshing = undefined;
      });
      return this.#refreshing;
    }
    this.#next ??= this.#refreshing
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.refresh();
      });
    return this.#next;
  }

  async write(known: KnownShards, change: ShardWrite): Promise<void> {
    await this.driver.write(change);
    const { commit, shards, dropCommits, dropShards } = change;
    if (commit) known.apply({ commit, shards }, Date.now());
    for (const { id, shard } of dropShards) known.forgetShard(id, shard);
    for (const id of dropCommits) known.forgetCommit(id);
  }

  /** An entry with its value. What lies on a disk may be no JSON any more. */
  entryOf<Value>({ id, shard, head, at }: Place, text = ""): StoredVectorEntry<Value> | StoreError {
    try {
      return { key: head.keys[at] ?? "", value: JSON.parse(text) as Value, tags: tagsOf(head, at) };
    } catch {
      return damagedShard(this.name, `${id}/${shard}`);
    }
  }

  warn(error: unknown): void {
    warnOf(this.driver, "vectors", error);
  }

  readonly #readFloats: ReadPlaces = async (places, signal) => {
    const asked = places.filter((place) => place !== undefined);
    const found = new Map(zip(asked, await abortable(this.driver.floats(asked), signal)));
    return places.map((place) => {
      const floats = place && found.get(place);
      if (floats instanceof StoreError) this.warn(floats);
      if (floats === undefined) this.moves += 1;
      return floats instanceof Float32Array && floats.every(Number.isFinite) ? floats : undefined;
    });
  };

  async #takeIn(known: KnownShards): Promise<KnownShards> {
    const { delayMs } = this.driver;
    const before = [...known.commits.keys()];
    let ids = await this.driver.commits();
    const asked = new Set<string>();
    for (let left = RELISTS; ; left -= 1) {
      const fresh = ids.filter((id) => !known.commits.has(id) && !asked.has(id));
      if (fresh.length === 0) break;
      for (const id of fresh) asked.add(id);
      await this.#open(known, fresh);
      if (left === 0) break;
      // What was merged between the list and the reading is in a commit that the list does not have.
      ids = await this.driver.commits();
    }
    const there = new Set(ids);
    // Where changes are seen late, what was just written may not be in the list yet.
    const isLate = (id: string): boolean => delayMs > 0 && Date.now() - timeOfCommit(id) < delayMs;
    for (const id of before) if (!there.has(id) && !isLate(id)) known.forgetCommit(id);
    return known;
  }

  async #open(known: KnownShards, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += OPENED_AT_ONCE) {
      const some = ids.slice(start, start + OPENED_AT_ONCE);
      for (const [id, found] of zip(some, await this.driver.open(some))) {
        if (!found) continue;
        const nothing = { id, shards: 0, removed: [], cleared: [] };
        const opened = found instanceof StoreError ? { commit: nothing, shards: [found] } : found;
        for (const shard of opened.shards) if (shard instanceof StoreError) this.warn(shard);
        known.apply(opened, Date.now());
      }
    }
  }
}

/** What was read, unless it is damaged. */
export function intact<Value>(found: Found<Value>): Value | undefined {
  if (found instanceof StoreError) throw found;
  return found;
}

export function zip<One, Other>(ones: readonly One[], others: readonly Other[]): (readonly [One, Other])[] {
  return ones.map((one, index) => [one, others[index] as Other]);
}
