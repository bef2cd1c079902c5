import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject } from "../../schema/resolve-reference.ts";

/** What is left of the service's limits for all the schemas of one request that it holds the model to. */
export interface StrictBudget {
  tools: number;
  /** Properties that are not required. */
  optional: number;
  /** Places where a value may be of several types. */
  unions: number;
}

/**
 * The limits of one request, from Anthropic's guide to structured outputs. More than this is refused.
 *
 * @example
 * strictBudget().tools; // 20
 */
export function strictBudget(): StrictBudget {
  return { tools: 20, optional: 24, unions: 16 };
}

/**
 * Takes what a strict schema costs from the budget, and tells whether there was enough; else nothing is taken.
 *
 * @example
 * const budget = strictBudget();
 * spendOn({ type: "object", properties: { note: { type: "string" } }, required: [] }, budget); // true
 * budget.optional; // 23
 */
export function spendOn(schema: JsonSchema, budget: StrictBudget): boolean {
  const left = { ...budget, tools: budget.tools - 1 };
  count(schema, left);
  const isEnough = Math.min(left.tools, left.optional, left.unions) >= 0;
  if (isEnough) Object.assign(budget, left);
  return isEnough;
}

function count(value: unknown, left: StrictBudget): void {
  if (!isObject(value)) return;
  const { type, anyOf, properties, required } = value;
  if (anyOf || Array.isArray(type)) left.unions -= 1;
  // A strict schema has both.
  if (Array.isArray(required)) left.optional -= Object.keys(Object(properties)).length - required.length;
  for (const part of Object.values(value)) count(part, left);
}
