import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { encodeThinking } from "../anthropic/thinking.ts";
import type { Turn } from "./encode-messages.ts";
import type { Traits } from "./traits.ts";

/**
 * The fields of `additionalModelRequestFields` that ask a model to reason, each family in its own words: Claude as
 * Anthropic's own API does. None where the options do not ask for it.
 *
 * @param isForced whether the model must call a tool; Claude has no budget for thoughts then.
 * @param turns the conversation.
 *
 * @example
 * const traits = { reasoning: "reasoning_effort" } as const;
 * reasoningFields({ reasoning: { effort: "low" } }, traits, false, []); // { reasoning_effort: "low" }
 */
export function reasoningFields(
  options: ModelCallOptions,
  { claude, reasoning: field }: Traits,
  isForced: boolean,
  turns: readonly Turn[],
): WireRequest {
  if (claude) {
    const limits = { longest: claude.longestAnswer, noBudget: isForced || hasLostThoughts(turns) };
    const { thinking, effort } = encodeThinking(options, claude, limits);
    return withoutUndefined({
      thinking: thinking && withoutUndefined(thinking),
      // Of earlier models it is a beta here.
      output_config: effort && claude.adaptive ? { effort } : undefined,
    });
  }
  const effort = options.reasoning?.effort;
  if (!field || !effort || effort === "none") return {};
  if (field === "reasoningConfig") return { [field]: { type: "enabled", maxReasoningEffort: effort } };
  // Qwen knows two efforts.
  return { [field]: field === "reasoning_config" && effort === "medium" ? "high" : effort };
}

/** Whether the last turn of the model called tools without the thoughts before it, as where another model took that turn. */
function hasLostThoughts(turns: readonly Turn[]): boolean {
  const { content = [] } = turns.findLast(({ role }) => role === "assistant") ?? {};
  const [first = {}] = content;
  return !("reasoningContent" in first) && content.some((block) => "toolUse" in block);
}
