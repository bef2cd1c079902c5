import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** An outbound request was refused, or broke a cap of the policy. Code `OUTBOUND_POLICY`; `context` tells which value. */
export class OutboundPolicyError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "OutboundPolicyError";
  constructor(message: string, options?: AIErrorOptions) {
    super("OUTBOUND_POLICY", message, options);
  }
}
