import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolOutcome } from "../contracts/middleware.ts";
import { SchemaValidationError, ToolExecutionError } from "../core/errors/agent-errors.ts";
import type { AgentExecution } from "./agent-execution.ts";

/** How many turns in a row may call tools that do not exist. */
const MAX_UNKNOWN_TURNS = 3;

/** Why a call is not run: its tool does not exist, its arguments cannot be read, or the turn made too many calls. */
export function refuse(execution: AgentExecution, call: ToolCallRequest, tripIndex: number): ToolOutcome {
  const { toolsByName, maxToolCallsPerTrip } = execution.definition;
  const { name: toolName, unreadable } = call;
  if (!toolsByName.has(toolName)) {
    // The other tools are not named: their list would tempt a confused model to try them all.
    const message = `There is no tool "${toolName}". Call one of the tools that were offered, or answer without one.`;
    return { error: new ToolExecutionError(message, { toolName, tripIndex }) };
  }
  if (unreadable) {
    const what = unreadable.reason === "truncated" ? "were cut off" : "are not valid JSON";
    const message = `The arguments of the tool "${toolName}" ${what}. Call it again with one complete JSON object.`;
    return { error: new SchemaValidationError(message, { context: { reason: unreadable.reason } }) };
  }
  const message = `Not run: one turn may make ${maxToolCallsPerTrip} tool calls. Call it again in the next turn if it is still needed.`;
  return { error: new ToolExecutionError(message, { toolName, tripIndex }) };
}

/**
 * Counts a turn that called tools that do not exist.
 *
 * @throws ToolExecutionError (`TOOL_EXEC_FAILED`) at the third in a row: such a model would use up its turns for nothing.
 */
export function stopRepeatedUnknown(
  execution: AgentExecution,
  calls: readonly ToolCallRequest[],
  tripIndex: number,
): void {
  execution.unknownCalls += 1;
  if (execution.unknownCalls < MAX_UNKNOWN_TURNS) return;
  const toolName = calls.find((call) => !execution.definition.toolsByName.has(call.name))?.name ?? "";
  throw new ToolExecutionError(
    `The model called tools that do not exist in ${MAX_UNKNOWN_TURNS} turns in a row, last "${toolName}". Check the prompt and the tools.`,
    { toolName, tripIndex },
  );
}
