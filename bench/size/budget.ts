import { readFileSync } from "node:fs";
import type { Sizes } from "./measure.ts";

/** The most that a case may weigh with any bundler, in bytes after gzip: at its first load, and as a whole. */
export interface Budget {
  first: number;
  whole: number;
}

/** The budgets of budget.json by the name of the case. A number there is raised only in the commit that needs it. */
export function readBudgets(): Record<string, Budget> {
  return JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));
}

/** How the sizes of a case break its budget, in words. */
export function overBudget(name: string, sizes: Sizes, budget: Budget | undefined): string[] {
  if (!budget) return [`${name} has no budget in bench/size/budget.json`];
  return (["first", "whole"] as const)
    .filter((part) => sizes[part].gzip > budget[part])
    .map((part) => `${name}: ${part} is ${sizes[part].gzip} bytes, its budget is ${budget[part]}`);
}
