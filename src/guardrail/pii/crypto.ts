import type { WrittenNumber } from "./written-number.ts";

/** Addresses of Bitcoin from before BIP 173, in base 58, and of Ethereum. */
const BASE58: RegExp = /^[13](?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])[1-9A-HJ-NP-Za-km-z]{25,33}$/;
const ETHEREUM: RegExp = /^0x[\da-f]{40}$/i;
const SEGWIT: RegExp = /^(?:(?:bc|tb)1[^A-Z]+|(?:BC|TB)1[^a-z]+)$/;

/**
 * Finds addresses of Bitcoin and Ethereum. Segwit addresses must have their checksum (BIP 173, BIP 350); that of older ones needs
 * SHA-256 and that of Ethereum (EIP-55) Keccak, so that alphabet and length decide there.
 */
export function findCrypto(number: WrittenNumber): void {
  const { search, text, start, first } = number;
  // Letters follow at once, or where the text goes on.
  if (text.charCodeAt(first) < 65 || !"013".includes(text.charAt(start))) return;
  const near = text.slice(Math.max(0, start - 3), start);
  const from = /(?:^|[^a-z\d_])(?:bc|tb)$/i.test(near) ? start - 2 : start;
  if (from === start && /[\w+/=]$/.test(near)) return;
  const [token = ""] = /^[a-z\d]+/i.exec(text.slice(start, start + 62)) ?? [];
  const end = start + token.length;
  if (token.length < 26 && end < text.length) return;
  if (end === text.length) search.wait(from);
  // Text in base 64 looks the same, but for its signs.
  if (/[\w+/=]/.test(text.charAt(end))) return;
  const address = text.slice(from, end);
  if (ETHEREUM.test(address) || BASE58.test(address)) number.add(token.length, "crypto", 0.85);
  else if (SEGWIT.test(address) && isBech32(address.toLowerCase()))
    search.add({ start: from, end, label: "crypto", score: 0.99 });
}

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Whether an address of 42 or 62 characters has the checksum of BIP 173, or the one of BIP 350. */
function isBech32(address: string): boolean {
  if (address.length !== 42 && address.length !== 62) return false;
  const [first = 0, second = 0] = [address.charCodeAt(0), address.charCodeAt(1)];
  const values = Array.from(address.slice(3), (letter) => ALPHABET.indexOf(letter));
  if (values.includes(-1)) return false;
  let sum = 1;
  for (const value of [first >> 5, second >> 5, 0, first & 31, second & 31, ...values]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].forEach((part, bit) => {
      if ((top >> bit) & 1) sum ^= part;
    });
  }
  return sum === 1 || sum === 0x2bc830a3;
}
