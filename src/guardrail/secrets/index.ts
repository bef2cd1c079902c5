import { type Scanner, scanner } from "../scan.ts";
import { serviceKeys } from "./keys.ts";
import { addresses, curls, headers } from "./logins.ts";
import { privateKeys } from "./private-keys.ts";
import type { Report, SecretFamily } from "./report.ts";
import { assignments } from "./values.ts";

export type { SecretFamily } from "./report.ts";

/** What is looked for, and what is known as harmless. */
export interface SecretsSearch {
  /** The families. All of them where it is missing. */
  readonly detect?: readonly SecretFamily[] | undefined;
  readonly allow: readonly (string | RegExp)[];
  readonly minEntropy: number;
}

/** Makes the scanner of secrets. */
export function secretsScanner({ detect, allow, minEntropy }: SecretsSearch): Scanner {
  const isWanted = (family: SecretFamily): boolean => detect?.includes(family) ?? true;
  const report: Report = (search, start, end, label, score) => {
    if (!isWanted(label)) return;
    const value = search.text.slice(start, end);
    const isKnown = allow.some((one) => (typeof one === "string" ? one === value : value.search(one) >= 0));
    if (!isKnown) search.add({ start, end, label, score });
  };
  return scanner([
    serviceKeys(report),
    privateKeys(report),
    addresses(report),
    headers(report),
    curls(report),
    assignments(minEntropy, report),
  ]);
}
