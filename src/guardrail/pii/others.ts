import type { PiiCategory } from "../pii.ts";
import type { ScanRule } from "../scan.ts";
import { findBirthDate, monthBefore } from "./birth-date.ts";
import { findCrypto } from "./crypto.ts";
import { hexAddressRule } from "./hex-address.ts";
import { findIban } from "./iban.ts";
import { urlRule } from "./url.ts";
import type { FindNumber } from "./written-number.ts";

/** What finds the kinds that are not looked for by default. */
export interface OtherKinds {
  readonly finders: readonly FindNumber[];
  readonly rules: readonly ScanRule[];
  /** Where a month begins at the end of a text that a date may follow. */
  open(text: string): number;
}

/** Finds accounts, addresses of networks and wallets, and dates of birth, as far as they are asked for. */
export function otherKinds(categories: readonly PiiCategory[]): OtherKinds {
  const wants = (category: PiiCategory): boolean => categories.includes(category);
  const finders: FindNumber[] = [];
  const rules: ScanRule[] = [];
  if (wants("iban")) finders.push(findIban);
  if (wants("crypto")) finders.push(findCrypto);
  if (wants("date-of-birth")) finders.push(findBirthDate);
  if (wants("mac") || wants("ipv6")) rules.push(hexAddressRule(wants("mac"), wants("ipv6")));
  if (wants("url")) rules.push(urlRule());
  return {
    finders,
    rules,
    open: (text) => (wants("date-of-birth") ? monthBefore(text, text.length) : text.length),
  };
}
