import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { WireUsage } from "./wire.ts";

/**
 * Reads the tokens that a service reports; `undefined` where it reports none. Numbers are taken as they are said:
 * services have reported more reasoning than output.
 *
 * @example
 * usageOf({ prompt_tokens: 9, completion_tokens: 3 }, undefined); // { input: 9, output: 3, total: 12 }
 */
export function usageOf(
  wire: WireUsage | null | undefined,
  pricing: ModelPricing | undefined,
): Usage | undefined {
  const input = count(wire?.prompt_tokens);
  const output = count(wire?.completion_tokens);
  if (!wire || (input ?? output) === undefined) return undefined;
  const { prompt_tokens_details: read, completion_tokens_details: written } = wire;
  const usage: Usage = withoutUndefined({
    input,
    output,
    total: count(wire.total_tokens) ?? count(Number(input) + Number(output)),
    // Zero in these two older places does not mean that the service counts cached tokens.
    cachedTokens:
      count(read?.cached_tokens) ?? (count(wire.prompt_cache_hit_tokens ?? wire.cached_tokens) || undefined),
    cacheWriteTokens: count(read?.cache_write_tokens) || undefined,
    reasoningTokens: count(written?.reasoning_tokens),
  });
  const cost = costOf(usage, pricing);
  return cost ? { ...usage, cost } : usage;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
