import type { WireRequest } from "../adapter/protocol.ts";

/** The service takes no more marks in one request. */
const MOST_MARKS = 4;

/**
 * Marks where the prompt cache may be written: at the end of the system prompt, at the end of the tools, then at the ends
 * of the last messages. In place; marks that are there already count.
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
  const contents = body.messages.map(({ content }) =>
    Array.isArray(content) ? (content as WireRequest[]) : [],
  );
  const ends = [body.system, body.tools, ...contents.toReversed()].map((blocks) =>
    blocks.findLast(isMarkable),
  );
  const given = [body.system, body.tools, ...contents].flat().filter(isMarked).length;
  let left = Math.min(breakpoints, MOST_MARKS - given);
  for (const block of ends) {
    if (!block || isMarked(block)) continue;
    if (left-- <= 0) return;
    block.cache_control = { type: "ephemeral" };
  }
}

/** Thoughts are cached with what follows them. */
function isMarkable({ type }: WireRequest): boolean {
  return type !== "thinking" && type !== "redacted_thinking";
}

function isMarked({ cache_control: mark }: WireRequest): boolean {
  return Boolean(mark);
}
