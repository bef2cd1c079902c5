import type { ToolInfo } from "../contracts/agent.ts";
import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall } from "../contracts/tool.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { isSuspended } from "./is-suspended.ts";

/** Tells those who listen of a call without a result: it has failed, or waits for a person. */
export function tellFailure(
  execution: AgentExecution,
  tool: ToolInfo,
  { id: toolCallId, input }: ToolCallRequest,
  record: ToolCall,
): void {
  const { error, tripIndex = 0 } = record;
  if (!error) return;
  const type = isSuspended(record) ? "agent.tool.suspended" : "agent.tool.failed";
  execution.events.emit({ type, ...execution.at(tripIndex), tool, toolCallId, input, error });
}
