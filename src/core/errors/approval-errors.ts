import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/**
 * A person refused a tool call. Code `APPROVAL_REJECTED`; the model is told the reason and goes on, and the result of the run
 * carries the error beside what the model then wrote.
 */
export class ApprovalRejectedError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "tool";
  override readonly name = "ApprovalRejectedError";
  readonly toolName: string;
  readonly reason: string;
  readonly interruptId: string | undefined;

  constructor(
    message: string,
    options: AIErrorOptions & { toolName: string; reason: string; interruptId?: string | undefined },
  ) {
    const { toolName, reason, interruptId } = options;
    super("APPROVAL_REJECTED", message, {
      ...options,
      context: { ...options.context, toolName, reason, interruptId },
    });
    this.toolName = toolName;
    this.reason = reason;
    this.interruptId = interruptId;
  }
}

/**
 * A tool call waits for a person. Code `INTERRUPT_SUSPENDED`; an approval handler throws it to put the run aside, and the
 * result of the run, whose status is `awaiting-approval`, carries it. `interruptIds` has all that the turn waits for.
 */
export class InterruptSuspendedError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "awaiting-approval";
  override readonly name = "InterruptSuspendedError";
  readonly interruptId: string;
  readonly interruptIds: readonly string[];

  constructor(
    message: string,
    options: AIErrorOptions & { interruptId: string; interruptIds?: readonly string[] | undefined },
  ) {
    const { interruptId, interruptIds = [interruptId] } = options;
    super("INTERRUPT_SUSPENDED", message, {
      ...options,
      context: { ...options.context, interruptId, interruptIds },
    });
    this.interruptId = interruptId;
    this.interruptIds = interruptIds;
  }
}

/**
 * A pending request or a decision is not what was signed, or not signed at all. Code `INTERRUPT_TAMPERED`; nothing of it is
 * applied.
 */
export class InterruptTamperedError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "InterruptTamperedError";
  readonly interruptId: string;

  constructor(message: string, options: AIErrorOptions & { interruptId: string }) {
    const { interruptId } = options;
    super("INTERRUPT_TAMPERED", message, { ...options, context: { ...options.context, interruptId } });
    this.interruptId = interruptId;
  }
}
