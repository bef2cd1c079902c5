import type { ModelChunk } from "../../contracts/model.ts";
import type { DecodeContext } from "../adapter/protocol.ts";
import { tellUnreadable } from "../adapter/tell-unreadable.ts";
import { isWrapper, type ToolCallChunk } from "./tool-calls.ts";

/**
 * Settles the tool calls of an answer that are not as they should be: tells whether unreadable arguments were cut off or
 * wrong, and takes the calls out of `multi_tool_use.parallel`, a wrapper that OpenAI's own models leak at times, unless a
 * tool of that name was offered. Throws a `ProviderError` (`PROVIDER_ERROR`) for a call without a name.
 *
 * @example
 * const context = { target: { provider: "openai", name: "gpt-4o" }, toolNames: ["f"], knownIds: [] };
 * const call = { type: "tool-call", id: "call_1", name: "f", input: {} } as const;
 * settleCalls([{ ...call, unreadable: { text: "{", reason: "malformed" } }], context);
 * // [{ type: "tool-call", id: "call_1", name: "f", input: {}, unreadable: { text: "{", reason: "truncated" } }]
 */
export function settleCalls(
  chunks: readonly ModelChunk[],
  { toolNames, target }: DecodeContext,
): ModelChunk[] {
  return chunks.flatMap((chunk): ModelChunk | ModelChunk[] => {
    if (chunk.type !== "tool-call") return chunk;
    const call = tellUnreadable(chunk, target);
    return call.unreadable || toolNames.includes(call.name) ? call : unwrap(call);
  });
}

function unwrap(call: ToolCallChunk): ToolCallChunk[] {
  const { tool_uses: uses } = Object(call.input) as { readonly tool_uses?: unknown };
  if (!isWrapper(call.name) || !Array.isArray(uses)) return [call];
  return uses.map((use, index) => ({
    type: call.type,
    id: `${call.id}_${index}`,
    name: String(use?.recipient_name).replace("functions.", ""),
    input: use?.parameters ?? {},
  }));
}
