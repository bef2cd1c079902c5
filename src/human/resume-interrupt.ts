import type { AgentResult } from "../contracts/agent.ts";
import type { ApprovalDecision, GivenApprovals, KeptCall, PendingInterrupt } from "../contracts/interrupt.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { AgentExecutionError } from "../core/errors/agent-errors.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { InterruptTamperedError } from "../core/errors/approval-errors.ts";
import { wait } from "../core/wait.ts";
import type { ApprovalKeys } from "./approval-key.ts";
import { decisionFor } from "./decision.ts";
import { holdTurn } from "./hold-turn.ts";
import type { InterruptResumeOptions, ResumedAgent, ResumeResult } from "./resume.ts";
import { isSigned } from "./signature.ts";

/** See `resume`. */
export async function resumeInterrupt(
  interruptId: string,
  decision: ApprovalDecision,
  options: InterruptResumeOptions,
): Promise<ResumeResult> {
  const { store, key, agent, patienceMs = 10_000, executeOptions } = options;
  let waited = 0;
  for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
    const pending = await store.load(interruptId);
    if (!pending) return { type: "already-resolved", interruptId };
    await checkSignatures(interruptId, pending, key);
    const result = await applied(pending, decision, options);
    if (result === "already-resolved") return { type: result, interruptId };
    if (result !== "at-work") {
      return { type: "applied", interruptId, decision, ...(agent && result && { result }) };
    }
    if (waited >= patienceMs) throw atWork(interruptId);
    waited += pause;
    await wait(pause, executeOptions?.signal);
  }
}

/** How the run went on, or why it did not. Nothing where the caller is to apply the decision. */
type Applied = AgentResult<unknown> | "already-resolved" | "at-work" | undefined;

async function applied(
  pending: PendingInterrupt,
  decision: ApprovalDecision,
  options: InterruptResumeOptions,
): Promise<Applied> {
  const { agent, input, takeOver } = options;
  const { request, kept, heldBy } = pending;
  const { runId, durable, keeps } = request.context;
  if (!agent) return (await taken(pending, options)) ? undefined : "already-resolved";
  if (durable && runId !== undefined && agent.resume && input === undefined) {
    return goOn(pending, runId, decision, options, agent.resume);
  }
  if (!takeOver && (heldBy !== undefined || (keeps && !kept))) return "at-work";
  return beginAnew(pending, decision, options, agent);
}

/** Takes a durable run up where it stopped. The run saves the decision; only then its request is removed. */
async function goOn(
  { interruptId, request }: PendingInterrupt,
  runId: string,
  decision: ApprovalDecision,
  { store, key, takeOver, executeOptions }: InterruptResumeOptions,
  resume: NonNullable<ResumedAgent["resume"]>,
): Promise<Applied> {
  let isAccepted = false;
  const approvals: GivenApprovals = {
    runId,
    decisions: [await decisionFor(request, decision, key)],
    store,
    takeOver,
    async accepted() {
      isAccepted = true;
      // A request that stays is found to be decided by whoever decides it next.
      await store.take(interruptId).catch(() => undefined);
    },
  };
  let result: AgentResult<unknown>;
  try {
    result = await resume(runId, { ...executeOptions, approvals });
  } catch (cause) {
    const why = AIError.is(cause) ? cause.context?.approval : undefined;
    if (why === "at-work") return why;
    if (why !== "decided" && why !== "over") throw cause;
    await store.delete(interruptId);
    return "already-resolved";
  }
  if (isAccepted) return result;
  // Another process was faster, with this decision or one on another call of the turn.
  if (result.error?.code === "STORE_CONFLICT") return "at-work";
  throw result.error ?? atWork(interruptId);
}

/** Runs the turn again. The request is removed before, so that it is decided once. */
async function beginAnew(
  pending: PendingInterrupt,
  decision: ApprovalDecision,
  options: InterruptResumeOptions,
  agent: ResumedAgent,
): Promise<Applied> {
  const { store, key, executeOptions } = options;
  const { interruptId, request, kept } = pending;
  const { originalInput, runId = interruptId, sessionId } = request.context;
  const input = options.input ?? originalInput;
  if (input === undefined) {
    const message = `The interrupt "${interruptId}" does not say what its run was asked. Pass { input }.`;
    throw new AIError("INVALID_INPUT", message, {}, "validation");
  }
  const decisions = [...(kept?.decisions ?? []), await decisionFor(request, decision, key)];
  const calls: readonly KeptCall[] | undefined = kept?.calls;
  const release = await holdTurn(pending, options);
  if (!release) return "at-work";
  try {
    if (!(await taken(pending, options))) return "already-resolved";
    return await agent.execute(input, {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...executeOptions,
      approvals: { runId, decisions, kept: calls, store },
    });
  } finally {
    await release();
  }
}

/** Takes what was looked at; what took its place meanwhile is left. */
async function taken(pending: PendingInterrupt, { store }: InterruptResumeOptions): Promise<boolean> {
  const { interruptId } = pending;
  const found = await store.take(interruptId);
  if (!found) return false;
  if (canonicalJson(found.request) === canonicalJson(pending.request)) return true;
  await store.save(found);
  throw tampered(interruptId, "was changed while it was decided");
}

async function checkSignatures(
  interruptId: string,
  pending: PendingInterrupt,
  key: ApprovalKeys | undefined,
): Promise<void> {
  const { request, kept } = pending;
  // A request that is signed is still not the one that somebody has looked at.
  const isOther = pending.interruptId !== interruptId || (key && request.interruptId !== interruptId);
  if (isOther) throw tampered(interruptId, "is that of another one");
  if (key === undefined) {
    if (request.signature === undefined) return;
    throw tampered(interruptId, "is signed: pass the { key } of the middleware to resume()");
  }
  if (!(await isSigned(key, "request", request))) throw tampered(interruptId, "is not what was signed");
  const beside = kept && { ...kept, interruptId };
  if (beside && !(await isSigned(key, "kept", beside))) {
    throw tampered(interruptId, "has results beside it that are not what was signed");
  }
}

function tampered(interruptId: string, why: string): InterruptTamperedError {
  const message = `The request of the interrupt "${interruptId}" ${why}. Nothing was applied.`;
  return new InterruptTamperedError(message, { interruptId });
}

function atWork(interruptId: string): AgentExecutionError {
  return new AgentExecutionError(
    `The turn of the interrupt "${interruptId}" is still at work. Decide again when it has come to rest, or pass { takeOver: true } where its process has died.`,
    { retryable: true, context: { interruptId } },
  );
}
