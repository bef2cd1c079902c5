import type { Message, ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall } from "../contracts/tool.ts";
import type { AgentDefinition } from "./agent-config.ts";
import { onDemand } from "./load-on-demand.ts";

/** What a model hears of a silent tool: providers want an answer to every call. */
const SILENT_RESULT = "ok";

/** The message that answers a tool call: the output as text or JSON, or what went wrong. */
export async function toolMessage(
  call: ToolCallRequest,
  record: ToolCall,
  definition: AgentDefinition,
): Promise<Message> {
  const base = { role: "tool" as const, toolCallId: call.id, toolName: call.name };
  if (definition.toolsByName.get(call.name)?.mode === "silent") return { ...base, content: SILENT_RESULT };
  const limit = definition.maxToolResultLength;
  const content = record.error ? undefined : asText(record.output);
  return content !== undefined && content.length <= limit
    ? { ...base, content }
    : { ...base, ...(await onDemand()).unusualResult(record, content, limit) };
}

/** The text of an output; `undefined` where it cannot be written as JSON. */
function asText(output: unknown): string | undefined {
  if (typeof output === "string") return output;
  try {
    return JSON.stringify(output) ?? "null";
  } catch {
    return undefined;
  }
}
