import type { UsageCost } from "./usage.ts";

/**
 * The sum of a cost's channels in US dollars.
 *
 * @example
 * totalCost({ input: 0.25, output: 0.5, cachedInput: 0.125 }); // 0.875
 */
export function totalCost(cost: UsageCost): number {
  return (
    cost.input + cost.output + (cost.cachedInput ?? 0) + (cost.cachedOutput ?? 0) + (cost.reasoning ?? 0)
  );
}
