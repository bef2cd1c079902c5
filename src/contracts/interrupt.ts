import type { Json } from "./message.ts";

/** What a person says of a tool call. `edit` runs the tool with other arguments, which the tool validates like any. */
export type ApprovalDecision =
  | { readonly type: "approve" }
  | { readonly type: "reject"; readonly reason: string }
  | { readonly type: "edit"; readonly args: unknown; readonly reason?: string };

/** A tool call that waits for a person. Times are ISO texts. */
export interface ApprovalRequest {
  /** Stable: the same for the same call of the same run, however often that is begun. The decision is made for this id. */
  readonly interruptId: string;
  readonly toolName: string;
  readonly toolDescription?: string;
  /** The arguments exactly as the model wrote them. */
  readonly args: unknown;
  readonly context: {
    readonly agentName: string;
    readonly tripIndex: number;
    readonly sessionId?: string;
    /** What the run was asked, for running it again. Where an agent is a tool, it is what the run around it was asked. */
    readonly originalInput?: string;
    /** Why the policy wants a person to look. */
    readonly tags?: readonly string[];
    /** The run that asks; one that is run again asks in the name of the first. An agent that is a tool asks in that of the run around it. */
    readonly runId?: string;
    /** Where in the run that asks an agent stands that is a tool, by the calls that lead to it. */
    readonly scope?: string;
    /** Set where the run is saved and goes on where it stopped. */
    readonly durable?: true;
    /** Set where results of other calls are put beside the request as soon as the turn has come to rest. */
    readonly keeps?: true;
    /** The name of the middleware that asks, where it is not the default one. */
    readonly gate?: string;
  };
  readonly requestedAt: string;
  /** HMAC-SHA-256 over the rest of the request, where the middleware has a key. */
  readonly signature?: string;
}

/** A decision with the call that it was made for: it holds for exactly these arguments. */
export interface GivenDecision {
  readonly interruptId: string;
  readonly toolName: string;
  readonly args: unknown;
  readonly tripIndex: number;
  /** That of the request. */
  readonly scope?: string;
  readonly gate?: string;
  readonly decision: ApprovalDecision;
  /** HMAC-SHA-256 over the rest, where there is a key. */
  readonly signature?: string;
}

/** How a tool call ended in a run that was put aside. Where the turn is run again, the call is answered with it. */
export interface KeptCall {
  readonly toolName: string;
  readonly tripIndex: number;
  /** The agent that made the call, where it is a tool itself, as the `scope` of a request says it. */
  readonly scope?: string;
  /** Which one of the calls of its trip with this tool and these arguments it was, from 0. */
  readonly ordinal: number;
  /** The arguments as the model wrote them. */
  readonly args: Json;
  readonly output?: Json;
  /** The record that `AIError.toJSON()` makes. */
  readonly error?: Json;
}

/** What a run that is begun anew takes over from the run that was put aside. */
export interface KeptTurn {
  readonly calls: readonly KeptCall[];
  /** Decisions that were made for calls which have not run yet. */
  readonly decisions: readonly GivenDecision[];
  /** The requests in one store that the turn waits for, where there are several, in the order of their ids. */
  readonly waits?: readonly string[];
}

/** A request that was put aside until somebody decides. */
export interface PendingInterrupt<Request = ApprovalRequest> {
  readonly interruptId: string;
  readonly request: Request;
  readonly status: "pending";
  readonly savedAt: string;
  /** Written when the turn has come to rest. */
  readonly kept?: KeptTurn & { readonly signature?: string };
  /** Set while a decision on a call of the same turn is applied. */
  readonly heldBy?: string;
}

