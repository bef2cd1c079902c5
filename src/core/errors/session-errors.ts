import { AIError, type AIErrorCode, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";
import type { CancellationDetails, DriftDetails } from "./flow-errors.ts";

/** A turn of a durable session failed. Code `ORCHESTRATOR_FAILED`; the base of the orchestrator errors. */
export class OrchestratorFailedError extends AIError {
  override readonly name: string = "OrchestratorFailedError";
  constructor(message: string, options?: AIErrorOptions, code: AIErrorCode = "ORCHESTRATOR_FAILED") {
    super(code, message, options);
  }
}

/** The configuration of an orchestrator cannot work. Code `ORCHESTRATOR_CONFIG`; thrown at construction. */
export class OrchestratorConfigError extends OrchestratorFailedError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "OrchestratorConfigError";
  constructor(message: string, options?: AIErrorOptions) {
    super(message, options, "ORCHESTRATOR_CONFIG");
  }
}

/** A saved session was made by another definition. Code `ORCHESTRATOR_DRIFT`. */
export class OrchestratorDriftError extends OrchestratorFailedError {
  static override readonly defaultCategory: ErrorCategory = "drift";
  override readonly name = "OrchestratorDriftError";
  readonly savedSignature: string;
  readonly currentSignature: string;
  readonly sessionId: string;
  constructor(message: string, options: AIErrorOptions & DriftDetails & { sessionId: string }) {
    super(message, options, "ORCHESTRATOR_DRIFT");
    this.savedSignature = options.savedSignature;
    this.currentSignature = options.currentSignature;
    this.sessionId = options.sessionId;
  }
}

/** The caller stopped a turn. Code `ORCHESTRATOR_CANCELLED`. */
export class OrchestratorCancelledError extends OrchestratorFailedError {
  static override readonly defaultCategory: ErrorCategory = "cancelled";
  override readonly name = "OrchestratorCancelledError";
  readonly cancelledAt: string;
  readonly sessionId: string;
  readonly reason: string | undefined;
  constructor(message: string, options: AIErrorOptions & CancellationDetails & { sessionId: string }) {
    super(message, options, "ORCHESTRATOR_CANCELLED");
    this.cancelledAt = options.cancelledAt;
    this.sessionId = options.sessionId;
    this.reason = options.reason;
  }
}

/** A plan could not be made or carried out. Code `PLANNER_FAILED`; the base of the planner errors. */
export class PlannerFailedError extends AIError {
  override readonly name: string = "PlannerFailedError";
  constructor(message: string, options?: AIErrorOptions, code: AIErrorCode = "PLANNER_FAILED") {
    super(code, message, options);
  }
}

/** A plan cannot be read, or names a capability that is not registered. Code `PLANNER_PLAN_INVALID`. */
export class PlannerPlanInvalidError extends PlannerFailedError {
  static override readonly defaultCategory: ErrorCategory = "schema";
  override readonly name = "PlannerPlanInvalidError";
  constructor(message: string, options?: AIErrorOptions) {
    super(message, options, "PLANNER_PLAN_INVALID");
  }
}

/** The caller stopped a plan. Code `PLANNER_CANCELLED`. */
export class PlannerCancelledError extends PlannerFailedError {
  static override readonly defaultCategory: ErrorCategory = "cancelled";
  override readonly name = "PlannerCancelledError";
  readonly cancelledAt: string;
  readonly reason: string | undefined;
  constructor(message: string, options: AIErrorOptions & CancellationDetails) {
    super(message, options, "PLANNER_CANCELLED");
    this.cancelledAt = options.cancelledAt;
    this.reason = options.reason;
  }
}

/** A saved plan was made by another definition of the planner. Code `PLANNER_DRIFT`. */
export class PlannerDriftError extends PlannerFailedError {
  static override readonly defaultCategory: ErrorCategory = "drift";
  override readonly name = "PlannerDriftError";
  readonly savedSignature: string;
  readonly currentSignature: string;
  readonly runId: string;
  constructor(message: string, options: AIErrorOptions & DriftDetails & { runId: string }) {
    super(message, options, "PLANNER_DRIFT");
    this.savedSignature = options.savedSignature;
    this.currentSignature = options.currentSignature;
    this.runId = options.runId;
  }
}

/** A session has a run in flight, and takes no other before that has ended. Code `SESSION_BUSY`; `runId` names it. */
export class SessionBusyError extends AIError {
  override readonly name = "SessionBusyError";
  readonly runId: string;
  constructor(message: string, options: AIErrorOptions & { readonly runId: string }) {
    super("SESSION_BUSY", message, { retryable: true, context: { runId: options.runId }, ...options });
    this.runId = options.runId;
  }
}
