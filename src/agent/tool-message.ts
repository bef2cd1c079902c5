import type { Message, ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall } from "../contracts/tool.ts";
import { redactText } from "../core/redact.ts";
import type { AgentDefinition } from "./agent-config.ts";

/** What a model hears of a silent tool: providers want an answer to every call. */
const SILENT_RESULT = "ok";

/** The message that answers a tool call: the output as text or JSON, or what went wrong. */
export function toolMessage(call: ToolCallRequest, record: ToolCall, definition: AgentDefinition): Message {
  const base = { role: "tool" as const, toolCallId: call.id, toolName: call.name };
  if (definition.toolsByName.get(call.name)?.mode === "silent") return { ...base, content: SILENT_RESULT };
  const limit = definition.maxToolResultLength;
  if (record.error)
    return { ...base, content: cut(`Error: ${redactText(record.error.message)}`, limit), isError: true };
  try {
    return { ...base, content: cut(asText(record.output), limit) };
  } catch {
    return { ...base, content: "Error: the result of the tool cannot be written as JSON.", isError: true };
  }
}

function asText(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "null");
}

/** Shortens a text so that the cut is seen. Never splits a character in two. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, end)}\n[cut: the first ${end} of ${text.length} characters]`;
}
