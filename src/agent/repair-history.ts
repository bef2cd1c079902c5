import type { ContentPart, Message, ToolCallRequest } from "../contracts/message.ts";
import { withoutSettled } from "./without-settled.ts";

/** The result of a call that was cut off by a crash or an abort. */
const INTERRUPTED = "Error: the call was interrupted and has no result.";

/**
 * Makes a stored conversation fit to be sent: every tool call is followed at once by its result, in the order of the
 * calls; a call without one gets a result that says so; a result without a call, a call that the provider has
 * settled, empty texts and empty turns go, and reasoning goes with the turn it led to. The given messages are not changed.
 *
 * @example
 * const messages = repairHistory([
 *   { role: "user", content: "How warm is it?" },
 *   { role: "assistant", content: "", toolCalls: [{ id: "call_1", name: "weather", input: {} }] },
 * ]);
 * messages.at(-1)?.role; // "tool"
 */
export function repairHistory(history: readonly Message[]): Message[] {
  const repaired: Message[] = [];
  const used = new Set<Message>();
  for (const [index, message] of history.entries()) {
    if (message.role === "tool") continue;
    const cleaned = withoutSettled(withoutEmptyText(message));
    const calls = cleaned.role === "assistant" ? (cleaned.toolCalls ?? []) : [];
    if (calls.length === 0 && isEmpty(cleaned)) continue;
    repaired.push(cleaned);
    for (const call of calls) repaired.push(resultOf(call, history, index, used));
  }
  return repaired;
}

function resultOf(
  call: ToolCallRequest,
  history: readonly Message[],
  from: number,
  used: Set<Message>,
): Message {
  for (let index = from + 1; index < history.length; index += 1) {
    const message = history[index];
    // A later turn may use the same id again: what follows it answers that turn.
    if (message?.toolCalls?.some(({ id }) => id === call.id)) break;
    if (message?.role !== "tool" || message.toolCallId !== call.id || used.has(message)) continue;
    used.add(message);
    return message;
  }
  return { role: "tool", toolCallId: call.id, toolName: call.name, content: INTERRUPTED, isError: true };
}

function withoutEmptyText(message: Message): Message {
  // Other packages store null beside tool calls.
  if (!message.content) return message.content === "" ? message : { ...message, content: "" };
  if (typeof message.content === "string") return message;
  const parts = message.content.filter((part) => part.type !== "text" || part.text !== "");
  return parts.length === message.content.length ? message : { ...message, content: parts };
}

/** Reasoning alone is not a turn: what it led to was lost. */
function isEmpty(message: Message): boolean {
  if (typeof message.content === "string") return message.content === "";
  return message.content.every((part: ContentPart) => part.type === "reasoning");
}
