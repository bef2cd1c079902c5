import type { ToolCall } from "../contracts/tool.ts";
import { redactText } from "../core/redact.ts";

/** What the model hears of a call that failed, or whose result has no JSON. Secrets in the error are hidden. */
export function failedResult(
  record: ToolCall,
  limit: number,
): { readonly content: string; readonly isError: true } {
  const why = record.error
    ? redactText(record.error.message)
    : "the result of the tool cannot be written as JSON.";
  return { content: cutText(`Error: ${why}`, limit), isError: true };
}

/** Shortens a text so that the cut is seen. Never splits a character in two. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, end)}\n[cut: the first ${end} of ${text.length} characters]`;
}
