import type { ApprovalDecision, ApprovalRequest, InterruptStore } from "../contracts/interrupt.ts";
import type { AgentMiddleware, ToolHookContext } from "../contracts/middleware.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy, whenLoaded } from "../core/lazy.ts";
import { type ApprovalKeys, checkKeys } from "./approval-key.ts";
import { evaluatePolicy, type InterruptPolicy, type PolicyContext } from "./evaluate-policy.ts";

/**
 * Asks a person. Answers with the decision, or throws `InterruptSuspendedError` to put the run aside until somebody decides.
 * `signal` aborts when the run is stopped, which no longer waits for the answer.
 */
export type ApprovalHandler = (
  request: ApprovalRequest,
  context: { readonly signal: AbortSignal },
) => ApprovalDecision | Promise<ApprovalDecision>;

/** Options of `ai.human.approval`. */
export interface HumanApprovalOptions {
  readonly policy: InterruptPolicy;
  readonly handler: ApprovalHandler;
  /** Default `human-approval`. Two on one agent need names of their own. */
  readonly name?: string | undefined;
  /**
   * The store in which the handler puts requests aside. What waits there is not asked for again, and what the run did beside is
   * put there, so that nothing is done twice. Only where a process dies before its request is known to be sent, the handler is
   * called again, with the same `interruptId`.
   */
  readonly store?: InterruptStore | undefined;
  /**
   * Signs each request, so that `ai.human.resume` with the same key refuses one that was changed, and takes only decisions
   * that were signed with it.
   */
  readonly key?: ApprovalKeys | undefined;
}

const DEFAULT_NAME = "human-approval";

/**
 * A middleware that asks a person before a tool call runs: the tool runs as called (`approve`), with other arguments (`edit`),
 * or not at all (`reject`; the model is told why, and the result of the run carries `ApprovalRejectedError`,
 * `APPROVAL_REJECTED`, unless a later call of the tool went well). A handler that throws anything but
 * `InterruptSuspendedError` stops the run: nothing counts as an approval but a decision. Put it behind middleware that changes
 * arguments, so that the person rules on those that the tool gets.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the policy, the handler or the key cannot work.
 * @example
 * const gate = ai.human.approval({
 *   policy: { type: "allowlist", tools: ["refund"], tags: () => ["money"] },
 *   handler: async ({ toolName }) => ({ type: "reject", reason: `Nobody may call ${toolName} today.` }),
 * });
 * const model = new LocalSDK().model({ name: "local" });
 * const support = ai.agent({ model, middleware: [gate] });
 */
export function approval(options: HumanApprovalOptions): AgentMiddleware {
  const { policy, handler, name = DEFAULT_NAME, store, key } = options;
  checkPolicy(policy);
  if (typeof handler !== "function")
    throw new ConfigError('Approvals need a "handler", which asks a person.');
  checkKeys(key);
  const gate = lazy(() => import("./gate.ts"));
  const setup = { handler, store, key, gate: name === DEFAULT_NAME ? undefined : name };
  return {
    name,
    tool: {
      before(context) {
        const seen = policyContext(context);
        const verdict = evaluatePolicy(policy, seen);
        // A decision that was made holds, whatever the policy has become.
        if (!verdict.requiresApproval && !context.approvals.hasDecisions) return undefined;
        return whenLoaded(gate(), ({ passGate }) => passGate(setup, context, seen, verdict));
      },
    },
  };
}

function checkPolicy(policy: InterruptPolicy): void {
  const { type, tools, requiresApproval } = (policy ?? {}) as {
    readonly [option: string]: unknown;
  };
  if (type === "predicate" && typeof requiresApproval === "function") return;
  if ((type === "allowlist" || type === "denylist") && Array.isArray(tools)) return;
  throw new ConfigError(
    'The "policy" of approvals cannot work. Use { type: "allowlist", tools }, { type: "denylist", tools } or { type: "predicate", requiresApproval }.',
  );
}

function policyContext({ tool, toolArgs, agent, tripIndex, sessionId }: ToolHookContext): PolicyContext {
  return {
    toolName: tool.name,
    ...(tool.description ? { toolDescription: tool.description } : {}),
    args: toolArgs,
    agentName: agent.name,
    tripIndex,
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}
