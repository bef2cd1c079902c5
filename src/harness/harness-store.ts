import type {
  HarnessApproval,
  HarnessEdit,
  HarnessProposal,
  HarnessRefinement,
  HarnessScope,
  HarnessState,
} from "../contracts/harness.ts";
import type { Store } from "../contracts/store.ts";

/** Where a harness keeps what it learns. */
export interface HarnessStoreOptions {
  /** Must compare and set. */
  readonly store: Store;
  /** Whose local entries: a conversation, a project, a user. The global ones are shared by all ids. */
  readonly id: string;
  /** What all keys begin with. Default `"harness"`. */
  readonly prefix?: string | undefined;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Why an edit of a proposal is not to be applied, as somebody found who knows more than its text. */
export interface HarnessVerdict {
  readonly status: "failed" | "needs-approval";
  readonly reason: string;
}

/** Options of one application of edits. */
export interface HarnessApplyOptions {
  /** Who writes. Default `"refine"`. */
  readonly source?: "refine" | "agent" | "user" | undefined;
  /** The edits come from a conversation with untrusted text: the entries are marked. */
  readonly tainted?: boolean | undefined;
  /** What was found of the edits, in their order. An edit that cannot be applied anyway fails with its own reason. */
  readonly verdicts?: readonly (HarnessVerdict | undefined)[] | undefined;
  /** Which waiting edit is applied hereby. */
  readonly approves?: HarnessApproval | undefined;
}

/** What was learned, and how it came about. All methods reject with `StoreError` where the store does. */
export interface HarnessStore {
  /** What is known in a scope. Where it cannot be read it is empty, with a warning in the log. */
  state(scope: HarnessScope): Promise<HarnessState>;
  /** The last refinements of a scope, the oldest of them first, each with its outcome so far. Default: the last 20. */
  history(scope: HarnessScope, limit?: number): Promise<readonly HarnessRefinement[]>;
  /** One refinement by its id, however old it is. */
  find(scope: HarnessScope, id: string): Promise<HarnessRefinement | undefined>;
  /**
   * Applies what of a proposal can be applied, and records all of it. An entry that is not any more as it is in `baseline`,
   * the state that was planned upon, is left alone; without a baseline the edits go upon whatever is there.
   */
  apply(
    scope: HarnessScope,
    baseline: HarnessState | undefined,
    proposal: HarnessProposal,
    options?: HarnessApplyOptions,
  ): Promise<HarnessRefinement>;
  /** Edits by the agent itself or by a person: the same as `apply` with neither plan nor baseline. */
  edit(
    scope: HarnessScope,
    edits: readonly HarnessEdit[],
    options: HarnessApplyOptions & { readonly source: "agent" | "user" },
  ): Promise<HarnessRefinement>;
  /**
   * Takes a refinement back, edit by edit from its last one. What was changed since stays, as a conflict in the result.
   * Rejects with `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for an id that the scope does not have.
   */
  rollback(scope: HarnessScope, id: string): Promise<HarnessRefinement>;
  /** Removes all of a scope, its history too. Nothing brings it back. */
  clear(scope: HarnessScope): Promise<void>;
}
