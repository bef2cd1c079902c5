/** A tool call that waits for a person. Times are ISO texts. */
export interface ApprovalRequest {
  /** Stable: the decision is made for this id. */
  readonly interruptId: string;
  readonly toolName: string;
  readonly toolDescription?: string;
  /** The arguments exactly as the model wrote them. */
  readonly args: unknown;
  readonly context: {
    readonly agentName: string;
    readonly tripIndex: number;
    readonly sessionId?: string;
    /** What the run was asked, for running it again. */
    readonly originalInput?: string;
    readonly tags?: readonly string[];
  };
  readonly requestedAt: string;
}

/** A request that was put aside until somebody decides. */
export interface PendingInterrupt<Request = ApprovalRequest> {
  readonly interruptId: string;
  readonly request: Request;
  readonly status: "pending";
  readonly savedAt: string;
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
  delete(interruptId: string): Promise<void>;
  /** The ids that are pending, optionally those that begin with a text. Missing where it cannot be told. */
  list?(prefix?: string): Promise<readonly string[]>;
  /** The statement that makes the table, to run with your own migrations; empty where there is no table. */
  schema(): string;
}
