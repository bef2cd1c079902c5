import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import type { WireUsage } from "./wire.ts";

/** Reads the tokens that a service reports in running totals. */
export interface UsageMeter {
  /** Takes one report: each number in it replaces the one before, but a zero does not undo what was counted. */
  take(wire: WireUsage | null | undefined): void;
  /** What was used, with its cost where the price is known; `undefined` where nothing was reported. */
  usage(pricing: ModelPricing | undefined): Usage | undefined;
}

/**
 * Makes a meter for one answer. `input` counts neither what was read from the cache nor what was written to it, as the
 * service has it; `total` counts all of it once.
 *
 * @example
 * const meter = usageMeter();
 * meter.take({ input_tokens: 3, cache_read_input_tokens: 1111, output_tokens: 1 });
 * meter.take({ output_tokens: 33 });
 * meter.usage(undefined); // { input: 3, output: 33, cachedTokens: 1111, total: 1147 }
 */
export function usageMeter(): UsageMeter {
  const counts: Usage = {};
  return {
    take(wire) {
      const told = {
        input: wire?.input_tokens,
        output: wire?.output_tokens,
        cachedTokens: wire?.cache_read_input_tokens,
        cacheWriteTokens: wire?.cache_creation_input_tokens,
        reasoningTokens: wire?.output_tokens_details?.thinking_tokens,
      };
      let name: keyof typeof told;
      for (name in told) {
        const value = told[name];
        if (typeof value === "number" && value >= 0 && (value || counts[name] === undefined)) {
          counts[name] = value;
        }
      }
    },
    usage(pricing) {
      const { input, output, cachedTokens = 0, cacheWriteTokens = 0 } = counts;
      if (input === undefined || output === undefined)
        return (input ?? output) === undefined ? undefined : counts;
      const read = input + cachedTokens + cacheWriteTokens;
      const cost = costOf({ ...counts, input: read }, pricing);
      return { ...counts, total: read + output, ...(cost && { cost }) };
    },
  };
}
