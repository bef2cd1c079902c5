import type { ModelChunk } from "../../contracts/model.ts";
import type { DecodeContext } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { isWrapper, type ToolCallChunk } from "./tool-calls.ts";

type DoneChunk = Extract<ModelChunk, { type: "done" }>;

/** The end of an answer, where what is not known may be `undefined`. */
type AnswerEnd = { readonly [Field in keyof Omit<DoneChunk, "type">]: DoneChunk[Field] | undefined } & {
  readonly finishReason: DoneChunk["finishReason"];
};

/**
 * Appends the calls of an answer, and `done`. Calls that are not as they should be are rare, and so is what settles them:
 * there is a promise only where it must be loaded.
 *
 * @example
 * const context = { target: { provider: "openai", name: "gpt-4o" }, toolNames: [], knownIds: [] };
 * closeAnswer([], [], { finishReason: "stop", usage: undefined }, context);
 * // [{ type: "done", finishReason: "stop" }]
 */
export function closeAnswer(
  chunks: ModelChunk[],
  calls: readonly ToolCallChunk[],
  { finishReason, ...rest }: AnswerEnd,
  context: DecodeContext,
): ModelChunk[] | Promise<ModelChunk[]> {
  chunks.push(...calls, { type: "done", finishReason, ...withoutUndefined(rest) });
  const isOdd = calls.some(({ name, unreadable }) => !name || unreadable || isWrapper(name));
  return isOdd ? import("./settle-calls.ts").then(({ settleCalls }) => settleCalls(chunks, context)) : chunks;
}
