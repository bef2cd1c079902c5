import type { WireRequest } from "../adapter/protocol.ts";

/** How a mark is written: the type of the parts that carry it, and its fields. */
export interface CacheMark {
  readonly type: "text" | "input_text";
  readonly mark: WireRequest;
}

/**
 * Marks where the prompt cache may be written: at the end of the last instructions, which change least, then at the ends
 * of the last messages. In place.
 *
 * @example
 * const messages = [{ role: "system", content: "Long rules." }];
 * markForCache(messages, 1, { type: "text", mark: { cache_control: { type: "ephemeral" } } });
 * messages[0]?.content; // [{ type: "text", text: "Long rules.", cache_control: { type: "ephemeral" } }]
 */
export function markForCache(
  messages: readonly WireRequest[],
  breakpoints: number,
  { type, mark }: CacheMark,
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
