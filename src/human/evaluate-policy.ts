/** What a policy sees of a tool call. */
export interface PolicyContext {
  readonly toolName: string;
  readonly toolDescription?: string;
  /** The arguments exactly as the model wrote them. */
  readonly args: unknown;
  readonly agentName: string;
  readonly tripIndex: number;
  readonly sessionId?: string;
}

/**
 * Which tool calls need a person: those of the tools named, those of all other tools, or those that a function says, at whose
 * answer a list of texts doubles as tags.
 */
export type InterruptPolicy =
  | {
      readonly type: "allowlist" | "denylist";
      readonly tools: readonly string[];
      /** What the reviewer is shown beside the request. */
      readonly tags?: (toolName: string) => readonly string[];
    }
  | {
      readonly type: "predicate";
      readonly requiresApproval: (context: PolicyContext) => boolean | readonly string[];
    };

/** What a policy says of a tool call. */
export interface PolicyVerdict {
  readonly requiresApproval: boolean;
  readonly tags?: readonly string[];
}

/**
 * Whether a tool call needs a person. Never throws: a policy that does, or that is none, wants one, with the tag
 * `policy-error`. So does a function that answers with a promise: nobody waits for it.
 *
 * @example
 * const policy: ai.InterruptPolicy = { type: "allowlist", tools: ["refund"], tags: () => ["money"] };
 * const call = { toolName: "refund", args: { amount: 5 }, agentName: "support", tripIndex: 0 };
 * ai.evaluatePolicy(policy, call); // { requiresApproval: true, tags: ["money"] }
 */
export function evaluatePolicy(policy: InterruptPolicy, context: PolicyContext): PolicyVerdict {
  try {
    if (policy.type === "predicate") return verdictOf(policy.requiresApproval(context));
    const isNamed = policy.tools.includes(context.toolName);
    if (policy.type === "allowlist" ? !isNamed : policy.type === "denylist" && isNamed) {
      return { requiresApproval: false };
    }
    if (policy.type === "allowlist" || policy.type === "denylist") {
      return required(policy.tags?.(context.toolName));
    }
  } catch {}
  return required(["policy-error"]);
}

function verdictOf(answer: unknown): PolicyVerdict {
  if (!answer || (Array.isArray(answer) && answer.length === 0)) return { requiresApproval: false };
  if (!(answer instanceof Promise)) return required(answer);
  answer.catch(() => {});
  return required(["policy-error"]);
}

function required(tags: unknown): PolicyVerdict {
  const texts = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [];
  return texts.length > 0 ? { requiresApproval: true, tags: texts } : { requiresApproval: true };
}
