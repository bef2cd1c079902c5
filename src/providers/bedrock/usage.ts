import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { WireUsage } from "./wire.ts";

/**
 * Reads the tokens that Bedrock reports; `undefined` where it reports none. Tokens read from the prompt cache or written to
 * it count beside `input`, not in it.
 *
 * @example
 * usageOf({ inputTokens: 9, outputTokens: 3, cacheReadInputTokens: 100, totalTokens: 112 }, undefined);
 * // { input: 9, output: 3, total: 112, cachedTokens: 100 }
 */
export function usageOf(
  wire: WireUsage | null | undefined,
  pricing: ModelPricing | undefined,
): Usage | undefined {
  const input = count(wire?.inputTokens);
  const output = count(wire?.outputTokens);
  if (!wire || (input ?? output) === undefined) return undefined;
  const cachedTokens = count(wire.cacheReadInputTokens);
  const cacheWriteTokens = count(wire.cacheWriteInputTokens);
  const beside = (cachedTokens ?? 0) + (cacheWriteTokens ?? 0);
  const usage: Usage = withoutUndefined({
    input,
    output,
    total: count(wire.totalTokens) ?? count(Number(input) + Number(output) + beside),
    cachedTokens,
    cacheWriteTokens,
  });
  const cost = costOf({ ...usage, input: Number(input) + beside }, pricing);
  return input !== undefined && cost ? { ...usage, cost } : usage;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
