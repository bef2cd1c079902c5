import type { Message } from "../../contracts/message.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { clipped } from "../../core/text/clipped.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";

/** What a message costs beside its text. */
const messageTokens = 4;
/** What an image or a file is counted as: nobody knows without the provider. */
const mediaTokens = 1000;
/** What is left of a result at least, in characters. */
const shortest = 400;

/** The tokens of a conversation, about. */
export function tokensOf(
  messages: readonly Message[],
  count: (text: string) => number = estimateTokens,
): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message, count), 0);
}

function tokensOfMessage({ content, toolCalls = [] }: Message, count: (text: string) => number): number {
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  let sum = messageTokens;
  for (const part of parts) {
    sum += part.type === "text" || part.type === "reasoning" ? count(part.text) : mediaTokens;
  }
  for (const { name, input } of toolCalls) sum += count(`${name} ${JSON.stringify(input) ?? ""}`);
  return sum;
}

/** A counter that is held to give numbers: with anything else, such as a promise, no conversation would ever be too long. */
export function numbersOf(count: (text: string) => number): (text: string) => number {
  return (text) => {
    const counted: unknown = count(text);
    if (typeof counted === "number" && counted >= 0) return counted;
    throw new ConfigError(
      'The "count" of compaction() gave no number. Use one that answers at once, or none.',
    );
  };
}

/** The conversation with results of tools cut, the oldest first, until it fits or nothing is left to cut. The same list where it fits. */
export function withShorterResults(
  messages: readonly Message[],
  maxTokens: number,
  count: (text: string) => number = estimateTokens,
): readonly Message[] {
  let excess = tokensOf(messages, count) - maxTokens;
  if (excess <= 0) return messages;
  return messages.map((message) => {
    const { role, content } = message;
    if (excess <= 0 || role !== "tool" || typeof content !== "string" || content.length <= shortest)
      return message;
    const tokens = count(content);
    const share = Math.max(0, 1 - excess / Math.max(1, tokens));
    const cut = {
      ...message,
      content: clipped(content, Math.max(shortest, Math.floor(content.length * share))),
    };
    excess -= tokens - count(cut.content);
    return cut;
  });
}
