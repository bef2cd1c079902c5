import type { PiiOptions } from "../pii.ts";
import type { ScanRule } from "../scan.ts";
import { termRule } from "../term-rule.ts";

/** Finds what a caller names, whatever the threshold is: names of persons, and anything else. */
export function termRules({
  names = [],
  dictionary = [],
  threshold = 0.5,
  ignoreCase = false,
}: PiiOptions): ScanRule[] {
  const how = { score: Math.max(0.9, threshold), ignoreCase };
  return [
    termRule({ ...how, terms: names, label: "person", isBounded: true }),
    termRule({ ...how, terms: dictionary, label: "dictionary", isBounded: false }),
  ].filter(({ triggers }) => triggers !== "");
}
