import { type SchemaIssue, SchemaValidationError, ToolExecutionError } from "../core/errors/agent-errors.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { describeIssues } from "../schema/describe-issues.ts";

/** The error of arguments that do not fit, with every issue in its message: the model reads it and tries again. */
export function invalidArguments(
  toolName: string,
  refused: { readonly issues: readonly SchemaIssue[]; readonly cause?: unknown },
): AIError {
  const { issues, cause } = refused;
  const message = `The arguments of the tool "${toolName}" do not fit its schema:\n${describeIssues(issues)}`;
  return new SchemaValidationError(message, { issues, ...(cause === undefined ? {} : { cause }) });
}

/**
 * The error of a tool whose `execute` threw, was stopped or took too long: what it threw is the cause. A tool that waits for a
 * person, such as an agent with a gated tool, waits as it says.
 */
export function executionFailure(toolName: string, cause: unknown, tripIndex?: number): AIError {
  if (AIError.is(cause) && cause.code === "INTERRUPT_SUSPENDED") return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ToolExecutionError(`The tool "${toolName}" failed: ${why}`, {
    toolName,
    cause,
    ...(tripIndex === undefined ? {} : { tripIndex }),
  });
}

/** Whatever else went wrong around a tool. */
export function toolFailure(toolName: string, cause: unknown): AIError {
  return AIError.is(cause) ? cause : executionFailure(toolName, cause);
}
