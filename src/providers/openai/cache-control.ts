import type { WireRequest } from "../adapter/protocol.ts";

/** How a mark is written: the type of the parts that carry it, and their fields. */
export interface CacheMark {
  readonly type: string;
  readonly mark: WireRequest;
}

const EPHEMERAL: CacheMark = { type: "text", mark: { cache_control: { type: "ephemeral" } } };

/**
 * Marks where the prompt cache may be written: at the end of the last system message, which changes least, then at the
 * ends of the last messages. In place; for services that pass such marks on, such as OpenRouter.
 *
 * @example
 * const messages = [{ role: "system", content: "Long rules." }];
 * markForCache(messages, 1);
 * messages[0]?.content; // [{ type: "text", text: "Long rules.", cache_control: { type: "ephemeral" } }]
 */
export function markForCache(
  messages: readonly WireRequest[],
  breakpoints: number,
  { type, mark }: CacheMark = EPHEMERAL,
): void {
  const system = messages.findLast(({ role }) => role === "system");
  const others = messages.filter(({ role }) => role !== "system").reverse();
  for (const message of [...(system ? [system] : []), ...others].slice(0, breakpoints)) {
    const { content } = message;
    if (!content) continue;
    const parts: WireRequest[] = Array.isArray(content) ? content : [{ type, text: content }];
    const last = parts.findLast((part) => part.type === type);
    if (!last) continue;
    Object.assign(last, mark);
    message.content = parts;
  }
}
