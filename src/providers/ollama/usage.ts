import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { WireChat } from "./wire.ts";

/**
 * Reads the tokens that Ollama counts; `undefined` where it counts none. A server leaves `prompt_eval_count` out where
 * it had the whole prompt in its cache: then the input is unknown, not 0.
 *
 * @example
 * usageOf({ prompt_eval_count: 26, eval_count: 8 }, undefined); // { input: 26, output: 8, total: 34 }
 */
export function usageOf(
  { prompt_eval_count, eval_count }: WireChat,
  pricing: ModelPricing | undefined,
): Usage | undefined {
  const input = count(prompt_eval_count);
  const output = count(eval_count);
  if ((input ?? output) === undefined) return undefined;
  const total = input === undefined || output === undefined ? undefined : input + output;
  const usage: Usage = withoutUndefined({ input, output, total });
  const cost = costOf(usage, pricing);
  return cost ? { ...usage, cost } : usage;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
