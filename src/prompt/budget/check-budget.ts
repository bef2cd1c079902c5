import type { BudgetedPromptOptions } from "../../contracts/budgeted-prompt.ts";
import { ConfigError } from "../../core/errors/config-error.ts";

/** Refuses what cannot work. Throws `ConfigError`. */
export function checkBudget(options: BudgetedPromptOptions): void {
  const { budget, sections = [], count } = options;
  if (!(Number.isFinite(budget) && budget > 0)) throw wrong("budget", budget, "a number of tokens above 0");
  if (count !== undefined && typeof count !== "function") throw wrong("count", count, "a function");
  for (const key of ["intro", "instructions", "separator", "mark"] as const)
    if (options[key] !== undefined) checkText(key, options[key]);
  const names = new Set<string>();
  for (const section of sections) {
    const { name, text, heading = "", priority = 1, floor = 0, ceiling = Number.POSITIVE_INFINITY } = section;
    checkText("name of a section", name);
    if (names.has(name)) throw wrong("name of a section", name, "each name once");
    names.add(name);
    checkText(`text of "${name}"`, text);
    checkText(`heading of "${name}"`, heading);
    if (!(Number.isFinite(priority) && priority > 0))
      throw wrong(`priority of "${name}"`, priority, "a number above 0");
    if (!(floor >= 0 && Number.isFinite(floor)))
      throw wrong(`floor of "${name}"`, floor, "a number of tokens");
    if (!(ceiling >= floor))
      throw wrong(`ceiling of "${name}"`, ceiling, "a number of tokens that is not below the floor");
    const { cut = "end" } = section;
    if (!["end", "start", "middle"].includes(cut))
      throw wrong(`cut of "${name}"`, cut, '"end", "start" or "middle"');
  }
}

/** A number of tokens as a counter gave it. Throws `ConfigError` where it is none. */
export function checkedCount(tokens: number): number {
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw wrong('result of "count"', tokens, "a number, at once");
}

function checkText(what: string, text: unknown): void {
  if (typeof text !== "string") throw wrong(what, text, "a string");
}

function wrong(what: string, value: unknown, instead: string): ConfigError {
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return new ConfigError(
    `budgetedPrompt(): the ${what} is ${typeof value === "object" ? "an object" : shown}. Use ${instead}.`,
  );
}
