import type { WireRequest } from "../adapter/protocol.ts";
import { textBlocks } from "./encode-messages.ts";
import type { KeptBlock } from "./message-blocks.ts";

/**
 * Puts blocks that were kept as they came back where they stood in the text.
 *
 * @example
 * const use = { toolUse: { toolUseId: "s1", name: "nova_code_interpreter", input: {}, type: "server_tool_use" } };
 * withKept([{ text: "Let me. Two." }], [{ at: 7, block: use }]); // [{ text: "Let me." }, use, { text: " Two." }]
 */
export function withKept(blocks: readonly WireRequest[], kept: readonly KeptBlock[]): WireRequest[] {
  const waiting = [...kept];
  let said = 0;
  const encoded = blocks.flatMap((block): WireRequest[] => {
    const { text } = block;
    if (typeof text !== "string") return [block];
    const pieces: WireRequest[] = [];
    let from = 0;
    for (let next = waiting[0]; next && next.at < said + text.length; next = waiting[0]) {
      const to = Math.max(from, next.at - said);
      pieces.push(...textBlocks(text.slice(from, to)), Object(next.block));
      from = to;
      waiting.shift();
    }
    said += text.length;
    return [...pieces, ...textBlocks(text.slice(from))];
  });
  return [...encoded, ...waiting.map(({ block }) => Object(block))];
}
