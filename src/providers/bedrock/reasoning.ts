import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { Traits } from "./traits.ts";

/** How much Claude may think where an effort says it, in tokens. */
const BUDGETS: Readonly<Record<string, number>> = { low: 2048, medium: 8192, high: 16_384 };
/** Claude takes no smaller budget. */
const SMALLEST_BUDGET = 1024;

/**
 * The fields of `additionalModelRequestFields` that ask a model to reason, each family in its own words. None where the
 * options do not ask for it, nor where the cap of the output leaves Claude no room to think.
 *
 * @example
 * reasoningFields({ reasoning: { effort: "low" } }, { reasoning: "reasoning_effort" }); // { reasoning_effort: "low" }
 */
export function reasoningFields(
  { reasoning = {}, maxTokens = Number.POSITIVE_INFINITY }: ModelCallOptions,
  { reasoning: field, isAdaptive, effort: takesEffort }: Traits,
): WireRequest {
  const { effort, maxTokens: wanted } = reasoning;
  if (effort === "none" || !field || (effort === undefined && wanted === undefined)) return {};
  if (field === "thinking") {
    const output_config = effort && takesEffort ? { output_config: { effort } } : undefined;
    if (isAdaptive) return { thinking: { type: "adaptive" }, ...output_config };
    // The cap counts what is thought as well.
    const budget_tokens = Math.min(wanted ?? BUDGETS[effort ?? ""] ?? SMALLEST_BUDGET, maxTokens - 1);
    const hasRoom = budget_tokens >= SMALLEST_BUDGET;
    return { ...(hasRoom && { thinking: { type: "enabled", budget_tokens } }), ...output_config };
  }
  if (!effort) return {};
  if (field === "reasoningConfig") return { [field]: { type: "enabled", maxReasoningEffort: effort } };
  // Qwen knows two efforts.
  return { [field]: field === "reasoning_config" && effort === "medium" ? "high" : effort };
}
