import type { Embedder } from "../contracts/embedder.ts";
import type { RecalledMemory } from "../contracts/memory.ts";
import type { Vector, VectorEntry, VectorMatch, VectorStore } from "../contracts/vector-store.ts";
import { vectorStoreOf } from "../store/vectors/vector-store-of.ts";
import type { VectorTierSettings } from "./memory.ts";
import type { NamedItem, TierQuery } from "./open-memory.ts";
import { type KeptItem, recalled } from "./recalled.ts";

/** What is kept of a memory. */
interface Kept extends KeptItem {
  /** When it was remembered last, in milliseconds since 1970. */
  readonly at: number;
  /** How often it was remembered. */
  readonly uses: number;
}

/** Time and use reorder what is alike: so many more are looked at than are given, so that they can. */
const OVERSCAN = 4;
const LEAST_SCANNED = 32;

/** What counts uses in a store at the moment: of two that read the same count, one would be lost. */
const counting: WeakMap<object, Promise<unknown>> = /* @__PURE__ */ new WeakMap();

/** A tier whose items are found by the angle of their vectors. */
export class VectorTier {
  readonly name: VectorTierSettings["tier"];
  readonly embedder: Embedder;
  readonly #settings: VectorTierSettings;
  readonly #namespace: string;

  constructor(settings: VectorTierSettings) {
    const { tier, embedder, namespace } = settings;
    this.name = tier;
    this.embedder = embedder;
    this.#settings = settings;
    // One namespace for several tiers is one for each of them: what clears one leaves the others alone.
    this.#namespace = namespace.endsWith(`.${tier}`) ? namespace : `${namespace}.${tier}`;
  }

  async remember(items: readonly NamedItem[], vectors: readonly Vector[]): Promise<void> {
    if (items.length === 0) return;
    const store = this.#store;
    const write = async (): Promise<void> => {
      const entries = new Map<string, VectorEntry & { readonly value: Kept }>();
      const known = this.name === "procedural" ? await this.#known(store, items, vectors) : undefined;
      for (const [index, item] of items.entries()) {
        const { id, text, scope, metadata } = item;
        const key = this.#key(item);
        const { uses = 0 } = entries.get(key)?.value ?? known?.get(key) ?? {};
        const value: Kept = { id, text, scope, metadata, at: this.#settings.now(), uses: uses + 1 };
        entries.set(key, { key, value, vector: vectors[index] as Vector });
      }
      const put = [...entries.values()];
      if (store.write) return store.write({ put });
      for (const { key, value, vector } of put) await store.upsert(key, value, vector as Vector);
    };
    return this.name === "procedural" ? oneAfterAnother(this.#settings.store, write) : write();
  }

  async recall({ k, threshold, scope, scopeKey, signal, vector }: TierQuery): Promise<RecalledMemory[]> {
    const { weight } = this.#settings;
    const asked = await vector(this.embedder);
    const store = this.#store;
    const topK = weight === 0 ? k : Math.max(k * OVERSCAN, LEAST_SCANNED);
    const namespace = `${this.#namespace}.${scopeKey}`;
    const found = await store.query(asked, { topK, threshold, namespace, signal });
    const ranked = found.flatMap(({ value, score }) => {
      // What somebody else has put there, or a store that looks over walls.
      if (!isKept(value) || value.scope !== scope || !(score >= threshold)) return [];
      const whole = (1 - weight) * Math.min(1, score) + weight * this.#bonus(value);
      return [recalled(this.name, value, whole)];
    });
    return ranked.sort((one, other) => other.score - one.score).slice(0, k);
  }

  async clear(): Promise<void> {
    await this.#store.removeNamespace(this.#namespace);
  }

  /** What time or use adds, from 0 to 1; each use less than the one before. */
  #bonus({ at, uses }: Kept): number {
    const { halfLifeMs, now } = this.#settings;
    return this.name === "episodic" ? 0.5 ** (Math.max(0, now() - at) / halfLifeMs) : 1 - 1 / uses;
  }

  /** The entries that are there already. A store that cannot read them is asked for what is most alike. */
  async #known(
    store: VectorStore,
    items: readonly NamedItem[],
    vectors: readonly Vector[],
  ): Promise<ReadonlyMap<string, Kept>> {
    const keys = items.map((item) => this.#key(item));
    const found: (Pick<VectorMatch, "key" | "value"> | undefined)[] = store.read
      ? await store.read(keys)
      : (
          await Promise.all(
            items.map(({ scopeKey }, index) =>
              store.query(vectors[index] as Vector, {
                topK: LEAST_SCANNED,
                namespace: `${this.#namespace}.${scopeKey}`,
              }),
            ),
          )
        ).flat();
    const known = new Map<string, Kept>();
    for (const entry of found) if (entry && isKept(entry.value)) known.set(entry.key, entry.value);
    return known;
  }

  #key({ scopeKey, itemKey }: NamedItem): string {
    return `${this.#namespace}.${scopeKey}.${itemKey}`;
  }

  get #store(): VectorStore {
    return vectorStoreOf(this.#settings.store, this.#namespace);
  }
}

function isKept(value: unknown): value is Kept {
  const { id, text, at, uses } = (value ?? {}) as Partial<Kept>;
  return typeof id === "string" && typeof text === "string" && Number.isFinite(at) && Number(uses) >= 1;
}

function oneAfterAnother(store: object, work: () => Promise<void>): Promise<void> {
  const mine = (counting.get(store) ?? Promise.resolve()).then(work, work);
  counting.set(store, mine);
  return mine;
}
