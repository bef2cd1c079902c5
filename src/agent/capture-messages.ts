import type { CapturedMessage } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";
import { messageText } from "../prompt/conversation-text.ts";

export { messageText as textOf } from "../prompt/conversation-text.ts";

/** The conversation as plain JSON: contents as text, media as a short mark. */
export function captureMessages(messages: readonly Message[]): CapturedMessage[] {
  return messages.map((message) => ({
    role: message.role,
    content: messageText(message),
    ...(message.toolCalls
      ? { toolCalls: message.toolCalls.map(({ id, name, input }) => ({ id, name, input })) }
      : {}),
    ...(message.toolCallId === undefined ? {} : { toolCallId: message.toolCallId }),
  }));
}
