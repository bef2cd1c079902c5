import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/**
 * Why a prompt could not be compiled. `"model"`: the refiner failed. `"parity"`: its text asks for other placeholders.
 * `"invariant"`: its text lost or added something that must stay, such as a rule, a number or an address. `"empty"`: there is
 * no text. `"frozen"`: the lockfile has no pin, and nothing may be compiled.
 */
export type PromptRefinementReason = "model" | "parity" | "invariant" | "empty" | "frozen";

/**
 * A prompt could not be compiled. Code `PROMPT_REFINEMENT_FAILED`; the source prompt stays valid. `issues` names what the
 * rewrite broke, without any of the prompt's text but its placeholders.
 */
export class PromptRefinementError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "provider";
  override readonly name = "PromptRefinementError";
  readonly reason: PromptRefinementReason;
  readonly issues: readonly string[];
  constructor(
    message: string,
    options: AIErrorOptions & {
      readonly reason: PromptRefinementReason;
      readonly issues?: readonly string[] | undefined;
    },
  ) {
    const { reason, issues = [] } = options;
    super("PROMPT_REFINEMENT_FAILED", message, { context: { reason }, ...options });
    this.reason = reason;
    this.issues = issues;
  }
}

/**
 * What must stand in a prompt does not fit into its budget. Code `PROMPT_OVER_BUDGET`. `budget` and `needed` are in tokens of
 * the counter that was used.
 */
export class PromptBudgetError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "PromptBudgetError";
  readonly budget: number;
  readonly needed: number;
  constructor(
    message: string,
    options: AIErrorOptions & { readonly budget: number; readonly needed: number },
  ) {
    const { budget, needed } = options;
    super("PROMPT_OVER_BUDGET", message, { context: { budget, needed }, ...options });
    this.budget = budget;
    this.needed = needed;
  }
}

/**
 * Why a plan of edits could not be read. `"model"`: the planner failed. `"truncated"`: its answer stops too early.
 * `"malformed"`: it is no JSON. `"ambiguous"`: it holds several values. `"invalid_schema"`: it is JSON of another shape.
 */
export type HarnessPlanReason = "model" | "truncated" | "malformed" | "ambiguous" | "invalid_schema";

/** A harness got no plan of edits that can be read. Code `HARNESS_PLAN_FAILED`; its state has not changed. */
export class HarnessPlanError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "provider";
  override readonly name = "HarnessPlanError";
  readonly reason: HarnessPlanReason;
  constructor(message: string, options: AIErrorOptions & { readonly reason: HarnessPlanReason }) {
    super("HARNESS_PLAN_FAILED", message, { context: { reason: options.reason }, ...options });
    this.reason = options.reason;
  }
}

/**
 * What is wrong with an answer that shall be a prompt in sections. `"empty"`, `"truncated"`, `"malformed"`, `"ambiguous"`: no
 * JSON that can be read. `"invalid_schema"`: a value of the wrong type.
 */
export type PromptParseIssue =
  | "missing_section"
  | "empty_section"
  | "duplicate_heading"
  | "invalid_schema"
  | "empty"
  | "truncated"
  | "malformed"
  | "ambiguous";

/** A text is no prompt in sections. Code `PROMPT_PARSE_FAILED`. `sections` names the headings or fields that it is about. */
export class PromptParseError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "schema";
  override readonly name = "PromptParseError";
  readonly reason = "parse_failed";
  readonly issue: PromptParseIssue;
  readonly sections: readonly string[];
  constructor(
    message: string,
    options: AIErrorOptions & { readonly issue: PromptParseIssue; readonly sections?: readonly string[] },
  ) {
    const { issue, sections = [] } = options;
    super("PROMPT_PARSE_FAILED", message, { context: { issue, sections }, ...options });
    this.issue = issue;
    this.sections = sections;
  }
}
