import type {
  ApprovalDecision,
  ApprovalRequest,
  InterruptStore,
  KeptTurn,
  PendingInterrupt,
} from "../contracts/interrupt.ts";
import type { ToolHookContext, ToolOutcome } from "../contracts/middleware.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { AIError } from "../core/errors/ai-error.ts";
import {
  ApprovalRejectedError,
  InterruptSuspendedError,
  InterruptTamperedError,
} from "../core/errors/approval-errors.ts";
import { sha256 } from "../core/hash.ts";
import { randomId } from "../core/ids.ts";
import type { ApprovalHandler } from "./approval.ts";
import type { ApprovalKeys } from "./approval-key.ts";
import { checkedDecision, decisionFor } from "./decision.ts";
import type { PolicyContext, PolicyVerdict } from "./evaluate-policy.ts";
import { withoutMark } from "./hold-turn.ts";
import { isSigned, sign } from "./signature.ts";

/** What a gate is made of. */
export interface GateSetup {
  readonly handler: ApprovalHandler;
  readonly store: InterruptStore | undefined;
  readonly key: ApprovalKeys | undefined;
  /** The name of the middleware, where it is not the default one. */
  readonly gate: string | undefined;
}

/**
 * Brings a tool call before a person, unless that was done before. `undefined` lets the tool run, with the arguments that
 * `context.toolArgs` then has.
 *
 * @throws AIError (`INVALID_INPUT`) where the handler answers with no decision, and whatever it throws itself.
 * @throws InterruptTamperedError (`INTERRUPT_TAMPERED`) where a decision that came with the run is not signed.
 */
export async function passGate(
  setup: GateSetup,
  context: ToolHookContext,
  seen: PolicyContext,
  verdict: PolicyVerdict,
): Promise<ToolOutcome | undefined> {
  const { handler, store, key } = setup;
  const { approvals, signal } = context;
  const request = requestOf(await idOf(setup, context), setup, context, seen, verdict);
  const { interruptId } = request;
  const { tripIndex, scope, gate } = request.context;
  const call = { interruptId, toolName: seen.toolName, args: seen.args, tripIndex };
  const asked = {
    ...call,
    ...(scope === undefined ? {} : { scope }),
    ...(gate === undefined ? {} : { gate }),
  };
  const own = approvals.take(asked);
  const place = !own && approvals.wasAsked(interruptId) ? (store ?? approvals.store) : undefined;
  const waiting = await place?.load(interruptId);
  const given = own ?? (waiting ? undefined : approvals.takeElsewhere(asked));
  if (given) {
    if (key !== undefined && !(await isSigned(key, "decision", given))) throw tampered(interruptId);
    // A run whose process died with the decision saved may have left its request.
    if (!approvals.store) await store?.delete(interruptId);
    await approvals.decided(given);
    return apply(context, request, given.decision);
  }
  if (!verdict.requiresApproval) return undefined;
  if (waiting && (key === undefined || (await isSigned(key, "request", waiting.request)))) {
    keepWith(setup, context, interruptId);
    const message = `The call of "${seen.toolName}" still waits for a decision.`;
    return { error: new InterruptSuspendedError(message, { interruptId }) };
  }
  const signed = key === undefined ? request : { ...request, signature: await sign(key, "request", request) };
  approvals.requested(signed);
  let answer: unknown;
  try {
    answer = await handler(signed, { signal });
  } catch (cause) {
    if (!isSuspension(cause)) throw cause;
    // A handler may have put the request aside under an id of its own.
    keepWith(setup, context, (cause as Partial<InterruptSuspendedError>).interruptId ?? interruptId);
    return { error: cause };
  }
  const decision = checkedAnswer(answer);
  await approvals.decided(await decisionFor(request, decision, key), true);
  return apply(context, request, decision);
}

/** The same for the same call of the same run, and hard to guess. */
async function idOf({ gate = "" }: GateSetup, context: ToolHookContext): Promise<string> {
  const { approvals, tripIndex, tool, toolArgs } = context;
  const { runId, scope, ordinal } = approvals;
  const identity = canonicalJson([runId, scope, tripIndex, tool.name, toolArgs, ordinal, gate]);
  // In a page without HTTPS nothing is hashed: there a request cannot be found again.
  return sha256(identity).catch(randomId);
}

function requestOf(
  interruptId: string,
  { store, gate }: GateSetup,
  { approvals }: ToolHookContext,
  seen: PolicyContext,
  { tags }: PolicyVerdict,
): ApprovalRequest {
  const { toolName, toolDescription, args, agentName, tripIndex, sessionId } = seen;
  const { runId, scope, input, durable, isOneOfMany } = approvals;
  return {
    interruptId,
    toolName,
    ...(toolDescription === undefined ? {} : { toolDescription }),
    args: copyOf(args),
    context: {
      agentName,
      tripIndex,
      ...(sessionId === undefined ? {} : { sessionId }),
      originalInput: input,
      ...(tags ? { tags } : {}),
      runId,
      ...(scope === undefined ? {} : { scope }),
      ...(durable ? { durable } : store && isOneOfMany ? { keeps: true } : {}),
      ...(gate === undefined ? {} : { gate }),
    },
    requestedAt: new Date().toISOString(),
  };
}

/** What a handler does to the arguments that it is shown does not reach the tool. */
function copyOf(args: unknown): unknown {
  try {
    return structuredClone(args);
  } catch {
    return args;
  }
}

function checkedAnswer(answer: unknown): ApprovalDecision {
  try {
    return checkedDecision(answer);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "";
    throw new AIError("INVALID_INPUT", `The approval handler gave no decision. ${why}`, {}, "validation");
  }
}

function apply(
  context: ToolHookContext,
  { interruptId, toolName }: ApprovalRequest,
  decision: ApprovalDecision,
): ToolOutcome | undefined {
  if (decision.type === "reject") {
    const { reason } = decision;
    const message = `A reviewer refused the call of "${toolName}": ${reason}`;
    return { error: new ApprovalRejectedError(message, { toolName, reason, interruptId }) };
  }
  if (decision.type === "edit") {
    context.toolArgs = decision.args;
    delete context.hiddenArgs;
  }
  return undefined;
}

/** Puts what the run has done beside the request, once it has come to rest. A saved run has it itself. */
function keepWith({ store, key }: GateSetup, { approvals }: ToolHookContext, interruptId: string): void {
  if (!store || approvals.durable) return;
  approvals.whenAtRest({ interruptId, store }, async (turn: KeptTurn | undefined) => {
    if (!turn) return store.delete(interruptId);
    const signature =
      key === undefined ? {} : { signature: await sign(key, "kept", { interruptId, ...turn }) };
    const change = (interrupt: PendingInterrupt): PendingInterrupt => ({
      ...withoutMark(interrupt),
      kept: { ...turn, ...signature },
    });
    if (store.update) {
      await store.update(interruptId, change);
      return;
    }
    const pending = await store.load(interruptId);
    if (pending) await store.save(change(pending));
  });
}

function isSuspension(cause: unknown): cause is AIError {
  return AIError.is(cause) && cause.code === "INTERRUPT_SUSPENDED";
}

function tampered(interruptId: string): InterruptTamperedError {
  const message = `The decision on the interrupt "${interruptId}" is not signed with the key of this agent: it is not applied.`;
  return new InterruptTamperedError(message, { interruptId });
}
