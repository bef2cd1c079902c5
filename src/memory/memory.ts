import type { Embedder } from "../contracts/embedder.ts";
import type { Memory, MemoryTier } from "../contracts/memory.ts";
import type { Store } from "../contracts/store.ts";
import type { VectorStore } from "../contracts/vector-store.ts";
import { getAIConfig } from "../core/config.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { checkNamespace } from "../store/vectors/check-namespace.ts";
import type { SimilarityCache } from "../store/vectors/store-vector-store.ts";
import type { OpenMemory } from "./open-memory.ts";

/** Where a tier keeps its memories, and what turns them into vectors. */
export interface SemanticMemoryConfig {
  readonly embedder: Embedder;
  /** Default `ai.config({ defaultStore })`. */
  readonly store?: VectorStore | Store | SimilarityCache | undefined;
  /** What all keys begin with. Default `ai.memory.` and the tier. */
  readonly namespace?: string | undefined;
}

/** Events: the more recent ones count more. */
export interface EpisodicMemoryConfig extends SemanticMemoryConfig {
  /** The part of the score that recency has, from 0 to 1. Default 0.3. */
  readonly recencyWeight?: number | undefined;
  /** Milliseconds after which a memory is half as recent. Default 7 days. */
  readonly halfLifeMs?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Procedures: those that were remembered more often count more. */
export interface ProceduralMemoryConfig extends SemanticMemoryConfig {
  /** The part of the score that use has, from 0 to 1. Default 0.3. */
  readonly reinforcementWeight?: number | undefined;
}

/** How a memory is made: at least one tier must be on. */
export interface MemoryConfig {
  /** What is kept in this process only, the last `maxItems` (default 1000) of all scopes. On by default. */
  readonly working?: boolean | { readonly maxItems?: number | undefined } | undefined;
  /** Facts. */
  readonly semantic?: SemanticMemoryConfig | undefined;
  readonly episodic?: EpisodicMemoryConfig | undefined;
  readonly procedural?: ProceduralMemoryConfig | undefined;
  /** Where an item without a `tier` goes. Default `working`. */
  readonly defaultTier?: MemoryTier | undefined;
  /** How many memories a recall gives at most. Default 5. */
  readonly k?: number | undefined;
  /** The least cosine of a memory that a recall gives, from 0 to 1. The working tier has none. Default 0.7. */
  readonly threshold?: number | undefined;
  /** The clock of all tiers, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A tier that finds by vectors, with its defaults. */
export interface VectorTierSettings {
  readonly tier: Exclude<MemoryTier, "working">;
  readonly embedder: Embedder;
  readonly store: VectorStore | Store | SimilarityCache;
  readonly namespace: string;
  /** The part of the score that is not the cosine. */
  readonly weight: number;
  readonly halfLifeMs: number;
  readonly now: () => number;
}

/** A configuration with its defaults. */
export interface MemorySettings {
  readonly maxItems: number | undefined;
  readonly vectorTiers: readonly VectorTierSettings[];
  readonly defaultTier: MemoryTier;
  readonly k: number;
  readonly threshold: number;
}

const VECTOR_TIERS = ["semantic", "episodic", "procedural"] as const;
const WEEK_MS = 604_800_000;

/**
 * Makes a memory: of this process (`working`), of facts (`semantic`), of events that fade (`episodic`) and of procedures that
 * use makes stronger (`procedural`). A scope is a wall: no recall sees an item of another one. `agent({ memory })` uses it
 * around each run.
 *
 * `remember` rejects with `VectorError` (`VECTOR_…`) for what an embedder should not give and with `StoreError` (`STORE_…`);
 * nothing of its items is kept then, unless they were for several stores. `ConfigError` (`INVALID_CONFIG`) tells of a tier that
 * is off and of an item that is none.
 *
 * @throws ConfigError (`INVALID_CONFIG`) without a tier, for a tier without a store, a `defaultTier` that is off, or a number
 * that cannot work.
 * @example
 * const facts = ai.memory({});
 * await facts.remember({ text: "The user likes tea.", scope: "ada" });
 * await facts.recall("What to drink?", { scope: "bob" }); // []
 * (await facts.recall("What to drink?", { scope: "ada" }))[0]?.text; // "The user likes tea."
 */
export function memory(config: MemoryConfig): Memory {
  const { working = true, defaultTier = "working", k = 5, threshold = 0.7 } = config;
  const vectorTiers = VECTOR_TIERS.flatMap((tier) => (config[tier] ? [vectorTier(tier, config)] : []));
  const tiers: readonly MemoryTier[] = [
    ...(working ? (["working"] as const) : []),
    ...vectorTiers.map(({ tier }) => tier),
  ];
  if (tiers.length === 0) {
    throw new ConfigError("A memory with no tiers can neither keep nor recall anything. Switch one on.");
  }
  if (!tiers.includes(defaultTier)) {
    const message = `The "defaultTier" of the memory is "${defaultTier}", which is off. Use one of: ${tiers.join(", ")}.`;
    throw new ConfigError(message);
  }
  const { maxItems = 1000 } = working === true || !working ? {} : working;
  if (!Number.isInteger(maxItems) || maxItems < 1)
    refuse("maxItems", maxItems, "a whole number of at least 1");
  if (!(k >= 0)) refuse("k", k, "a whole number");
  part("threshold", threshold);
  const settings: MemorySettings = {
    maxItems: working ? maxItems : undefined,
    vectorTiers,
    defaultTier,
    k,
    threshold,
  };
  // Opened once: the working tier is in there.
  let opening: Promise<OpenMemory> | undefined;
  const open = (): Promise<OpenMemory> => {
    opening ??= import("./open-memory.ts").then(({ OpenMemory }) => new OpenMemory(settings));
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    tiers,
    remember: async (items) => (await open()).remember(items),
    recall: async (query, options) => (await open()).recall(query, options),
    clear: async (tier) => (await open()).clear(tier),
  };
}

function vectorTier(tier: VectorTierSettings["tier"], config: MemoryConfig): VectorTierSettings {
  const given: EpisodicMemoryConfig & ProceduralMemoryConfig = config[tier] as SemanticMemoryConfig;
  const { embedder, store = getAIConfig().defaultStore, namespace = `ai.memory.${tier}` } = given;
  const { recencyWeight = 0.3, reinforcementWeight = 0.3, halfLifeMs = WEEK_MS } = given;
  if (typeof embedder?.embed !== "function") {
    throw new ConfigError(`The ${tier} tier of the memory needs an "embedder".`);
  }
  if (!store) {
    const message = `The ${tier} tier of the memory has no store. Pass "store", or set ai.config({ defaultStore }) before.`;
    throw new ConfigError(message);
  }
  checkNamespace(`the ${tier} tier`, namespace);
  if (!(halfLifeMs > 0)) refuse("halfLifeMs", halfLifeMs, "more than 0 milliseconds");
  const weights = {
    semantic: 0,
    episodic: part("recencyWeight", recencyWeight),
    procedural: part("reinforcementWeight", reinforcementWeight),
  };
  const now = given.now ?? config.now ?? Date.now;
  return { tier, embedder, store, namespace, weight: weights[tier], halfLifeMs, now };
}

function part(option: string, value: number): number {
  return value >= 0 && value <= 1 ? value : refuse(option, value, "a number from 0 to 1");
}

function refuse(option: string, value: number, wanted: string): never {
  throw new ConfigError(`The "${option}" of the memory is ${value}. Use ${wanted}.`);
}
