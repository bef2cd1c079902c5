import type { WireRequest } from "../adapter/protocol.ts";
import { isThought } from "./wire.ts";

/** The service takes no more marks in one request. */
const MOST_MARKS = 4;

/**
 * Marks where the prompt cache may be written: at the end of the system prompt, at the end of the tools, then at the ends
 * of the last messages. In place; marks that are there already count. Thoughts are cached with what follows them, and tools
 * that are loaded when they are found are not.
 *
 * @example
 * const body = { system: [{ type: "text", text: "Long rules." }], tools: [], messages: [] };
 * markForCache(body, 1);
 * body.system; // [{ type: "text", text: "Long rules.", cache_control: { type: "ephemeral" } }]
 */
export function markForCache(
  body: {
    readonly system: readonly WireRequest[];
    readonly tools: readonly WireRequest[];
    readonly messages: readonly WireRequest[];
  },
  breakpoints: number,
): void {
  const contents = body.messages.map(({ content }) => content as WireRequest[]).reverse();
  const places = [body.system, body.tools, ...contents];
  const ends = places.map((blocks) => blocks.findLast((block) => !isThought(block) && !block.defer_loading));
  let left = Math.min(breakpoints, MOST_MARKS - places.flat().filter(isMarked).length);
  for (const block of ends) {
    if (!block || isMarked(block)) continue;
    if (left-- <= 0) return;
    block.cache_control = { type: "ephemeral" };
  }
}

function isMarked({ cache_control: mark }: WireRequest): boolean {
  return Boolean(mark);
}
