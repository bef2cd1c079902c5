import { AIError, type AIErrorCode, type ErrorCategory } from "../core/errors/ai-error.ts";
import { ApprovalRejectedError, InterruptSuspendedError } from "../core/errors/approval-errors.ts";

/** The error that a record of `AIError.toJSON()` stands for. Those of approvals are of their class again. */
export function errorOf(saved: unknown): AIError {
  if (AIError.is(saved)) return saved;
  const { code, message = "", category, retryable, context } = saved as SavedError;
  const { toolName, reason, interruptId, interruptIds } = context ?? {};
  if (code === "APPROVAL_REJECTED" && isText(toolName) && isText(reason)) {
    const id = isText(interruptId) ? interruptId : undefined;
    return new ApprovalRejectedError(message, { context, toolName, reason, interruptId: id });
  }
  if (code === "INTERRUPT_SUSPENDED" && isText(interruptId)) {
    const ids = Array.isArray(interruptIds) ? interruptIds.filter(isText) : undefined;
    return new InterruptSuspendedError(message, { context, interruptId, interruptIds: ids });
  }
  return new AIError(code ?? "AI_ERROR", message, { retryable, context }, category);
}

interface SavedError {
  readonly code?: AIErrorCode;
  readonly message?: string;
  readonly category?: ErrorCategory;
  readonly retryable?: boolean;
  readonly context?: Readonly<Record<string, unknown>>;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
