import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
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
  const counts: Record<string, number | undefined> = {};

  function count(name: string, value: unknown): void {
    if (typeof value === "number" && value >= 0 && (value > 0 || counts[name] === undefined)) {
      counts[name] = value;
    }
  }

  return {
    take(wire) {
      count("input", wire?.input_tokens);
      count("output", wire?.output_tokens);
      count("cached", wire?.cache_read_input_tokens);
      count("written", wire?.cache_creation_input_tokens);
      count("reasoning", wire?.output_tokens_details?.thinking_tokens);
    },
    usage(pricing) {
      const { input, output, cached, written, reasoning } = counts;
      if ((input ?? output) === undefined) return undefined;
      const read = (input ?? 0) + (cached ?? 0) + (written ?? 0);
      const usage: Usage = withoutUndefined({
        input,
        output,
        cachedTokens: cached,
        cacheWriteTokens: written,
        reasoningTokens: reasoning,
        total: input === undefined || output === undefined ? undefined : read + output,
      });
      const cost = input === undefined ? undefined : costOf({ ...usage, input: read }, pricing);
      return cost ? { ...usage, cost } : usage;
    },
  };
}
