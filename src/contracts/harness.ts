import type { AmbientRun } from "../core/ambient.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { ExecuteOptions } from "../core/run.ts";
import type { Usage } from "../core/usage.ts";
import type { AgentReport } from "./agent.ts";
import type { Json, Message } from "./message.ts";

/**
 * What a harness may learn. `memory`: a fact or a preference. `skill`: a procedure that can be repeated. `prompt`: a narrow rule
 * of behaviour behind the base prompt. `subagent`: a role to delegate to.
 */
export type HarnessKind = "memory" | "skill" | "prompt" | "subagent";

/** How far an entry reaches: one conversation or project, or all of them. */
export type HarnessScope = "local" | "global";

/** One thing that was learned. */
export interface HarnessEntry {
  readonly id: string;
  readonly kind: HarnessKind;
  readonly scope: HarnessScope;
  readonly title: string;
  readonly content: string;
  /** Where it belongs, such as `"build/tests"`. */
  readonly path?: string;
  /** Of a skill: where it is described. */
  readonly reference?: string;
  /** Of a skill: what it is called with. */
  readonly arguments?: Json;
  readonly metadata?: Json;
  /** Who wrote it: a refinement, the agent itself, or a person. */
  readonly source: "refine" | "agent" | "user";
  /** 1 at first, one more with every update; never used again, not even after a deletion. */
  readonly version: number;
  /** ISO texts. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** It was learned from a conversation that held untrusted text. */
  readonly tainted?: boolean;
}

/** One change that is proposed. */
export interface HarnessEdit {
  readonly operation: "create" | "update" | "delete";
  readonly kind: HarnessKind;
  readonly id?: string;
  readonly scope?: HarnessScope;
  readonly title?: string;
  readonly content?: string;
  readonly path?: string;
  readonly reference?: string;
  readonly arguments?: Json;
  readonly metadata?: Json;
  /** Quotes from the conversation that justify it, word for word. */
  readonly evidence?: readonly string[];
}

/** What a planner proposes. */
export interface HarnessProposal {
  readonly summary: string;
  /** Why the conversation justifies these edits. */
  readonly rationale: string;
  /** What should get better, and how that can be seen. */
  readonly expectedOutcome: string;
  readonly edits: readonly HarnessEdit[];
  /** What became of earlier refinements, by their id. */
  readonly outcomes?: Readonly<Record<string, HarnessOutcome>>;
}

/** Whether what a refinement promised came true. */
export type HarnessOutcome = "kept" | "failed" | "unknown";

/** What became of one edit. */
export interface HarnessEditResult {
  readonly edit: HarnessEdit;
  readonly status: "applied" | "failed" | "needs-approval";
  /** Why it was not applied. */
  readonly reason?: string;
  readonly before?: HarnessEntry;
  readonly after?: HarnessEntry;
}

/** One refinement as the history keeps it. */
export interface HarnessRefinement {
  /** Sorts by time: the time of its making, then 80 random bits. */
  readonly id: string;
  /** ISO text. */
  readonly at: string;
  readonly scope: HarnessScope;
  /** `needs-approval`: nothing was applied, and at least one edit waits for a person. */
  readonly status: "applied" | "no_edits" | "failed" | "needs-approval";
  readonly summary: string;
  readonly rationale: string;
  readonly expectedOutcome: string;
  readonly edits: readonly HarnessEditResult[];
  /** What this one says of earlier refinements of its scope, by their id. */
  readonly outcomes?: Readonly<Record<string, HarnessOutcome>>;
  /** What later ones say of this one. Not part of the line that is kept, nor of its hash. */
  readonly outcome?: HarnessOutcome;
  readonly rollbackOf?: string;
  /** Which edit of which refinement was approved by it. */
  readonly approves?: HarnessApproval;
  /** The version of the state after it. */
  readonly stateVersion: number;
  /** The hash of the line before, and of this one with it, so that a line that was changed or taken out shows. */
  readonly previousHash: string;
  readonly hash: string;
}

