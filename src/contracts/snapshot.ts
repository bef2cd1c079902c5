import type { RunStatus } from "../core/report.ts";
import type { Usage } from "../core/usage.ts";
import type { GivenDecision, KeptCall } from "./interrupt.ts";
import type { Json, Message } from "./message.ts";
import type { FinishReason } from "./model.ts";
import type { JsonSchema } from "./schema.ts";
import type { Store } from "./store.ts";

/**
 * How a saved run stands: `running` until it has ended, however often its process dies. One that is `awaiting-approval` goes
 * on when a person has decided; no drain takes it up.
 */
export type SnapshotStatus =
  | Extract<RunStatus, "completed" | "failed" | "cancelled" | "awaiting-approval">
  | "running";

/** What every saved run has, whatever its kind. Times are ISO texts. */
export interface RunSnapshot {
  readonly runId: string;
  /** The fingerprint of the definition that began the run. */
  readonly signature: string;
  readonly status: SnapshotStatus;
  readonly startedAt: string;
  readonly savedAt: string;
}

/** How a saved agent run stands. */
export type AgentSnapshotStatus = SnapshotStatus;

/** Where the loop of a saved agent run goes on. */
export interface AgentSnapshotNext {
  /** The trip that comes next. */
  readonly trip: number;
  /** What the trip answers, as its report says it. */
  readonly input: string;
  /** How often a broken answer may still be asked for again. */
  readonly repairs: number;
  /** How often this trip was begun, counted before each model call. */
  readonly attempts: number;
  /** Set where the run stopped before the trip was begun, to go on in another process. */
  readonly paused?: true;
}

/** The answer of a trip whose tools were not done: what the message that it became does not say. */
export interface SavedAnswer {
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** Whether it is a message of the conversation; an empty answer is none. */
  readonly isMessage: boolean;
}

/** Which messages of a run are kept elsewhere: so many, from an index on. */
export interface SavedHistory {
  readonly at: number;
  readonly count: number;
}

/** What attempts that never settled have probably used. It counts against budgets, not in reports. */
export interface LostAttempts {
  readonly attempts: number;
  readonly usage: Usage;
}

/**
 * An agent run as it is kept between checkpoints: JSON all through, so that every store carries it. `trips` and `toolCalls`
 * are reports, in which errors are the records that `AIError.toJSON()` makes.
 */
export interface AgentSnapshot extends RunSnapshot {
  readonly agentName: string;
  readonly version?: string;
  readonly input: string;
  readonly sessionId?: string;
  readonly systemPrompt?: string;
  readonly promptName?: string;
  readonly promptVersion?: string;
  readonly responseSchema?: JsonSchema;
  readonly messages: readonly Message[];
  /** Set where the history of the run is kept elsewhere, and is not in `messages`. */
  readonly history?: SavedHistory;
  readonly trips: readonly Json[];
  readonly toolCalls: readonly Json[];
  /** Reports of runs that hooks of the agent started. */
  readonly children: readonly Json[];
  /** How many tool calls stand before each of `children` among the children of the report. */
  readonly places?: readonly number[];
  /** What settled model and tool calls used. */
  readonly usage: Usage;
  readonly next: AgentSnapshotNext;
  readonly lost: LostAttempts;
  /** Set while the trip that comes next has its answer already, saved by `per-call`. */
  readonly answer?: SavedAnswer | null;
  /** The answer of a completed run; of another one what had been written. */
  readonly text?: string;
  readonly data?: Json;
  /**
   * Why a failed or cancelled run ended, or what one that is put aside waits for. Of a completed run the last refusal of a
   * person that its model could not mend.
   */
  readonly error?: Json | null;
  /** What people have decided of calls of the run. */
  readonly decisions?: readonly GivenDecision[];
  /** How calls ended of agents that are tools of the run, and wait for a person: those are called again. */
  readonly kept?: readonly KeptCall[];
}

/** Where a snapshot store keeps its runs, for those that write only what changed. */
export interface JournalPlace {
  readonly store: Store;
  /** What all keys begin with. */
  readonly prefix: string;
  /** How long a run is kept after its last write, in milliseconds. For ever where it is missing. */
  readonly ttlMs?: number | undefined;
}

/**
 * Keeps runs in flight. `ai.snapshot.*` makes one over any store; an object of your own with these methods works as well,
 * at the price of writing the whole run at every checkpoint.
 */
export interface SnapshotStore<Snapshot extends { readonly runId: string } = AgentSnapshot> {
  load(runId: string): Promise<Snapshot | undefined>;
  /** Writes a whole snapshot over the one that is there. */
  save(snapshot: Snapshot): Promise<void>;
  delete(runId: string): Promise<void>;
  /** The ids of the runs that are kept, also of ended ones. */
  list?(prefix?: string): Promise<readonly string[]>;
  /** The statement that makes the table, to run with your own migrations; empty where there is no table. */
  schema(): string;
  /** Set where checkpoints can be appended instead of written whole. */
  readonly journal?: JournalPlace;
}

/** What a run may spend of the requests that its platform allows one invocation, such as a Worker's subrequests. */
export interface SubrequestBudget {
  readonly limit: number;
  /** How many were made so far. */
  used(): number;
}

/**
 * How the runs of an agent survive the end of their process. A run inside another one, such as an agent that is a tool, is
 * saved where its own call gives it a `runId` or `durable`: what called it calls it again after a crash.
 */
export interface DurableOptions {
  /** Default `ai.config({ defaultSnapshotStore })`; without either nothing is saved, and `resume()` throws. */
  readonly store?: Store | SnapshotStore;
  /**
   * Removes a run once it is completed. Default false: `resume()` of a completed run gives its result again. Each write then
   * looks whether the run is still there, so that a process that was thought dead does not go on with what is done.
   */
  readonly deleteOnComplete?: boolean;
  /**
   * `per-trip` (default) saves once before each model call: a crash while tools run repeats the tools of that trip.
   * `per-call` also saves each answer and each tool result, so that no settled call is repeated.
   */
  readonly mode?: "per-trip" | "per-call";
  /**
   * Whether the `history` of a run is saved with it. Default true. Say `false` where you keep the conversation yourself, so that
   * it is not written again with each run, and pass the same `history` to `resume()`.
   */
  readonly saveHistory?: boolean;
  /** How often one trip may be begun before the run is given up. Default 3: a trip that kills its process ends. */
  readonly maxAttempts?: number;
  /** What a checkpoint that cannot be written does: `continue` (default) logs it, `stop` ends the run. */
  readonly onCheckpointError?: "continue" | "stop";
  /** Stops the run before its platform does, with a checkpoint to resume from. */
  readonly subrequests?: SubrequestBudget;
  /**
   * Allows a store without compare-and-set, where two processes that resume one run would both run it. Say so only where
   * something else makes sure that one process at a time works on a run.
   */
  readonly singleWriter?: boolean;
}

/** Options of `resume()`. */
export interface ResumeOptions {
  /** Resumes a run of another definition, a cancelled run, or one whose attempts are used up. */
  readonly force?: boolean | undefined;
}
