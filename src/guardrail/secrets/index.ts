import { type Scanner, type ScanRule, scanner } from "../scan.ts";
import { serviceKeys, webTokens } from "./keys.ts";
import { privateKeys } from "./private-keys.ts";
import type { Report, SecretFamily } from "./report.ts";
import { values } from "./values.ts";

export type { SecretFamily } from "./report.ts";

/** What is looked for, and what is known as harmless. */
export interface SecretsSearch {
  /** The families. All of them where it is missing. */
  readonly detect?: readonly SecretFamily[] | undefined;
  readonly allow: readonly (string | RegExp)[];
  readonly minEntropy: number;
}

const FAMILIES_OF_VALUES: readonly SecretFamily[] = ["url-password", "authorization", "assignment"];

/** Makes the scanner of secrets. */
export function secretsScanner({ detect, allow, minEntropy }: SecretsSearch): Scanner {
  const isWanted = (family: SecretFamily): boolean => detect?.includes(family) ?? true;
  const report: Report = (search, start, end, label, score) => {
    if (!isWanted(label)) return;
    const value = search.text.slice(start, end);
    const isKnown = allow.some((one) => (typeof one === "string" ? one === value : value.search(one) >= 0));
    if (!isKnown) search.add({ start, end, label, score });
  };
  const rules: readonly (ScanRule | false)[] = [
    isWanted("api-key") && serviceKeys(report),
    isWanted("jwt") && webTokens(report),
    isWanted("private-key") && privateKeys(report),
    FAMILIES_OF_VALUES.some(isWanted) && values(minEntropy, report),
  ];
  return scanner(rules.filter((rule) => rule !== false));
}
