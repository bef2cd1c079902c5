import type { Message } from "../contracts/message.ts";
import type { ToolCall } from "../contracts/tool.ts";
import { redactText } from "../core/redact.ts";

/**
 * What the model hears of a call that failed, of a result that has no JSON, and of a text that is too long for it. Secrets
 * in an error are hidden.
 */
export function unusualResult(
  record: ToolCall,
  text: string | undefined,
  limit: number,
): Pick<Message, "content" | "isError"> {
  if (text !== undefined) return { content: cutText(text, limit) };
  const why = record.error
    ? redactText(record.error.message)
    : "the result of the tool cannot be written as JSON.";
  return { content: cutText(`Error: ${why}`, limit), isError: true };
}

/** Shortens a text so that the cut is seen. Never splits a character in two. */
function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, end)}\n[cut: the first ${end} of ${text.length} characters]`;
}
