import { addUsage, type Usage } from "../../core/usage.ts";

/** Two usages as one. */
export function sum(first: Usage, second: Usage): Usage {
  const total: Usage = {};
  addUsage(total, first);
  addUsage(total, second);
  return total;
}

/** What of the tokens and the cost of a run is not in what was saved. */
export function difference(all: Usage, saved: Usage): Usage {
  const rest = (of: number = 0, without: number = 0): number => Math.max(0, of - without);
  return {
    input: rest(all.input, saved.input),
    output: rest(all.output, saved.output),
    total: rest(all.total, saved.total),
    ...(all.cost
      ? {
          cost: {
            input: rest(all.cost.input, saved.cost?.input),
            output: rest(all.cost.output, saved.cost?.output),
          },
        }
      : {}),
  };
}
