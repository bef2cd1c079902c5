import { SchemaValidationError } from "../core/errors/agent-errors.ts";
import { describeIssues } from "../schema/describe-issues.ts";
import { readJson } from "../schema/read-json.ts";
import { validateModelValue } from "../schema/validate.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { StructuredOutput } from "./structured-output.ts";

/**
 * Reads an answer as JSON and checks it.
 *
 * @returns the value, or a `SchemaValidationError` that tells cut-off, malformed and unfitting answers apart.
 */
export async function readOutput(
  output: StructuredOutput,
  text: string,
): Promise<
  { readonly value: unknown; readonly error?: undefined } | { readonly error: SchemaValidationError }
> {
  const reading = readJson(text, output.lenient ? "lenient" : "strict");
  if (!reading.ok) {
    return {
      error: new SchemaValidationError(`The answer is not JSON: ${reading.message}`, {
        issues: [{ message: reading.message }],
        context: { reason: reading.reason },
      }),
    };
  }
  const validation = await validateModelValue(output.schema, reading.value);
  if (!validation.issues) return { value: validation.value };
  return {
    error: new SchemaValidationError(
      `The answer does not fit its schema:\n${describeIssues(validation.issues)}`,
      {
        issues: validation.issues,
        context: { reason: "unfitting" },
        ...(validation.cause === undefined ? {} : { cause: validation.cause }),
      },
    ),
  };
}

/** Asks the model for a corrected answer, tells the listeners, and returns what was said. */
export function askForRepair(
  execution: AgentExecution,
  tripIndex: number,
  error: SchemaValidationError,
): string {
  const request = `Your last answer could not be used.\n${error.message}\nAnswer again with the corrected JSON only.`;
  const { events, messages } = execution;
  messages.push({ role: "user", content: request });
  if (events.active) {
    const issues = error.issues ? { issues: error.issues } : {};
    events.emit({ type: "agent.repair.attempting", ...execution.at(tripIndex), error, ...issues });
  }
  return request;
}
