import { IPV4_CARRIERS, SPECIAL_IPV4, SPECIAL_IPV6, type SpecialBlock } from "./special-addresses.ts";

/** Whether an address may be reached, and why not. */
export interface AddressVerdict {
  readonly verdict: "allow" | "block";
  /** In words, with the standard that sets the block apart; `public` for an allowed address. */
  readonly reason: string;
}

interface Block {
  readonly bytes: readonly number[];
  readonly length: number;
  readonly reason: string;
}

interface Blocks {
  readonly special: readonly Block[];
  readonly carriers: readonly Block[];
}

/** Filled on first use, so that the module level holds data only. */
let blocks: Blocks | undefined;

/**
 * Says whether an IP address is a public one. An IPv4 address inside an IPv6 address is decoded and judged; anything
 * that is not an address is blocked. Follows the IANA special-purpose address registries.
 *
 * @example
 * classifyAddress("93.184.216.34").verdict; // "allow"
 * classifyAddress("::ffff:169.254.169.254").verdict; // "block"
 */
export function classifyAddress(address: string): AddressVerdict {
  const bytes = parseAddress(address);
  if (!bytes) return { verdict: "block", reason: "not an IP address" };
  blocks ??= readBlocks();
  const { special, carriers } = blocks;
  const carrier = carriers.find((block) => contains(block, bytes));
  if (carrier) return classifyCarried(bytes, carrier.reason);
  const match = special.find((block) => contains(block, bytes));
  if (match) return { verdict: "block", reason: match.reason };
  if (bytes.length === 4) return { verdict: "allow", reason: "public" };
  // RFC 4291: 2000::/3 is all that was ever given out as global unicast.
  if (((bytes[0] ?? 0) & 0xe0) !== 0x20)
    return { verdict: "block", reason: "outside of global unicast 2000::/3" };
  return isIsatap(bytes) ? classifyCarried(bytes, "ISATAP") : { verdict: "allow", reason: "public" };
}

/**
 * Reads an IP address: 4 bytes for IPv4, 16 for IPv6, `undefined` for anything else. Takes the canonical dotted form,
 * every text form of IPv6 (RFC 4291), brackets and a zone; not octal, hexadecimal or shortened IPv4, which resolvers
 * read in different ways and `new URL()` has already rewritten.
 *
 * @example
 * parseAddress("[::1]")?.length; // 16
 */
export function parseAddress(text: string): readonly number[] | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  return bare.includes(":") ? parseIPv6(bare) : parseIPv4(bare);
}

function parseIPv4(text: string): number[] | undefined {
  const bytes = text.split(".").map((part) => {
    const value = Number(part);
    return part === String(value) && Number.isInteger(value) && value >= 0 && value <= 255
      ? value
      : Number.NaN;
  });
  return bytes.length === 4 && !bytes.includes(Number.NaN) ? bytes : undefined;
}

function parseIPv6(text: string): number[] | undefined {
  const [address = ""] = text.split("%"); // the zone, as in fe80::1%eth0
  const halves = address.split("::");
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  if (!head || halves.length > 2) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (!tail || head.length + tail.length > 14) return undefined;
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

/** Hexadecimal groups to bytes; the last of the whole address may be a dotted IPv4 address. */
function parseGroups(text: string, endsAddress: boolean): number[] | undefined {
  const bytes: number[] = [];
  const groups = text === "" ? [] : text.split(":");
  for (const [index, group] of groups.entries()) {
    const dotted = endsAddress && index === groups.length - 1 ? parseIPv4(group) : undefined;
    const value = /^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : undefined;
    if (dotted) bytes.push(...dotted);
    else if (value !== undefined) bytes.push(value >> 8, value & 0xff);
    else return undefined;
  }
  return bytes;
}

function readBlocks(): Blocks {
  return {
    special: [...SPECIAL_IPV4, ...SPECIAL_IPV6].map(readBlock),
    carriers: IPV4_CARRIERS.map(readBlock),
  };
}

function readBlock([block, reason]: SpecialBlock): Block {
  const [address = "", length] = block.split("/");
  return { bytes: parseAddress(address) ?? [], length: Number(length), reason };
}

function contains(block: Block, bytes: readonly number[]): boolean {
  if (block.bytes.length !== bytes.length) return false;
  for (let bit = 0; bit < block.length; bit += 8) {
    const mask = block.length - bit >= 8 ? 0xff : 0xff << (8 - (block.length - bit));
    if ((((block.bytes[bit / 8] ?? 0) ^ (bytes[bit / 8] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}

/** RFC 5214: the interface identifier is [00 or 02]00:5efe and then an IPv4 address, under any prefix. */
function isIsatap(bytes: readonly number[]): boolean {
  return ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

function classifyCarried(bytes: readonly number[], carrier: string): AddressVerdict {
  const inner = classifyAddress(bytes.slice(12).join("."));
  return inner.verdict === "allow"
    ? inner
    : { verdict: "block", reason: `${carrier} address of: ${inner.reason}` };
}
