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
  const cost = { optional: 0, unions: 0 };
  count(schema, cost);
  const { tools, optional, unions } = budget;
  if (tools < 1 || cost.optional > optional || cost.unions > unions) return false;
  budget.tools -= 1;
  budget.optional -= cost.optional;
  budget.unions -= cost.unions;
  return true;
}

function count(value: unknown, cost: { optional: number; unions: number }): void {
  if (!isObject(value)) return;
  const { type, anyOf, properties, required } = value;
  if (Array.isArray(anyOf) || Array.isArray(type)) cost.unions += 1;
  if (isObject(properties)) {
    const needed = Array.isArray(required) ? required.length : 0;
    cost.optional += Math.max(0, Object.keys(properties).length - needed);
  }
  for (const part of Object.values(value)) count(part, cost);
}
