import type { PiiCategory, PiiOptions } from "../pii.ts";
import { type Scanner, type ScanRule, scanner } from "../scan.ts";
import { findBirthDate, monthBefore } from "./birth-date.ts";
import { findCard } from "./card.ts";
import { findCrypto } from "./crypto.ts";
import { emailRule } from "./email.ts";
import { hexAddressRule } from "./hex-address.ts";
import { findIban } from "./iban.ts";
import { findIpv4 } from "./ip.ts";
import { phoneRule } from "./phone.ts";
import { findSsn } from "./ssn.ts";
import { termRule } from "./terms.ts";
import { urlRule } from "./url.ts";
import { numberRule } from "./written-number.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes the scanner for what the options ask for. */
export async function piiScanner(options: PiiOptions, categories: readonly PiiCategory[]): Promise<Scanner> {
  const { threshold = 0.5, ignoreCase = false } = options;
  // What a caller names is found whatever the threshold is.
  const score = Math.max(0.9, threshold);
  const wants = new Set(categories);
  const rules: ScanRule[] = [];
  const finders = [
    wants.has("iban") && findIban,
    wants.has("crypto") && findCrypto,
    wants.has("credit-card") && findCard,
    wants.has("ssn") && findSsn,
    wants.has("ipv4") && findIpv4,
    wants.has("date-of-birth") && findBirthDate,
  ].filter((find) => find !== false);
  if (finders.length > 0) {
    // Countries of accounts, what segwit addresses begin with, and months may stand in front.
    const letters = wants.has("iban") || wants.has("crypto") ? { before: LETTERS, mostBefore: 2 } : {};
    const open = (text: string): number => monthBefore(text, text.length);
    rules.push(numberRule(finders, wants.has("date-of-birth") ? { ...letters, open } : letters));
  }
  if (wants.has("mac") || wants.has("ipv6")) rules.push(hexAddressRule(wants.has("mac"), wants.has("ipv6")));
  if (wants.has("email")) rules.push(emailRule);
  if (wants.has("url")) rules.push(urlRule);
  if (wants.has("phone")) rules.push(phoneRule({ validate: options.phoneValidator }));
  if (wants.has("national-id")) {
    const { nationalIdRule } = await import("./national-ids/index.ts");
    rules.push(nationalIdRule(options.nationalIds));
  }
  const { names = [], dictionary = [] } = options;
  if (names.length > 0)
    rules.push(termRule({ terms: names, label: "person", score, ignoreCase, isBounded: true }));
  if (dictionary.length > 0)
    rules.push(termRule({ terms: dictionary, label: "dictionary", score, ignoreCase, isBounded: false }));
  return scanner(rules, threshold);
}
