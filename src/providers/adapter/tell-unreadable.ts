import type { ModelChunk } from "../../contracts/model.ts";
import { readJson } from "../../schema/read-json.ts";
import type { CallTarget } from "./failure.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";

type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/**
 * Tells of a call whose arguments cannot be read whether they were cut off or wrong; gives other calls back. Throws a
 * `ProviderError` (`PROVIDER_ERROR`) for a call without a name.
 *
 * @example
 * const call = { type: "tool-call", id: "call_1", name: "f", input: {} } as const;
 * const target = { provider: "anthropic", name: "claude-opus-5" };
 * tellUnreadable({ ...call, unreadable: { text: "{", reason: "malformed" } }, target).unreadable;
 * // { text: "{", reason: "truncated" }
 */
export function tellUnreadable(call: ToolCallChunk, target: CallTarget): ToolCallChunk {
  if (!call.name) throw unreadableAnswer(target, "calls a tool without its name");
  const text = call.unreadable?.text;
  if (text === undefined) return call;
  const reading = readJson(text, "strict");
  const isCut = !reading.ok && reading.reason === "truncated";
  return { ...call, unreadable: { text, reason: isCut ? "truncated" : "malformed" } };
}
