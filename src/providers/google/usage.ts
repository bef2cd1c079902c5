import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { WireUsage } from "./wire.ts";

/**
 * Reads the tokens that Google reports, in its own numbers: thoughts are counted beside `output`, cached tokens are a part
 * of `input`. `undefined` where it reports none. The cost counts thoughts as output, and what server-side tools put into the
 * prompt as input.
 *
 * @example
 * usageOf({ promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 20, totalTokenCount: 32 }, undefined);
 * // { input: 9, output: 3, total: 32, reasoningTokens: 20 }
 */
export function usageOf(
  wire: WireUsage | null | undefined,
  pricing: ModelPricing | undefined,
): Usage | undefined {
  const input = count(wire?.promptTokenCount);
  const output = count(wire?.candidatesTokenCount);
  const reasoningTokens = count(wire?.thoughtsTokenCount);
  const cachedTokens = count(wire?.cachedContentTokenCount);
  const ofTools = count(wire?.toolUsePromptTokenCount) ?? 0;
  const produced = (output ?? 0) + (reasoningTokens ?? 0);
  const total =
    count(wire?.totalTokenCount) ?? (input === undefined ? undefined : input + ofTools + produced);
  const usage: Usage = withoutUndefined({ input, output, total, cachedTokens, reasoningTokens });
  if (Object.keys(usage).length === 0) return undefined;
  const billed =
    input === undefined ? usage : withoutUndefined({ ...usage, input: input + ofTools, output: produced });
  const cost = costOf(billed, pricing);
  return cost ? { ...usage, cost } : usage;
}

/**
 * Puts the report of one event over what was reported before, in place: the last word counts for each field, but nothing is
 * taken back to zero.
 *
 * @example
 * const known = { promptTokenCount: 9 };
 * addReport(known, { promptTokenCount: 0, candidatesTokenCount: 3 });
 * known; // { promptTokenCount: 9, candidatesTokenCount: 3 }
 */
export function addReport(known: Record<string, unknown>, report: WireUsage): void {
  for (const [field, value] of Object.entries(report)) {
    if (typeof value === "number" && (value || known[field] === undefined)) known[field] = value;
  }
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
