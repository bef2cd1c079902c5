import type { ScanRule, Search } from "../scan.ts";
import { isWord } from "./written-number.ts";

/** Eight groups of an IPv6 address take 39 characters, six with an IPv4 address 45. */
const LONGEST = 48;

const TOKEN: RegExp = /^[\da-f:.-]*/i;
const MAC: RegExp =
  /^(?:[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})|[\da-f]{4}(?:\.[\da-f]{4}){2})(?![:.-]?[\da-z_])/i;
/** Nobody's, and everybody's. */
const NO_MAC: RegExp = /^[0.:-]+$|^[f.:-]+$/i;
const IPV6: RegExp = /^[\da-f.]*(?::[\da-f.]*)+[\da-f:]/i;
const ZONE: RegExp = /^%\w{1,15}/;

/**
 * Finds MAC addresses (IEEE 802) and IPv6 addresses (RFC 4291 2.2, with zones of RFC 4007 11), from the first sign in them on.
 */
export function hexAddressRule(hasMac: boolean, hasIpv6: boolean): ScanRule {
  return {
    triggers: hasMac ? ":-." : ":",
    before: "0123456789ABCDEFabcdef",
    mostBefore: 4,
    look(search, at) {
      const { text } = search;
      const isLast = at + 1 === text.length;
      const next = text.charCodeAt(at + 1);
      if (!isLast && !isSign(next)) return;
      if (!isLast && next !== COLON && !isSign(text.charCodeAt(at - 1))) return;
      let start = at;
      let before = text.charCodeAt(at - 1);
      while (start > at - 4 && before !== COLON && isSign(before)) before = text.charCodeAt(--start - 1);
      if (isWord(before) || before === COLON || before === 45 || before === 46) return;
      const near = text.slice(start, start + LONGEST);
      const token = TOKEN.exec(near)?.[0] ?? "";
      // It takes two characters behind an address to see that it is whole.
      if (token.length === near.length && near.length < LONGEST) search.wait(start);
      const mac = hasMac && MAC.exec(near)?.[0];
      if (mac && !NO_MAC.test(mac)) search.add({ start, end: start + mac.length, label: "mac", score: 0.92 });
      const address = hasIpv6 && IPV6.exec(token)?.[0];
      if (address && isIpv6(address) && !/^\w/.test(near.slice(address.length)))
        addWithZone(search, start, start + address.length);
    },
  };
}

function addWithZone(search: Search, start: number, end: number): void {
  const near = search.text.slice(end, end + 17);
  if (near.length < 17 && /^%\w*$/.test(near)) search.wait(start);
  const zone = ZONE.exec(near)?.[0] ?? "";
  search.add({ start, end: end + zone.length, label: "ipv6", score: 0.92 });
}

const COLON = 58;

/** Whether it is a digit of a hexadecimal number, or a colon. */
function isSign(code: number): boolean {
  const lower = code | 32;
  return (code >= 48 && code <= COLON) || (lower >= 97 && lower <= 102);
}

/** Whether it is an address: no time of day, and none without any digit, because programs name things so, too. */
function isIpv6(text: string): boolean {
  return /\d/.test(text) && /::|^(?:[^:]+:){6}/.test(text) && URL.canParse(`http://[${text}]/`);
}
