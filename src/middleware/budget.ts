import type { AgentMiddleware, MiddlewareContext } from "../contracts/middleware.ts";
import { BudgetExceededError, type BudgetUnit } from "../core/errors/agent-errors.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { totalCost } from "../core/total-cost.ts";
import type { Usage } from "../core/usage.ts";

/** Prices of a model in US dollars per 1,000 tokens. */
export interface BudgetPricing {
  readonly inputPer1K: number;
  readonly outputPer1K: number;
}

/** What a budget measures. */
export type BudgetDimension = "tokens" | "cost" | "latency";

/** A crossed cap: tokens, US dollars or milliseconds. */
export interface BudgetContractViolation {
  readonly dimension: BudgetDimension;
  readonly limit: number;
  readonly actual: number;
}

/** What a run may use, as data, with one reaction to whatever is crossed first. A contract without caps does nothing. */
export interface BudgetContract {
  readonly maxTokens?: number;
  readonly maxCostUSD?: number;
  /** Milliseconds of wall clock, from the start of the run to the end of each model call. */
  readonly maxLatencyMs?: number;
  /** `abort` (default) ends the run with an error; `fallback` records the violation, calls `fallback` and goes on. */
  readonly onViolation?: "abort" | "fallback";
  readonly fallback?: (violation: BudgetContractViolation) => unknown;
}

/** Options of `budget`. */
export interface BudgetOptions {
  /** Default `budget`. */
  readonly name?: string;
  readonly maxTokens?: number;
  readonly maxCostUSD?: number;
  /** Prices by model name, for models that report no cost of their own. */
  readonly pricing?: Readonly<Record<string, BudgetPricing>>;
  /** `abort` (default) ends the run, `warn` writes to the log and goes on. */
  readonly onExceeded?: "abort" | "warn";
  readonly contract?: BudgetContract;
}

interface Spent {
  readonly startedAt: number;
  tokens: number;
  cost: number;
  violation?: BudgetContractViolation;
}

const DEFAULT_NAME = "budget";

/**
 * Caps what one run may use: tokens, money, and by a contract also time. A crossed cap ends the run with
 * `BudgetExceededError` (`BUDGET_EXCEEDED`) before the next model or tool call. Money counts where the model reports a
 * cost or `pricing` names the model. A durable run that is resumed goes on from what it has spent.
 *
 * @example
 * const model = new LocalSDK().model({ name: "local" });
 * const frugal = ai.agent({ model, middleware: [ai.middleware.budget({ maxTokens: 50_000 })] });
 */
export function budget(options: BudgetOptions): AgentMiddleware {
  const { name = DEFAULT_NAME, contract } = options;
  for (const caps of [options, contract ?? {}]) {
    for (const [cap, value] of Object.entries<unknown>({ ...caps })) {
      if (cap.startsWith("max") && value !== undefined && !(typeof value === "number" && value >= 0)) {
        throw new ConfigError(`The budget's ${cap} is ${String(value)}. Use a number that is not negative.`);
      }
    }
  }
  const spentOf = (context: MiddlewareContext): Spent => {
    const key = `${name}.spent`;
    const known = context.state.get(key) as Spent | undefined;
    if (known) return known;
    const spent: Spent = { startedAt: performance.now(), tokens: 0, cost: 0 };
    context.state.set(key, spent);
    return spent;
  };
  const count = (context: MiddlewareContext, usage: Usage | undefined): void => {
    const spent = spentOf(context);
    spent.tokens += tokensOf(usage);
    spent.cost += costOf(usage, options.pricing?.[context.model.name]);
    checkCaps(options, spent, context);
    if (contract) checkContract(contract, spent, name, context);
  };
  return {
    name,
    // A resumed run has spent something before it begins, and may have crossed its cap already.
    execute: {
      before: (context) =>
        tokensOf(context.spent) > 0 ? count(context, { ...context.spent }) : void spentOf(context),
    },
    trip: { after: (context, response) => count(context, response.usage) },
  };
}

/**
 * The violation that a contract with `onViolation: "fallback"` recorded in a run, if any. Call it in `execute.after`.
 *
 * @example
 * const tellViolation: ai.AgentMiddleware = {
 *   name: "tell-violation",
 *   execute: { after: (context) => console.warn(ai.readBudgetFallbackSignal(context.state)) },
 * };
 */
export function readBudgetFallbackSignal(
  state: ReadonlyMap<string, unknown>,
  name: string = DEFAULT_NAME,
): BudgetContractViolation | undefined {
  return (state.get(`${name}.spent`) as Spent | undefined)?.violation;
}

function tokensOf(usage: Usage = {}): number {
  return usage.total ?? (usage.input ?? 0) + (usage.output ?? 0);
}

function costOf(usage: Usage | undefined, pricing: BudgetPricing | undefined): number {
  if (!usage) return 0;
  if (!pricing) return usage.cost ? totalCost(usage.cost) : 0;
  const { input = 0, output = 0, total = 0, reasoningTokens = 0 } = usage;
  // Some providers count thoughts beside the output and cached tokens beside the input; only the total has them.
  const beside = Math.max(0, total - input - output);
  const thought = Math.min(beside, reasoningTokens);
  return ((input + beside - thought) * pricing.inputPer1K + (output + thought) * pricing.outputPer1K) / 1000;
}

function checkCaps(options: BudgetOptions, spent: Spent, context: MiddlewareContext): void {
  const violation =
    crossed("tokens", spent.tokens, options.maxTokens) ?? crossed("cost", spent.cost, options.maxCostUSD);
  if (!violation) return;
  if (options.onExceeded === "warn") context.warn("budget exceeded", { ...violation });
  else throw exceeded(violation);
}

function checkContract(
  contract: BudgetContract,
  spent: Spent,
  name: string,
  context: MiddlewareContext,
): void {
  const violation =
    crossed("tokens", spent.tokens, contract.maxTokens) ??
    crossed("cost", spent.cost, contract.maxCostUSD) ??
    crossed("latency", performance.now() - spent.startedAt, contract.maxLatencyMs);
  if (!violation) return;
  if (contract.onViolation !== "fallback") throw exceeded(violation);
  if (spent.violation) return;
  spent.violation = violation;
  // The reaction belongs to the application; what it throws must not end a run that was told to go on.
  const failed = (error: unknown): void =>
    context.warn("the budget's fallback threw", { budget: name, error });
  try {
    const returned = contract.fallback?.(violation);
    if (returned instanceof Promise) returned.catch(failed);
  } catch (error) {
    failed(error);
  }
}

function crossed(
  dimension: BudgetDimension,
  actual: number,
  limit?: number,
): BudgetContractViolation | undefined {
  return limit !== undefined && actual > limit ? { dimension, limit, actual } : undefined;
}

function exceeded(violation: BudgetContractViolation): BudgetExceededError {
  const { dimension, limit, actual } = violation;
  const unit: BudgetUnit | undefined =
    dimension === "tokens" ? "tokens" : dimension === "cost" ? "usd" : undefined;
  return new BudgetExceededError(
    `The run used ${actual} ${unit ?? "ms"}; its budget is ${limit}. Raise the cap or split the work.`,
    { limit, actual, context: { dimension, limit, actual }, ...(unit ? { unit } : {}) },
  );
}
