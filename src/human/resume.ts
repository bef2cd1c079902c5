import type { AgentExecuteOptions, AgentResult, AgentResumeOptions } from "../contracts/agent.ts";
import type { ApprovalDecision, InterruptStore } from "../contracts/interrupt.ts";
import { type ApprovalKeys, checkKeys } from "./approval-key.ts";
import { checkedDecision } from "./decision.ts";

/** What of an agent is needed to go on with a run. One without `resume` runs the turn again. */
export interface ResumedAgent {
  execute(input: string, options?: AgentExecuteOptions): Promise<AgentResult<unknown>>;
  resume?(runId: string, options?: AgentResumeOptions): Promise<AgentResult<unknown>>;
}

/** Options of `ai.human.resume`. */
export interface InterruptResumeOptions {
  /** Where the request waits. */
  readonly store: InterruptStore;
  /** Goes on with the run: the agent that was executed, not one that is a tool of it. Where it is missing the decision is handed back, to be applied by the caller. */
  readonly agent?: ResumedAgent | undefined;
  /**
   * What the run is asked in place of its original input, such as that with a note of the reviewer: then also a durable run is
   * begun anew. A run that is not durable needs it where a guard hides what is asked: the request has only what the guard left.
   */
  readonly input?: string | undefined;
  /** Passed on to the agent, such as `history`, `output`, `signal` or `on`. */
  readonly executeOptions?: Omit<AgentExecuteOptions, "approvals"> | undefined;
  /** The key of the middleware: a request that was not signed with it is refused, and the decision is signed. */
  readonly key?: ApprovalKeys | undefined;
  /**
   * Goes on although the turn is not known to have come to rest: its process has died. Calls that were under way are then
   * made again.
   */
  readonly takeOver?: boolean | undefined;
  /** How long to wait for a turn that is still at work, in milliseconds. Default 10,000. */
  readonly patienceMs?: number | undefined;
}

/** What became of a decision: it was applied, or the interrupt had been decided before, or never raised. */
export type ResumeResult =
  | {
      readonly type: "applied";
      readonly interruptId: string;
      readonly decision: ApprovalDecision;
      /** How the run went on; missing where no agent was given. */
      readonly result?: AgentResult<unknown>;
    }
  | { readonly type: "already-resolved"; readonly interruptId: string };

/**
 * Decides a tool call that was put aside, from any process and at any time; each interrupt is decided once. A durable run goes
 * on where it stopped: the decision is saved with the run before its request is removed, so that it is neither lost nor applied
 * twice where the process dies, and no model call is made again. Another run is begun anew with its original input; calls that
 * it had made are answered with what they gave before. The decision holds for exactly the call that was asked for: where the
 * new turn calls otherwise, a person is asked again, and the result is `awaiting-approval` once more.
 *
 * Rejects with `TypeError` for a decision that is none, with `InterruptTamperedError` (`INTERRUPT_TAMPERED`) for a request that
 * was changed, with `AgentExecutionError` (`AGENT_EXEC_FAILED`, retryable) where the turn is still at work, with what
 * `agent.resume()` rejects with, and with `StoreError` (`STORE_…`): nothing is applied then.
 *
 * @example
 * const store = ai.human.interrupt.memory();
 * const outcome = await ai.human.resume("never-raised", { type: "approve" }, { store });
 * outcome.type; // "already-resolved"
 */
export async function resume(
  interruptId: string,
  decision: ApprovalDecision,
  options: InterruptResumeOptions,
): Promise<ResumeResult> {
  const checked = checkedDecision(decision);
  checkKeys(options.key);
  return (await import("./resume-interrupt.ts")).resumeInterrupt(interruptId, checked, options);
}
