import type { Message } from "../contracts/message.ts";

/** The text of a message; media parts read as `[image]`, `[pdf]`, …, reasoning is left out. */
export function messageText({ content }: Message): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? part.text : part.type === "reasoning" ? "" : `[${part.type}]`))
    .filter((text) => text !== "")
    .join("\n");
}

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
      const said = [messageText(message), ...calls].filter((text) => text !== "").join("\n");
      const speaker = toolName === undefined ? role : `${role} ${toolName}`;
      return `${speaker.replace(/\s/g, " ")}:\n${said.replace(/^/gm, " ")}`;
    })
    .join("\n");
}
