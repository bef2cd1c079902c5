import type { Search } from "../scan.ts";
import { isAlphanumeric, isHex, isWord } from "./characters.ts";

/**
 * Finds addresses of Bitcoin and Ethereum. A segwit address must have its checksum (BIP 173, BIP 350); that of the older ones needs
 * SHA-256 and that of Ethereum (EIP-55) Keccak, so that alphabet and length decide there.
 */
export function findCrypto(search: Search, at: number): void {
  const { text } = search;
  const first = text.charCodeAt(at);
  if (first === 48) {
    if ((text.charCodeAt(at + 1) | 32) === 120) ethereum(search, at);
    else if (at + 1 === text.length) search.wait(at);
  } else if (first === 49 && /(?:^|[^a-z\d_])(?:bc|tb)$/i.test(text.slice(Math.max(0, at - 3), at))) {
    const end = tokenEnd(search, at - 2, 90);
    if (isBech32(text.slice(at - 2, end), 2)) add(search, at - 2, end, 0.99);
  } else if ((first === 49 || first === 51) && !isWord(text.charCodeAt(at - 1))) {
    const end = tokenEnd(search, at, 36);
    // Text in base 64 looks the same, but for its signs.
    if (isBase64Sign(text.charCodeAt(at - 1)) || isBase64Sign(text.charCodeAt(end))) return;
    if (/^(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{26,34}$/.test(text.slice(at, end)))
      add(search, at, end, 0.85);
  }
}

function isBase64Sign(code: number): boolean {
  return code === 43 || code === 47 || code === 61;
}

function add(search: Search, start: number, end: number, score: number): void {
  search.add({ start, end, label: "crypto", score });
}

function ethereum(search: Search, start: number): void {
  const { text } = search;
  if (isWord(text.charCodeAt(start - 1))) return;
  const end = tokenEnd(search, start, 43);
  for (let at = start + 2; at < end; at++) if (!isHex(text.charCodeAt(at))) return;
  if (end - start === 42) add(search, start, end, 0.9);
}

/** Where the letters and digits end; one that goes on behind the most is longer than it may be. */
function tokenEnd(search: Search, start: number, most: number): number {
  const { text } = search;
  let end = start;
  while (end - start <= most && isAlphanumeric(text.charCodeAt(end))) end++;
  if (end === text.length) search.wait(start);
  return end;
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Whether an address has the checksum of BIP 173 or the one of BIP 350; `mark` is where its "1" stands. */
function isBech32(address: string, mark: number): boolean {
  const text = address.toLowerCase();
  if ((text !== address && address.toUpperCase() !== address) || (text.length !== 42 && text.length !== 62))
    return false;
  let sum = 1;
  const feed = (value: number): void => {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, part] of [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].entries())
      if ((top >> bit) & 1) sum ^= part;
  };
  for (let at = 0; at < mark; at++) feed(text.charCodeAt(at) >> 5);
  feed(0);
  for (let at = 0; at < mark; at++) feed(text.charCodeAt(at) & 31);
  for (const letter of text.slice(mark + 1)) {
    const value = BECH32.indexOf(letter);
    if (value < 0) return false;
    feed(value);
  }
  return sum === 1 || sum === 0x2bc830a3;
}
