import type { PiiCategory, PiiOptions } from "../pii.ts";
import { type Scanner, type ScanRule, scanner } from "../scan.ts";
import { findCard } from "./card.ts";
import { emailRule } from "./email.ts";
import { findIpv4 } from "./ip.ts";
import { phoneFinder } from "./phone.ts";
import { findSsn } from "./ssn.ts";
import { type FindNumber, numberRule } from "./written-number.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes the scanner for what the options ask for. What is not looked for by default is loaded only where it is. */
export async function piiScanner(options: PiiOptions, categories: readonly PiiCategory[]): Promise<Scanner> {
  const own: Partial<Record<PiiCategory, FindNumber>> = {
    "credit-card": findCard,
    ssn: findSsn,
    ipv4: findIpv4,
    phone: phoneFinder(options.phoneValidator),
  };
  const finders = categories.flatMap((category) => own[category] ?? []);
  const rules = categories.includes("email") ? [emailRule] : [];
  let more: Partial<ScanRule> = {};
  if (categories.length > finders.length + rules.length) {
    const { otherKinds } = await import("./others.ts");
    const others = otherKinds(categories);
    finders.push(...others.finders);
    rules.push(...others.rules);
    // Countries of accounts, what segwit addresses begin with, and months may stand in front.
    more = { before: `${LETTERS}+(`, open: others.open };
  }
  if (categories.includes("national-id")) {
    const { NATIONAL_ID_FRONT, nationalIdFinder } = await import("./national-ids/index.ts");
    finders.push(nationalIdFinder(options.nationalIds));
    more = { ...more, ...NATIONAL_ID_FRONT };
  }
  if (finders.length > 0) rules.push(numberRule(finders, more));
  if (options.names || options.dictionary) {
    const { termRules } = await import("./terms.ts");
    rules.push(...termRules(options));
  }
  return scanner(rules, options.threshold ?? 0.5);
}
