import type { Embedder } from "../contracts/embedder.ts";
import type { MemoryItem, MemoryTier, RecalledMemory, RecallOptions } from "../contracts/memory.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { sha256 } from "../core/hash.ts";
import { embedChecked } from "../store/vectors/embed-checked.ts";
import type { MemorySettings } from "./memory.ts";
import { VectorTier } from "./vector-tier.ts";
import { WorkingTier } from "./working-tier.ts";

/** An item with what it leaves out. */
export interface NamedItem extends Omit<MemoryItem, "tier"> {
  readonly id: string;
  readonly tier: MemoryTier;
  /** The ends of its keys: of its scope, and of itself. */
  readonly scopeKey: string;
  readonly itemKey: string;
}

/** What a tier is asked, with the defaults of the memory. */
export interface TierQuery {
  readonly k: number;
  readonly threshold: number;
  readonly scope: string | undefined;
  readonly scopeKey: string;
  readonly signal: AbortSignal | undefined;
  /** The vector of the query by an embedder, made once for all tiers that have it. */
  vector(embedder: Embedder): Promise<readonly number[]>;
}

/** Does what a memory does. Loaded when one is used first. */
export class OpenMemory {
  readonly #settings: MemorySettings;
  readonly #working: WorkingTier | undefined;
  readonly #vectorTiers: readonly VectorTier[];

  constructor(settings: MemorySettings) {
    this.#settings = settings;
    const { maxItems, vectorTiers } = settings;
    this.#working = maxItems === undefined ? undefined : new WorkingTier(maxItems);
    this.#vectorTiers = vectorTiers.map((tier) => new VectorTier(tier));
  }

  async remember(given: MemoryItem | readonly MemoryItem[]): Promise<void> {
    const items = await Promise.all([given].flat().map((item) => this.#named(item)));
    const of = (tier: MemoryTier): NamedItem[] => items.filter((item) => item.tier === tier);
    // Nothing is written before all that was asked for is embedded.
    const ready = await Promise.all(
      this.#vectorTiers.map(async (tier) => {
        const own = of(tier.name);
        const texts = own.map(({ text }) => text);
        return { tier, own, vectors: await embedChecked(tier.embedder, texts) };
      }),
    );
    for (const { tier, own, vectors } of ready) await tier.remember(own, vectors);
    this.#working?.remember(of("working"));
  }

  async recall(query: string, options: RecallOptions = {}): Promise<RecalledMemory[]> {
    const { threshold = this.#settings.threshold, tier, scope, signal } = options;
    const k = Math.floor(options.k ?? this.#settings.k);
    const tiers = this.#tiers(tier);
    if (!(k >= 1) || query === "") return [];
    const vectors = new Map<Embedder, Promise<readonly number[]>>();
    const asked: TierQuery = {
      k,
      threshold,
      scope,
      scopeKey: await scopeKeyOf(scope),
      signal,
      vector(embedder) {
        const known = vectors.get(embedder);
        const vector = known ?? embedChecked(embedder, [query], signal).then(([one = []]) => one);
        vectors.set(embedder, vector);
        return vector;
      },
    };
    const found = await Promise.all(tiers.map((one) => one.recall(asked)));
    return found
      .flat()
      .sort((one, other) => other.score - one.score)
      .slice(0, k);
  }

  async clear(tier?: MemoryTier): Promise<void> {
    await Promise.all(this.#tiers(tier).map((one) => one.clear()));
  }

  #tiers(wanted?: MemoryTier): (WorkingTier | VectorTier)[] {
    const all = [...(this.#working ? [this.#working] : []), ...this.#vectorTiers];
    const tiers = wanted === undefined ? all : all.filter(({ name }) => name === wanted);
    if (tiers.length > 0) return tiers;
    throw new ConfigError(
      `The memory's tier "${wanted}" is off. Use one of: ${all.map(({ name }) => name).join(", ")}.`,
    );
  }

  async #named(item: MemoryItem): Promise<NamedItem> {
    const { text, scope, tier = this.#settings.defaultTier } = item;
    this.#tiers(tier);
    if (typeof text !== "string" || text === "") {
      throw new ConfigError('An item to remember needs a "text" that is not empty.');
    }
    const id = item.id ?? (await hashOf(text));
    return { ...item, id, tier, scopeKey: await scopeKeyOf(scope), itemKey: await hashOf(id) };
  }
}

/** No hash has this length. */
async function scopeKeyOf(scope: unknown): Promise<string> {
  if (scope === undefined) return "0";
  if (typeof scope === "string") return hashOf(scope);
  throw new ConfigError('The "scope" of a memory is a text, and no promise of one.');
}

/** 128 bits: two texts with the same are not met by chance. */
async function hashOf(text: string): Promise<string> {
  return (await sha256(text)).slice(0, 32);
}
