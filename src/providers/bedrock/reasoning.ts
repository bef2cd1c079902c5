import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { encodeThinking } from "../anthropic/thinking.ts";
import type { Traits } from "./traits.ts";

/**
 * The fields of `additionalModelRequestFields` that ask a model to reason, each family in its own words: Claude as
 * Anthropic's own API does. None where the options do not ask for it.
 *
 * @param isForced whether the model must call a tool; Claude cannot think before that.
 *
 * @example
 * const traits = { reasoning: "reasoning_effort" } as const;
 * reasoningFields({ reasoning: { effort: "low" } }, traits, false); // { reasoning_effort: "low" }
 */
export function reasoningFields(
  options: ModelCallOptions,
  { claude, reasoning: field }: Traits,
  isForced: boolean,
): WireRequest {
  if (claude) {
    if (isForced) return {};
    const limits = { longest: claude.longestAnswer, noBudget: false };
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
