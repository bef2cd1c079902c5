import type { ModelChunk } from "../../contracts/model.ts";
import { ProviderError } from "../../core/errors/provider-errors.ts";
import { readJson } from "../../schema/read-json.ts";
import type { CallTarget } from "./failure.ts";

type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/**
 * Settles a tool call that is not as it should be: tells whether unreadable arguments were cut off or wrong, and takes
 * the calls out of a wrapper. Throws a `ProviderError` (`PROVIDER_ERROR`) for a call without a name.
 *
 * @param isWrapper whether the call names a tool that nobody offered and that puts several calls into one.
 *
 * @example
 * settleCall({ type: "tool-call", id: "call_1", name: "f", input: {}, unreadable: { text: "{", reason: "malformed" } }, false);
 * // [{ …, unreadable: { text: "{", reason: "truncated" } }]
 */
export function settleCall(call: ToolCallChunk, isWrapper: boolean, target: CallTarget): ToolCallChunk[] {
  const { type, id, name, input, unreadable } = call;
  if (!name)
    throw new ProviderError(`The answer of "${target.name}" calls a tool without its name. Try again.`);
  if (unreadable) {
    const reading = readJson(unreadable.text, "strict");
    const reason = !reading.ok && reading.reason === "truncated" ? "truncated" : "malformed";
    return [{ ...call, unreadable: { ...unreadable, reason } }];
  }
  const { tool_uses: uses } = Object(input) as { readonly tool_uses?: unknown };
  if (!isWrapper || !Array.isArray(uses)) return [call];
  return uses.map((use, index) => ({
    type,
    id: `${id}_${index}`,
    name: String(use?.recipient_name).replace("functions.", ""),
    input: use?.parameters ?? {},
  }));
}
