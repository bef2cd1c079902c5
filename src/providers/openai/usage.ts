import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { WireUsage } from "./wire.ts";

/**
 * Reads the tokens that a service reports, under the names of chat completions or under those of all else that OpenAI
 * has; `undefined` where it reports none. Numbers are taken as they are said: services have reported more reasoning than
 * output.
 *
 * @example
 * usageOf({ prompt_tokens: 9, completion_tokens: 3 }); // { input: 9, output: 3, total: 12 }
 * usageOf({ input_tokens: 9, output_tokens: 3 }); // { input: 9, output: 3, total: 12 }
 */
export function usageOf(wire: unknown, pricing?: ModelPricing): Usage | undefined {
  const tokens: WireUsage = Object(wire);
  const read = tokens.prompt_tokens_details ?? tokens.input_tokens_details;
  const written = tokens.completion_tokens_details ?? tokens.output_tokens_details;
  const input = count(tokens.prompt_tokens ?? tokens.input_tokens);
  const output = count(tokens.completion_tokens ?? tokens.output_tokens);
  const total = count(tokens.total_tokens) ?? count(Number(input) + Number(output));
  if ((input ?? output ?? total) === undefined) return undefined;
  const usage: Usage = withoutUndefined({
    input,
    output,
    total,
    // Zero in these two older places does not mean that the service counts cached tokens.
    cachedTokens:
      count(read?.cached_tokens) ??
      (count(tokens.prompt_cache_hit_tokens ?? tokens.cached_tokens) || undefined),
    cacheWriteTokens: count(read?.cache_write_tokens),
    reasoningTokens: count(written?.reasoning_tokens),
  });
  const cost = costOf(usage, pricing);
  return cost ? { ...usage, cost } : usage;
}

/**
 * The usage of a stream after one more report: the last one counts, but a report of nothing does not undo one of
 * something.
 *
 * @example
 * latestUsage({ input: 9, output: 3 }, { prompt_tokens: 0, completion_tokens: 0 }); // { input: 9, output: 3 }
 */
export function latestUsage(
  known: Usage | undefined,
  wire: unknown,
  pricing?: ModelPricing,
): Usage | undefined {
  // Most events of a stream have none.
  const spent = wire ? usageOf(wire, pricing) : undefined;
  return spent?.input || spent?.output ? spent : (known ?? spent);
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
