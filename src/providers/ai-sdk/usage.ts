import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { AISDKUsage } from "./language-model.ts";
import { usageOrigins } from "./origins.ts";

/**
 * The tokens that a model of the AI SDK reports; `undefined` where it reports none.
 *
 * @example
 * const outputTokens = { total: 3, text: 3, reasoning: undefined };
 * const inputTokens = { total: 9, noCache: 9, cacheRead: undefined, cacheWrite: undefined };
 * usageFrom({ inputTokens, outputTokens }, undefined); // { input: 9, output: 3, total: 12 }
 */
export function usageFrom(
  wire: AISDKUsage | undefined,
  pricing: ModelPricing | undefined,
): Usage | undefined {
  const { total: input, noCache, cacheRead, cacheWrite } = counts(wire?.inputTokens);
  const { total: output, text, reasoning } = counts(wire?.outputTokens);
  const all = { input: input ?? sum(noCache, cacheRead, cacheWrite), output: output ?? sum(text, reasoning) };
  if (!wire || (all.input ?? all.output) === undefined) return undefined;
  const usage: Usage = withoutUndefined({
    ...all,
    total: all.input === undefined || all.output === undefined ? undefined : all.input + all.output,
    cachedTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    reasoningTokens: reasoning,
  });
  const cost = costOf(usage, pricing);
  const told = cost ? { ...usage, cost } : usage;
  usageOrigins.set(told, wire);
  return told;
}

/**
 * Tokens in the words of the AI SDK, in which cached tokens are always a part of the input and reasoning of the output:
 * what a provider counts beside them, only the total has.
 *
 * @example
 * usageTo({ input: 10, output: 5, total: 115, cachedTokens: 100 }).inputTokens.total; // 110
 */
export function usageTo(usage: Usage = {}): AISDKUsage {
  const origin = usageOrigins.get(usage);
  if (origin) return origin;
  const { input, output, total, cachedTokens, cacheWriteTokens, reasoningTokens } = usage;
  const beside = Math.max(0, (total ?? 0) - (input ?? 0) - (output ?? 0));
  const cached = (cachedTokens ?? 0) + (cacheWriteTokens ?? 0);
  const thought = reasoningTokens ?? 0;
  const isCachedBeside = cached > 0 && (beside === cached || beside === cached + thought);
  const isThoughtBeside = thought > 0 && beside === thought + (isCachedBeside ? cached : 0);
  const allInput = input === undefined ? undefined : input + (isCachedBeside ? cached : 0);
  const allOutput = output === undefined ? undefined : output + (isThoughtBeside ? thought : 0);
  return {
    inputTokens: {
      total: allInput,
      noCache: allInput === undefined ? undefined : Math.max(0, allInput - cached),
      cacheRead: cachedTokens,
      cacheWrite: cacheWriteTokens,
    },
    outputTokens: {
      total: allOutput,
      text: allOutput === undefined ? undefined : Math.max(0, allOutput - thought),
      reasoning: reasoningTokens,
    },
  };
}

function counts<Name extends string>(
  given: Readonly<Record<Name, number | undefined>> | undefined,
): Partial<Record<Name, number>> {
  const known: Partial<Record<Name, number>> = {};
  for (const name in given) {
    const value = given[name];
    if (typeof value === "number" && value >= 0) known[name] = value;
  }
  return known;
}

function sum(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length > 0 ? known.reduce((all, number) => all + number, 0) : undefined;
}
