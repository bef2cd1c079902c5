import type { CapturedMessage } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";

/** The conversation as plain JSON: contents as text, media as a short mark. */
export function captureMessages(messages: readonly Message[]): CapturedMessage[] {
  return messages.map((message) => ({
    role: message.role,
    content: textOf(message),
    ...(message.toolCalls
      ? { toolCalls: message.toolCalls.map(({ id, name, input }) => ({ id, name, input })) }
      : {}),
    ...(message.toolCallId === undefined ? {} : { toolCallId: message.toolCallId }),
  }));
}

/** The text of a message; media parts read as `[image]`, `[pdf]`, …, reasoning is left out. */
export function textOf(message: Message): string {
  if (typeof message.content === "string") return message.content;
  return message.content
    .map((part) => (part.type === "text" ? part.text : part.type === "reasoning" ? "" : `[${part.type}]`))
    .filter((text) => text !== "")
    .join("\n");
}
