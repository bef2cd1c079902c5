import { redactText, redactValue } from "../redact.ts";

/** The coarse kind of an error: what a retry policy or a dashboard branches on. */
export type ErrorCategory =
  | "auth"
  | "rate-limit"
  | "timeout"
  | "validation"
  | "content-filter"
  | "provider"
  | "tool"
  | "cancelled"
  | "awaiting-approval"
  | "max-trips"
  | "max-iterations"
  | "max-steps"
  | "schema"
  | "drift"
  | "routing"
  | "guardrail"
  | "budget"
  | "quota"
  | "context-length"
  | "store"
  | "unknown";

/** The stable code of an error. Class names may change, codes do not. */
export type AIErrorCode =
  | "AI_ERROR"
  | "INVALID_CONFIG"
  | "INVALID_INPUT"
  | "AGENT_EXEC_FAILED"
  | "AGENT_CANCELLED"
  | "AGENT_MAX_TRIPS"
  | "SCHEMA_VALIDATION_FAILED"
  | "TOOL_EXEC_FAILED"
  | "WORKFLOW_ERROR"
  | "STEP_FAILED"
  | "WORKFLOW_DRIFT"
  | "WORKFLOW_CANCELLED"
  | "WORKFLOW_MAX_STEPS"
  | "WORKFLOW_INVALID_GOTO"
  | "SUPERVISOR_FAILED"
  | "SUPERVISOR_MAX_ITERATIONS"
  | "SUPERVISOR_INVALID_ROUTE"
  | "SUPERVISOR_CANCELLED"
  | "SUPERVISOR_DRIFT"
  | "SUPERVISOR_INTENT_DESCRIPTION_REQUIRED"
  | "SUPERVISOR_INTENT_MIXED_DISPATCH"
  | "SUPERVISOR_INTENT_STREAM_AND_OUTPUT"
  | "SUPERVISOR_INTENT_STREAM_TO_REQUIRED"
  | "SUPERVISOR_INTENT_STREAM_ON_WORKFLOW"
  | "SUPERVISOR_DISPATCH_CYCLE"
  | "ORCHESTRATOR_FAILED"
  | "ORCHESTRATOR_CONFIG"
  | "ORCHESTRATOR_DRIFT"
  | "ORCHESTRATOR_CANCELLED"
  | "PLANNER_FAILED"
  | "PLANNER_PLAN_INVALID"
  | "PLANNER_CANCELLED"
  | "PROVIDER_ERROR"
  | "PROVIDER_RATE_LIMIT"
  | "PROVIDER_QUOTA_EXCEEDED"
  | "PROVIDER_TIMEOUT"
  | "CONTEXT_LENGTH_EXCEEDED"
  | "CONTENT_FILTER"
  | "PROVIDER_INVALID_REQUEST"
  | "PROVIDER_AUTH"
  | "MODEL_NEEDS_GESTURE"
  | "MODEL_NOT_IN_WORKER"
  | "MODEL_UNAVAILABLE"
  | "BUDGET_EXCEEDED"
  | "PROMPT_REFINEMENT_FAILED"
  | "PROMPT_OVER_BUDGET"
  | "PROMPT_PARSE_FAILED"
  | "HARNESS_PLAN_FAILED"
  | "DOCUMENT_UNREADABLE"
  | "DOCUMENT_TOO_LARGE"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "PEER_MISSING"
  | "VECTOR_INVALID"
  | "VECTOR_DIMENSIONS"
  | "VECTOR_MODEL"
  | "GUARDRAIL_VIOLATION"
  | "APPROVAL_REJECTED"
  | "INTERRUPT_SUSPENDED"
  | "INTERRUPT_TAMPERED"
  | "OUTBOUND_POLICY"
  | "AGENT_DRIFT"
  | "PLANNER_DRIFT"
  | "SESSION_BUSY"
  | "STORE_CONFLICT"
  | "STORE_CORRUPT"
  | "STORE_INVALID_KEY"
  | "STORE_INVALID_VALUE"
  | "STORE_QUOTA"
  | "STORE_TIMEOUT"
  | "STORE_TOO_LARGE"
  | "STORE_UNAVAILABLE"
  | "STORE_UNSUPPORTED"
  | "STREAM_DISCONNECTED"
  | "STREAM_ENDED"
  | "STREAM_NOT_FOUND"
  | "STREAM_TIMEOUT"
  | "VCR_CASSETTE_MISS";

/** What every error constructor accepts beside its message. */
export interface AIErrorOptions {
  /** The root error. Kept on `error.cause`; left out of `toJSON()`. */
  readonly cause?: unknown;
  /** Diagnostics, such as `{ status, requestId }`. Secrets in it are hidden by `toJSON()`. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** Overrides what the code says about trying again. */
  readonly retryable?: boolean | undefined;
}

/**
 * The base of every error of this package: a stable `code`, a coarse `category`, whether trying again can help, and
 * diagnostics. `AIError.is(value)` recognises it across copies of the package and across realms.
 *
 * @example
 * const error = new AIError("INVALID_INPUT", "The question is empty. Pass some text.", {}, "validation");
 * AIError.is(error); // true
 */
export class AIError extends Error {
  static readonly defaultCategory: ErrorCategory = "unknown";

  override readonly name: string = "AIError";
  readonly code: AIErrorCode;
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly context?: Readonly<Record<string, unknown>>;

  constructor(code: AIErrorCode, message: string, options: AIErrorOptions = {}, category?: ErrorCategory) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.category = category ?? (new.target as typeof AIError).defaultCategory;
    this.retryable = options.retryable ?? isRetryable(code);
    if (options.context) this.context = options.context;
  }

  /** The brand that `AIError.is` looks for: a text, so that it needs no shared symbol. */
  get "~hedgemage"(): "AIError" {
    return "AIError";
  }

  /** Tells whether a value is an `AIError`, also one made by another copy of this package. */
  static is(value: unknown): value is AIError {
    return (
      typeof value === "object" &&
      value !== null &&
      "~hedgemage" in value &&
      value["~hedgemage"] === "AIError"
    );
  }

  /** A copy for reports and clients: no cause, no stack, no text of providers or of the cause, and secrets hidden. */
  toJSON(): Record<string, unknown> {
    const { providerMessage: _hidden, ...context } = this.context ?? {};
    return {
      name: this.name,
      code: this.code,
      category: this.category,
      message: redactText(withoutCause(this)),
      retryable: this.retryable,
      ...(Object.keys(context).length > 0 ? { context: redactValue(context) } : {}),
    };
  }
}

/** The message without what it quotes at its end: the text of the error that it wraps may name hosts and paths. */
function withoutCause({ message, cause, category }: AIError): string {
  if (!(cause instanceof Error) || !cause.message || category === "cancelled") return message;
  if (!message.endsWith(cause.message)) return message;
  return message.slice(0, -cause.message.length) + (AIError.is(cause) ? withoutCause(cause) : "…");
}

function isRetryable(code: AIErrorCode): boolean {
  return code === "PROVIDER_RATE_LIMIT" || code === "PROVIDER_TIMEOUT" || code === "PROVIDER_ERROR";
}