/** Keeps what waits for a person, also beyond the end of the process. `ai.human.interrupt.*` makes one. */
export interface InterruptStore<Request = ApprovalRequest> {
  /** Writes a pending interrupt, over the one with its id where there is one. */
  save(interrupt: PendingInterrupt<Request>): Promise<void>;
  /** The pending interrupt of an id; `undefined` where it was never raised, or is decided. */
  load(interruptId: string): Promise<PendingInterrupt<Request> | undefined>;
  /**
   * Loads and removes in one step: of several callers exactly one gets it, so that a decision is applied once. Where it
   * rejects with `STORE_TIMEOUT` it may be gone without anybody having it: look with `load`, and raise it anew if it is.
   */
  take(interruptId: string): Promise<PendingInterrupt<Request> | undefined>;
  /**
   * Changes a pending interrupt, unless it is decided: then nothing is written, and the answer is `false`. Where it is
   * missing, `load` and `save` do, at the price of a decided interrupt that may come back.
   */
  update?(
    interruptId: string,
    change: (interrupt: PendingInterrupt<Request>) => PendingInterrupt<Request>,
  ): Promise<boolean>;
  delete(interruptId: string): Promise<void>;
  /** The ids that are pending, optionally those that begin with a text. Missing where it cannot be told. */
  list?(prefix?: string): Promise<readonly string[]>;
  /** The statement that makes the table, to run with your own migrations; empty where there is no table. */
  schema(): string;
}

/** What a run is told of decisions on the calls of a run that was put aside. `ai.human.resume` fills it in. */
export interface GivenApprovals {
  /** The run that asked. */
  readonly runId: string;
  readonly decisions: readonly GivenDecision[];
  /** Calls that are answered with what they gave before, each once. */
  readonly kept?: readonly KeptCall[] | undefined;
  /** Where requests wait: what waits there is not asked for again. */
  readonly store?: Pick<InterruptStore, "load"> | undefined;
  /** Called when a durable run has saved the decisions, before anything is done with them. */
  readonly accepted?: (() => Promise<void>) | undefined;
  /** Takes up a durable run that is said to be at work: its process has died. */
  readonly takeOver?: boolean | undefined;
}

/** What the engine knows and does of approvals for one tool call. For middleware that asks people. */
export interface CallApprovals {
  /**
   * The run that ids of interrupts are made of: a run that is begun anew goes by the id of the first, one of an agent that is a
   * tool by that of the run around it.
   */
  readonly runId: string;
  /** Where an agent that is a tool stands in that run. */
  readonly scope: string | undefined;
  /** What that run was asked. */
  readonly input: string;
  /** Whether that run is saved, and goes on where it stopped. */
  readonly durable: boolean;
  /** Which one of the calls of the turn with this tool and these arguments it is, from 0. */
  readonly ordinal: number;
  /** Whether the run has made or makes other calls. */
  readonly isOneOfMany: boolean;
  /** Whether there are decisions that were made before and are not used. */
  readonly hasDecisions: boolean;
  /** Where requests wait, while a decision is applied. */
  readonly store: Pick<InterruptStore, "load"> | undefined;
  /**
   * Whether a person was asked before, as far as is known for sure: what a process did not live to save, such as that it has
   * sent its request, is done again.
   */
  wasAsked(interruptId: string): boolean;
  /** The decision that was made for exactly this call; it can be had once. */
  take(call: Omit<GivenDecision, "decision" | "signature">): GivenDecision | undefined;
  /** One that was made for the same arguments elsewhere in the run, where that is begun anew. */
  takeElsewhere(call: Omit<GivenDecision, "decision" | "signature">): GivenDecision | undefined;
  /** Tells those who listen to the run that a person is asked. */
  requested(request: ApprovalRequest): void;
  /**
   * Tells them of the decision. A durable run saves one that is new before it resolves; another run keeps it where it is put
   * aside before the call has run.
   */
  decided(given: GivenDecision, isNew?: boolean): Promise<void>;
  /**
   * Does some work when the run has come to rest: what was called and decided so far is to be kept. Where there is nothing, the
   * run was cancelled, and nobody waits for a decision any more.
   */
  whenAtRest(
    waiting: { readonly interruptId: string; readonly store: InterruptStore },
    work: (kept: KeptTurn | undefined) => Promise<void>,
  ): void;
}