/** One edit that waited for a person: the refinement that proposed it, and its place among the edits, from 0. */
export interface HarnessApproval {
  readonly refinement: string;
  readonly edit: number;
}

/** All that was learned in one scope, at one moment. `version` is one more with every change. */
export interface HarnessState {
  readonly version: number;
  readonly entries: readonly HarnessEntry[];
}

/** What an agent needs of a harness. */
export interface AgentHarness {
  /**
   * What stands behind the base prompt: an overview of what was learned, `""` where there is nothing. The same entries give
   * the same text. An agent asks before each run and after each turn of its tools. It never rejects.
   */
  overview(): Promise<string>;
  /**
   * Told when an agent has answered, and between the trips of a run (`goesOn`), with the conversation so far. Here what was
   * scheduled is done, and at the end of a run also what is due by itself; the agent waits for it. It never rejects.
   */
  turnEnded(turn: HarnessTurn): Promise<void>;
}

/** A turn of an agent that has a harness: one run, from the input to the answer. */
export interface HarnessTurn {
  /** The conversation, as plain text with roles. */
  readonly conversation: string;
  /** How deep the run hangs below others; only depth 0 learns by itself. */
  readonly depth: number;
  /** The turn is not over, or came to no answer: only what was scheduled is done, and the turn does not count. */
  readonly goesOn?: boolean;
  /** The conversation was compacted in this turn. */
  readonly compacted?: boolean;
  /** The conversation holds text of tools or of the web. */
  readonly tainted?: boolean;
  /** The run of the turn: what it scheduled is done, and what is done is a part of its report. */
  readonly run?: AmbientRun;
  readonly signal?: AbortSignal | undefined;
}

/** A conversation to learn from. Either `conversation` or `messages` is needed. */
export interface HarnessRefineOptions extends ExecuteOptions {
  /** The conversation as plain text. The last 80,000 characters are read. */
  readonly conversation?: string | undefined;
  readonly messages?: readonly Message[] | undefined;
  /** What to look for or to do, in the words of a person. */
  readonly instructions?: string | undefined;
  /** Default `"local"`. */
  readonly scope?: HarnessScope | undefined;
  /**
   * The conversation holds text of tools or of the web: what is learned of it is marked, and neither becomes global nor a rule
   * without approval. Default: whether `messages` has results of tools or files; true for a plain text.
   */
  readonly tainted?: boolean | undefined;
  /** Takes the place of the harness's own `branch`. */
  readonly branch?: (() => unknown) | undefined;
}

/** Edits that are planned and not applied: plain data. */
export interface HarnessPlan {
  readonly scope: HarnessScope;
  /** The state that was planned upon. */
  readonly baseline: HarnessState;
  readonly proposal: HarnessProposal;
  /** The text that quotes must occur in. */
  readonly material: string;
  readonly tainted: boolean;
}

/** What planning came to. Look at `error` first. */
export type HarnessPlanResult = HarnessSpent &
  (
    | { readonly plan: HarnessPlan; readonly error?: undefined }
    | { readonly plan?: undefined; readonly error: AIError }
  );

/** What a refinement came to. Look at `error` first. */
export interface HarnessResult extends HarnessSpent {
  readonly type: "harness";
  /**
   * That of the refinement; `failed` also where `error` is set. `scheduled`: a tool asked for it, and it is done when the turn
   * is over. `discarded`: the conversation went another way while it was planned.
   */
  readonly status: HarnessRefinement["status"] | "scheduled" | "discarded";
  /** What was recorded in the history. */
  readonly data?: HarnessRefinement;
  readonly error?: AIError;
}

/** What planning took. */
export interface HarnessSpent {
  readonly warnings: readonly string[];
  readonly usage: Usage;
  /** Of the planner's call, where there was one. */
  readonly report?: AgentReport;
}

/** An edit that waits for a person. `refinement` and `edit` are what `approve` and `reject` take. */
export interface HarnessPending extends HarnessApproval {
  readonly scope: HarnessScope;
  readonly proposed: HarnessEdit;
  /** Why it waits. */
  readonly reason: string;
  readonly before?: HarnessEntry;
}
