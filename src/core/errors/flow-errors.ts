import { AIError, type AIErrorCode, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** What a stopped flow carries: when (ISO time) and why. */
export interface CancellationDetails {
  readonly cancelledAt: string;
  readonly reason?: string | undefined;
}

/** What a flow carries whose saved state was made by another definition. */
export interface DriftDetails {
  readonly savedSignature: string;
  readonly currentSignature: string;
}

/** A workflow failed. Code `WORKFLOW_ERROR`; the base of the workflow errors. */
export class WorkflowError extends AIError {
  override readonly name: string = "WorkflowError";
  constructor(message: string, options?: AIErrorOptions, code: AIErrorCode = "WORKFLOW_ERROR") {
    super(code, message, options);
  }
}

/** A step failed after all its attempts. Code `STEP_FAILED`. */
export class StepFailedError extends WorkflowError {
  override readonly name = "StepFailedError";
  readonly stepName: string;
  readonly attempts: number;
  constructor(message: string, options: AIErrorOptions & { stepName: string; attempts: number }) {
    super(message, options, "STEP_FAILED");
    this.stepName = options.stepName;
    this.attempts = options.attempts;
  }
}

/** A saved run was made by another definition of the workflow. Code `WORKFLOW_DRIFT`. */
export class WorkflowDriftError extends WorkflowError {
  static override readonly defaultCategory: ErrorCategory = "drift";
  override readonly name = "WorkflowDriftError";
  readonly savedSignature: string;
  readonly currentSignature: string;
  readonly runId: string;
  constructor(message: string, options: AIErrorOptions & DriftDetails & { runId: string }) {
    super(message, options, "WORKFLOW_DRIFT");
    this.savedSignature = options.savedSignature;
    this.currentSignature = options.currentSignature;
    this.runId = options.runId;
  }
}

/** The caller stopped a workflow. Code `WORKFLOW_CANCELLED`. */
export class WorkflowCancelledError extends WorkflowError {
  static override readonly defaultCategory: ErrorCategory = "cancelled";
  override readonly name = "WorkflowCancelledError";
  readonly cancelledAt: string;
  readonly reason: string | undefined;
  constructor(message: string, options: AIErrorOptions & CancellationDetails) {
    super(message, options, "WORKFLOW_CANCELLED");
    this.cancelledAt = options.cancelledAt;
    this.reason = options.reason;
  }
}

/** A workflow took more steps than it may. Code `WORKFLOW_MAX_STEPS`. */
export class MaxStepsExceededError extends WorkflowError {
  static override readonly defaultCategory: ErrorCategory = "max-steps";
  override readonly name = "MaxStepsExceededError";
  readonly maxSteps: number;
  constructor(message: string, options: AIErrorOptions & { maxSteps: number }) {
    super(message, options, "WORKFLOW_MAX_STEPS");
    this.maxSteps = options.maxSteps;
  }
}

/** A step pointed to a step that does not exist. Code `WORKFLOW_INVALID_GOTO`. */
export class RoutingError extends WorkflowError {
  static override readonly defaultCategory: ErrorCategory = "routing";
  override readonly name = "RoutingError";
  readonly stepName: string;
  readonly targetName: string;
  constructor(message: string, options: AIErrorOptions & { stepName: string; targetName: string }) {
    super(message, options, "WORKFLOW_INVALID_GOTO");
    this.stepName = options.stepName;
    this.targetName = options.targetName;
  }
}

/** A supervisor failed, or its configuration cannot work. Code `SUPERVISOR_FAILED`, or one of the `SUPERVISOR_*` codes. */
export class SupervisorFailedError extends AIError {
  override readonly name: string = "SupervisorFailedError";
  constructor(message: string, options?: AIErrorOptions, code: AIErrorCode = "SUPERVISOR_FAILED") {
    super(code, message, options);
  }
}

/** A supervisor reached its cap of iterations. Code `SUPERVISOR_MAX_ITERATIONS`. */
export class MaxIterationsError extends SupervisorFailedError {
  static override readonly defaultCategory: ErrorCategory = "max-iterations";
  override readonly name = "MaxIterationsError";
  readonly maxIterations: number;
  constructor(message: string, options: AIErrorOptions & { maxIterations: number }) {
    super(message, options, "SUPERVISOR_MAX_ITERATIONS");
    this.maxIterations = options.maxIterations;
  }
}

/** A router named an intent that does not exist. Code `SUPERVISOR_INVALID_ROUTE`. */
export class SupervisorRoutingError extends SupervisorFailedError {
  static override readonly defaultCategory: ErrorCategory = "routing";
  override readonly name = "SupervisorRoutingError";
  readonly returned: unknown;
  readonly availableKeys: readonly string[];
  constructor(
    message: string,
    options: AIErrorOptions & { returned: unknown; availableKeys: readonly string[] },
  ) {
    super(message, options, "SUPERVISOR_INVALID_ROUTE");
    this.returned = options.returned;
    this.availableKeys = options.availableKeys;
  }
}

/** The caller stopped a supervisor. Code `SUPERVISOR_CANCELLED`. */
export class SupervisorCancelledError extends SupervisorFailedError {
  static override readonly defaultCategory: ErrorCategory = "cancelled";
  override readonly name = "SupervisorCancelledError";
  readonly cancelledAt: string;
  readonly reason: string | undefined;
  constructor(message: string, options: AIErrorOptions & CancellationDetails) {
    super(message, options, "SUPERVISOR_CANCELLED");
    this.cancelledAt = options.cancelledAt;
    this.reason = options.reason;
  }
}

/** A saved run was made by another definition of the supervisor. Code `SUPERVISOR_DRIFT`. */
export class SupervisorDriftError extends SupervisorFailedError {
  static override readonly defaultCategory: ErrorCategory = "drift";
  override readonly name = "SupervisorDriftError";
  readonly savedSignature: string;
  readonly currentSignature: string;
  readonly runId: string;
  constructor(message: string, options: AIErrorOptions & DriftDetails & { runId: string }) {
    super(message, options, "SUPERVISOR_DRIFT");
    this.savedSignature = options.savedSignature;
    this.currentSignature = options.currentSignature;
    this.runId = options.runId;
  }
}
