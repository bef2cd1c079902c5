import type { Message } from "../contracts/message.ts";
import { isReminder } from "./reminder.ts";

export { conversationText } from "../prompt/conversation-text.ts";

/** Whether a conversation holds what neither its user nor the model wrote: results of tools, files, what a memory brought back. */
export function holdsUntrusted(messages: readonly Message[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === "tool" ||
      (typeof content !== "string" &&
        content.some((part) => (part.type !== "text" && part.type !== "reasoning") || isReminder(part))),
  );
}
