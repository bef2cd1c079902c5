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

/**
 * Keys that their vendors print for all to read, by their last characters: those in Google's SDK of Firebase for Android, and those
 * of examples in Stripe's documentation. What says "example", as those of AWS do, needs no list.
 */
const PUBLISHED: RegExp =
  /^(?:AIza[\w-]{29}(?:JLnaDk|znhrh0|ixbX4A|prNXsw|zAvvuU|q1cS7g|o6YyIs|UPwX7c|tWmLd4|XeDQgY|_p4wtM|dnP5sQ)|sk_test_\w{17}(?:1zdp7dc|H4olfQ2))$/;

/** Makes the scanner of secrets. */
export function secretsScanner({ detect, allow, minEntropy }: SecretsSearch): Scanner {
  const isWanted = (family: SecretFamily): boolean => detect?.includes(family) ?? true;
  const report: Report = (search, start, end, label, score) => {
    if (!isWanted(label)) return;
    const value = search.text.slice(start, end);
    const isKnown = [PUBLISHED, ...allow].some((one) =>
      typeof one === "string" ? one === value : value.search(one) >= 0,
    );
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
