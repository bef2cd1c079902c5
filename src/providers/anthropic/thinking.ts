import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { Traits } from "./traits.ts";
import { isThought } from "./wire.ts";

/** How a model shall think, and how many tokens it may write, thoughts included. */
export interface Thinking {
  readonly maxTokens: number;
  readonly thinking?:
    | { readonly type: string; readonly budget_tokens?: number; readonly display?: string | undefined }
    | undefined;
  readonly effort?: string | undefined;
}

/** The smallest budget that the service takes, in tokens. */
const SMALLEST_BUDGET = 1024;
/** Budgets for models that know no effort. */
const BUDGETS: Readonly<Record<string, number>> = { low: 2048, medium: 8192, high: 16_384 };
/** How much of a cap an effort may take; the rest is for the answer. */
const SHARE = 0.75;

/**
 * Encodes how a model shall think. A budget stays below the cap of the answer, which is raised for it where the caller sets
 * none; a model that finds its own measure gets the effort alone, and is asked to show its thoughts.
 *
 * @param limits `longest` is the cap where the caller sets none; `noBudget` is for models that must call a tool, and for
 * conversations that `hasLostThoughts`.
 *
 * @example
 * const limits = { longest: 64_000, noBudget: false };
 * encodeThinking({ reasoning: { maxTokens: 3000 } }, traitsOf("claude-sonnet-4-5"), limits).thinking;
 * // { type: "enabled", budget_tokens: 3000 }
 */
export function encodeThinking(
  { reasoning, maxTokens }: ModelCallOptions,
  traits: Traits,
  { longest, noBudget }: { readonly longest: number; readonly noBudget: boolean },
): Thinking {
  const { effort, maxTokens: asked } = reasoning ?? {};
  const { adaptive, onlyAdaptive, unthinking } = traits;
  const plain = { maxTokens: maxTokens ?? longest };
  // Of those that always think, it asks for the least.
  if (effort === "none" && unthinking === false) return { ...plain, effort: "low" };
  if (effort === "none") return { ...plain, thinking: unthinking ? { type: unthinking } : undefined };
  if (!reasoning) return plain;
  const wish = { ...plain, effort: traits.effort ? effort : undefined };
  if (adaptive && (onlyAdaptive || asked === undefined)) {
    // Later models hide their thoughts by default.
    return { ...wish, thinking: { type: "adaptive", display: onlyAdaptive ? "summarized" : undefined } };
  }
  const share = Math.floor((maxTokens ?? traits.longestAnswer) * SHARE);
  const budget = asked ?? Math.min(BUDGETS[effort ?? ""] ?? 0, share);
  const cap = maxTokens ?? Math.min(traits.longestAnswer, longest + budget);
  if (budget <= 0 || noBudget || cap <= SMALLEST_BUDGET) return wish;
  const fitting = Math.max(SMALLEST_BUDGET, Math.min(budget, cap - 1));
  return { ...wish, maxTokens: cap, thinking: { type: "enabled", budget_tokens: fitting } };
}

/**
 * Whether the last turn of the model called tools and does not begin with what it thought, as where another model took that
 * turn. With a budget for thoughts, the service refuses this.
 *
 * @example
 * hasLostThoughts([{ role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "now", input: {} }] }]); // true
 */
export function hasLostThoughts(turns: readonly WireRequest[]): boolean {
  const blocks = turns.findLast(({ role }) => role === "assistant")?.content as
    | readonly WireRequest[]
    | undefined;
  const [first] = blocks ?? [];
  return first !== undefined && !isThought(first) && blocks?.some(({ type }) => type === "tool_use") === true;
}
