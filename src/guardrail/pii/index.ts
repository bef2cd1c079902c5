import type { PiiCategory, PiiOptions } from "../pii.ts";
import { type Scanner, type ScanRule, type Search, scanner } from "../scan.ts";
import { findBirthDate, monthBefore } from "./birth-date.ts";
import { findCard } from "./card.ts";
import { findCrypto } from "./crypto.ts";
import { emailRule } from "./email.ts";
import { findIban } from "./iban.ts";
import { findIpv4, findIpv6 } from "./ip.ts";
import { findMac } from "./mac.ts";
import { type NumberShape, numberShape } from "./number-shape.ts";
import { phoneRule } from "./phone.ts";
import { findSsn } from "./ssn.ts";
import { termRule } from "./terms.ts";
import { urlRule } from "./url.ts";

const DIGITS = "0123456789";
const HEX = "0123456789ABCDEFabcdef";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes the scanner for what the options ask for. */
export async function piiScanner(options: PiiOptions, categories: readonly PiiCategory[]): Promise<Scanner> {
  const { threshold = 0.5, ignoreCase = false } = options;
  // What a caller names is found whatever the threshold is.
  const score = Math.max(0.9, threshold);
  const wants = new Set(categories);
  const rules: ScanRule[] = [];
  const number = numberRule(wants);
  if (number) rules.push(number);
  const signs = signRule(wants);
  if (signs) rules.push(signs);
  if (wants.has("email")) rules.push(emailRule);
  if (wants.has("url")) rules.push(urlRule);
  if (wants.has("phone")) rules.push(phoneRule({ validate: options.phoneValidator }));
  const { names = [], dictionary = [] } = options;
  if (names.length > 0)
    rules.push(termRule({ terms: names, label: "person", score, ignoreCase, isBounded: true }));
  if (dictionary.length > 0)
    rules.push(termRule({ terms: dictionary, label: "dictionary", score, ignoreCase, isBounded: false }));
  return scanner(rules, threshold);
}

type FindNumber = (search: Search, start: number, shape: NumberShape) => void;

/** One rule for all numbers: each is read once. */
function numberRule(wants: ReadonlySet<PiiCategory>): ScanRule | undefined {
  const table: readonly (readonly [PiiCategory, FindNumber])[] = [
    ["iban", findIban],
    ["credit-card", findCard],
    ["ssn", findSsn],
    ["ipv4", findIpv4],
    ["crypto", findCrypto],
    ["date-of-birth", findBirthDate],
  ];
  const finders = table.flatMap(([category, find]) => (wants.has(category) ? [find] : []));
  const shortFinders = finders.filter(
    (find) => find === findIban || find === findCrypto || find === findBirthDate,
  );
  if (finders.length === 0) return undefined;
  return {
    triggers: DIGITS,
    atFirst: true,
    // The country of an IBAN, and what a segwit address begins with.
    ...(wants.has("iban") || wants.has("crypto") ? { before: LETTERS, mostBefore: 2 } : {}),
    ...(wants.has("date-of-birth") && { open: (text) => monthBefore(text, text.length) }),
    look(search, at) {
      const { text } = search;
      const shape = numberShape(text, at);
      const next = text.charCodeAt(shape.end);
      // A comma or a plus, and what stands behind it, say how a number goes on.
      const isTail = next === 44 || next === 43;
      if (shape.end + (isTail ? 1 : 0) >= text.length) search.wait(at);
      // Most numbers are too short for all but an address or a date.
      const isShort = shape.groups.length < 3 && shape.digits.length < 9;
      for (const find of isShort ? shortFinders : finders) find(search, at, shape);
    },
  };
}

/** One rule for the signs within addresses. */
function signRule(wants: ReadonlySet<PiiCategory>): ScanRule | undefined {
  const hasIpv6 = wants.has("ipv6");
  const hasMac = wants.has("mac");
  if (!hasIpv6 && !hasMac) return undefined;
  return {
    triggers: hasMac ? ":-." : ":",
    before: HEX,
    mostBefore: 4,
    look(search, at) {
      if (hasMac) findMac(search, at);
      if (hasIpv6 && search.text.charCodeAt(at) === 58) findIpv6(search, at);
    },
  };
}
