import type { MiddlewareContext } from "./middleware.ts";

/** Where a memory is kept and how it is found again. */
export type MemoryTier = "working" | "semantic" | "episodic" | "procedural";

/** Something to remember. */
export interface MemoryItem {
  /** What is embedded and given back. */
  readonly text: string;
  /** Default the memory's `defaultTier`. */
  readonly tier?: MemoryTier | undefined;
  /** Default derived from the text: the same text is the same memory. */
  readonly id?: string | undefined;
  /** Whose memory it is. Only a recall with the very same scope finds it; without one, only a recall without one. */
  readonly scope?: string | undefined;
  /** Given back as it is. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A memory that a recall found. `score` is from 0 to 1 in every tier. */
export interface RecalledMemory {
  readonly id: string;
  readonly text: string;
  readonly tier: MemoryTier;
  readonly score: number;
  readonly scope?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Options of one recall. */
export interface RecallOptions {
  /** How many memories at most. Default the memory's `k`. */
  readonly k?: number | undefined;
  /** The least cosine, from 0 to 1. Default the memory's `threshold`. */
  readonly threshold?: number | undefined;
  /** Only this tier. Default all. */
  readonly tier?: MemoryTier | undefined;
  readonly scope?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What an application remembers across runs. */
export interface MemoryContract {
  /** Keeps items; one with an id that is known takes its place. */
  remember(items: MemoryItem | readonly MemoryItem[]): Promise<void>;
  /** The memories that a query brings back, best first. Empty where nothing is near enough. */
  recall(query: string, options?: RecallOptions): Promise<RecalledMemory[]>;
  /** Forgets a tier, or all of them, in every scope. */
  clear(tier?: MemoryTier): Promise<void>;
}

/** A memory of this package. */
export interface Memory extends MemoryContract {
  /** The tiers that are on. */
  readonly tiers: readonly MemoryTier[];
}

/** How an agent uses a memory. */
export interface AgentMemory {
  readonly store: MemoryContract;
  /** What a run is reminded of before it begins, from its input; `k: 0` for nothing. Default the defaults of the memory. */
  readonly recall?: Pick<RecallOptions, "k" | "threshold" | "tier"> | undefined;
  /** Whether input and answer of a run that has completed are remembered. Default true. */
  readonly remember?: boolean | undefined;
  /** Default the memory's `defaultTier`. */
  readonly rememberTier?: MemoryTier | undefined;
  /**
   * Who shares memories: the runs of one `sessionId`, and those without one (`session`, the default), all runs (`shared`), or
   * those for which the function gives the same key.
   */
  readonly scope?: "session" | "shared" | ((context: MiddlewareContext) => string | undefined) | undefined;
}
