import type { WireRequest } from "../adapter/protocol.ts";
import type { Service } from "./service.ts";

const OF_OPENAI: WireRequest = { prompt_cache_breakpoint: { mode: "explicit" } };
const OF_ANTHROPIC: WireRequest = { cache_control: { type: "ephemeral" } };

/**
 * Marks where the prompt cache may be written: at the end of the last instructions, which change least, then at the ends
 * of the last messages. In place; in chat completions, of OpenAI and of services that pass such marks on.
 *
 * @example
 * const messages = [{ role: "system", content: "Long rules." }];
 * markForCache({ messages }, 1, { family: "openrouter", cacheControl: true });
 * messages[0]?.content; // [{ type: "text", text: "Long rules.", cache_control: { type: "ephemeral" } }]
 */
export function markForCache(
  { messages, input }: WireRequest,
  breakpoints: number,
  { cacheControl, isOpenAI }: Service,
): void {
  if (Array.isArray(input)) {
    const marked = input.filter(({ role }) => role && role !== "assistant");
    markTexts(marked, breakpoints, "input_text", OF_OPENAI);
  } else if (Array.isArray(messages) && (cacheControl || isOpenAI)) {
    markTexts(messages, breakpoints, "text", cacheControl ? OF_ANTHROPIC : OF_OPENAI);
  }
}

function markTexts(
  messages: readonly WireRequest[],
  breakpoints: number,
  type: string,
  mark: WireRequest,
): void {
  const instructions = messages.findLast(isInstructions);
  const others = messages.filter((message) => !isInstructions(message)).reverse();
  for (const message of [...(instructions ? [instructions] : []), ...others].slice(0, breakpoints)) {
    const { content } = message;
    if (!content) continue;
    const parts: WireRequest[] = Array.isArray(content) ? content : [{ type, text: content }];
    const last = parts.findLast((part) => part.type === type);
    if (!last) continue;
    Object.assign(last, mark);
    message.content = parts;
  }
}

function isInstructions({ role }: WireRequest): boolean {
  return role === "system" || role === "developer";
}
