import type { ApprovalDecision, ApprovalRequest, GivenDecision } from "../contracts/interrupt.ts";
import type { ApprovalKeys } from "./approval-key.ts";
import { sign } from "./signature.ts";

/**
 * A decision as it is.
 *
 * @throws TypeError where it is none: an unknown `type`, a `reject` without a reason, an `edit` without arguments.
 */
export function checkedDecision(decision: unknown): ApprovalDecision {
  const { type, reason, args } = (typeof decision === "object" && decision !== null ? decision : {}) as {
    readonly [field: string]: unknown;
  };
  const hasReason = typeof reason === "string" && reason.trim() !== "";
  if (type === "approve" || (type === "reject" && hasReason)) return decision as ApprovalDecision;
  if (type === "edit" && args !== undefined) return decision as ApprovalDecision;
  const wrong =
    type === "reject"
      ? 'a "reject" has no "reason"'
      : type === "edit"
        ? 'an "edit" has no "args"'
        : `its "type" is ${JSON.stringify(type) ?? "missing"}`;
  throw new TypeError(
    `That is no decision: ${wrong}. Use { type: "approve" }, { type: "reject", reason } or { type: "edit", args }.`,
  );
}

/** A decision with the call that it holds for, signed where there is a key. */
export async function decisionFor(
  { interruptId, toolName, args, context }: ApprovalRequest,
  decision: ApprovalDecision,
  key: ApprovalKeys | undefined,
): Promise<GivenDecision> {
  const { tripIndex, scope, gate } = context;
  const given: GivenDecision = {
    interruptId,
    toolName,
    args,
    tripIndex,
    ...(scope === undefined ? {} : { scope }),
    ...(gate === undefined ? {} : { gate }),
    decision,
  };
  return key === undefined ? given : { ...given, signature: await sign(key, "decision", given) };
}
