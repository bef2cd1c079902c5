import type { Message } from "../contracts/message.ts";
import { textOf } from "./capture-messages.ts";
import { isReminder } from "./reminder.ts";

/**
 * A conversation as plain text: who speaks stands at the beginning of a line, what is said is indented, so that no text can
 * pass for the words of somebody else. System messages are left out.
 *
 * @example
 * conversationText([{ role: "user", content: "Hello\nyou" }]); // "user:\n Hello\n you"
 */
export function conversationText(messages: readonly Message[]): string {
  return messages
    .filter(({ role }) => role !== "system")
    .map((message) => {
      const { role, toolName, toolCalls = [] } = message;
      const calls = toolCalls.map(({ name, input }) => `(calls ${name} with ${JSON.stringify(input) ?? ""})`);
      const said = [textOf(message), ...calls].filter((text) => text !== "").join("\n");
      const speaker = toolName === undefined ? role : `${role} ${toolName}`;
      return `${speaker.replace(/\s/g, " ")}:\n${said.replace(/^/gm, " ")}`;
    })
    .join("\n");
}

/** Whether a conversation holds what neither its user nor the model wrote: results of tools, files, what a memory brought back. */
export function holdsUntrusted(messages: readonly Message[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === "tool" ||
      (typeof content !== "string" &&
        content.some((part) => (part.type !== "text" && part.type !== "reasoning") || isReminder(part))),
  );
}
