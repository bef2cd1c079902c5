import { AIError, type AIErrorCode, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";
import type { DriftDetails } from "./flow-errors.ts";

/** An agent run failed. Code `AGENT_EXEC_FAILED`; the base of the other agent errors. */
export class AgentExecutionError extends AIError {
  override readonly name: string = "AgentExecutionError";
  constructor(message: string, options?: AIErrorOptions, code: AIErrorCode = "AGENT_EXEC_FAILED") {
    super(code, message, options);
  }
}

/** The caller stopped the run. Code `AGENT_CANCELLED`; carries when (ISO time) and why. */
export class AgentCancelledError extends AgentExecutionError {
  static override readonly defaultCategory: ErrorCategory = "cancelled";
  override readonly name = "AgentCancelledError";
  readonly cancelledAt: string | undefined;
  readonly reason: string | undefined;

  constructor(message: string, options: AIErrorOptions & { cancelledAt?: string; reason?: string } = {}) {
    super(message, options, "AGENT_CANCELLED");
    this.cancelledAt = options.cancelledAt;
    this.reason = options.reason;
  }
}

/** The tool loop reached its cap of model calls. Code `AGENT_MAX_TRIPS`. */
export class AgentMaxTripsError extends AgentExecutionError {
  static override readonly defaultCategory: ErrorCategory = "max-trips";
  override readonly name = "AgentMaxTripsError";
  readonly maxTrips: number;

  constructor(message: string, options: AIErrorOptions & { maxTrips: number }) {
    super(message, options, "AGENT_MAX_TRIPS");
    this.maxTrips = options.maxTrips;
  }
}

/** A saved run was made by another definition of the agent. Code `AGENT_DRIFT`; `{ force: true }` resumes it all the same. */
export class AgentDriftError extends AgentExecutionError {
  static override readonly defaultCategory: ErrorCategory = "drift";
  override readonly name = "AgentDriftError";
  readonly savedSignature: string;
  readonly currentSignature: string;
  readonly runId: string;

  constructor(message: string, options: AIErrorOptions & DriftDetails & { runId: string }) {
    super(message, options, "AGENT_DRIFT");
    this.savedSignature = options.savedSignature;
    this.currentSignature = options.currentSignature;
    this.runId = options.runId;
  }
}

/** One thing that a schema found wrong with a value: a message and the path to the place. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A value did not fit its schema, or text that should be JSON was not. Code `SCHEMA_VALIDATION_FAILED`. */
export class SchemaValidationError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "schema";
  override readonly name = "SchemaValidationError";
  readonly issues: readonly SchemaIssue[] | undefined;

  constructor(message: string, options: AIErrorOptions & { issues?: readonly SchemaIssue[] } = {}) {
    super("SCHEMA_VALIDATION_FAILED", message, options);
    this.issues = options.issues;
  }
}

/** A tool threw, timed out or is not registered. Code `TOOL_EXEC_FAILED`; what it threw is `cause`. */
export class ToolExecutionError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "tool";
  override readonly name = "ToolExecutionError";
  readonly toolName: string;
  readonly tripIndex: number | undefined;

  constructor(message: string, options: AIErrorOptions & { toolName: string; tripIndex?: number }) {
    super("TOOL_EXEC_FAILED", message, options);
    this.toolName = options.toolName;
    this.tripIndex = options.tripIndex;
  }
}

/** The unit of a budget. */
export type BudgetUnit = "tokens" | "usd";

/** A run crossed its cap of tokens, money or time. Code `BUDGET_EXCEEDED`; a breach of time has no unit. */
export class BudgetExceededError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "budget";
  override readonly name = "BudgetExceededError";
  readonly limit: number;
  readonly actual: number;
  readonly unit: BudgetUnit | undefined;

  constructor(
    message: string,
    options: AIErrorOptions & { limit: number; actual: number; unit?: BudgetUnit },
  ) {
    super("BUDGET_EXCEEDED", message, options);
    this.limit = options.limit;
    this.actual = options.actual;
    this.unit = options.unit;
  }
}

/**
 * Where a guardrail looked: at what goes to the model, at what it answers, at the arguments of a tool, or at data that a tool
 * or a search brought.
 */
export type GuardrailPhase = "input" | "output" | "tool" | "data";

/** A guardrail refused a text. Code `GUARDRAIL_VIOLATION`; `guardrail` names the rule that did. */
export class GuardrailViolationError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "guardrail";
  override readonly name = "GuardrailViolationError";
  readonly phase: GuardrailPhase;
  readonly reason: string;
  readonly guardrail: string | undefined;

  constructor(
    message: string,
    options: AIErrorOptions & { phase: GuardrailPhase; reason: string; guardrail?: string },
  ) {
    super("GUARDRAIL_VIOLATION", message, options);
    this.phase = options.phase;
    this.reason = options.reason;
    this.guardrail = options.guardrail;
  }
}
