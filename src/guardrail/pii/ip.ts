import type { WrittenNumber } from "./written-number.ts";

/** Four numbers with dots between them: the end of no longer ones, and not the front of a version such as `1.2.3.4-beta`. */
const FORM: RegExp = /^\d{1,3}(?:\.\d{1,3}){3}(?![\w\xc0-\u024f]|\.\d|[-+][a-z])/i;

/** What else is counted so. */
const OTHERS: RegExp =
  /(?:\bv|\b(?:versions?|ver|release|rev|build|firmware|driver|sections?|sec|chapter|clause|oid|rfc ?\d+,?)|§|[a-z]-)[.:#= "']*$/i;

/** What four digits are not, unless one of these stands before them. */
const WORDS: RegExp = /\b(?:ip|addr|host|server|dns|ping|gateway|net|proxy|client|router|from|ssh)/i;

/** Finds IPv4 addresses in their dotted form (RFC 1123 2.1), not versions and chapters. */
export function findIpv4(number: WrittenNumber): void {
  const { text, start, first } = number;
  if (text[first] !== "." || !number.isFree) return;
  const [found] = FORM.exec(text.slice(start, start + 17)) ?? [];
  if (!found || found.split(".").some((byte) => Number(byte) > 255)) return;
  const before = number.before();
  // Browsers call themselves "Chrome/153.0.0.0".
  if (OTHERS.test(before) || (before.endsWith("/") && found.endsWith(".0.0"))) return;
  const { length } = found;
  const isSure = length > 7 || new Set(found).size < 3 || number.isWhole(length) || WORDS.test(before);
  number.add(length, "ipv4", isSure ? 0.9 : 0.4);
}
