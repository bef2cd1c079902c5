import type { OptimizationSplit } from "../../contracts/prompt-optimization.ts";
import { hash32 } from "./seeded-random.ts";

/** The parts of a dataset. */
export type CasePart = keyof OptimizationSplit;

/**
 * Puts cases into parts by a hash of their names: a case keeps its part whatever stands before it, is added or is taken away,
 * and in every later optimization, so that the sealed ones stay sealed.
 */
export function splitCases<Case extends { readonly name: string }>(
  cases: readonly Case[],
  { train, validation }: OptimizationSplit,
): Record<CasePart, Case[]> {
  const parts: Record<CasePart, Case[]> = { train: [], validation: [], test: [] };
  for (const each of cases) {
    const at = hash32(each.name.normalize()) / 4_294_967_296;
    parts[at < train ? "train" : at < train + validation ? "validation" : "test"].push(each);
  }
  return parts;
}
