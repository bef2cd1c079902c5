import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyAddress, parseAddress } from "../../src/net/addresses.ts";

const bytes = (count: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count });

function groups(address: readonly number[]): string {
  return Array.from({ length: 8 }, (_, index) =>
    (((address[2 * index] ?? 0) << 8) | (address[2 * index + 1] ?? 0)).toString(16),
  ).join(":");
}

/** Zeros are common in real addresses, and are what the short form of IPv6 is about. */
const sparse = fc
  .tuple(bytes(16), bytes(16))
  .map(([values, mask]) => values.map((v, i) => ((mask[i] ?? 0) < 150 ? 0 : v)));

describe("addresses, for any bytes", () => {
  it("an IPv4 address is read from its dotted form", () => {
    fc.assert(
      fc.property(bytes(4), (address) => {
        expect(parseAddress(address.join("."))).toEqual(address);
      }),
    );
  });

  it("an IPv6 address is read from its long form and from the short one of a URL", () => {
    fc.assert(
      fc.property(sparse, (address) => {
        expect(parseAddress(groups(address))).toEqual(address);
        expect(parseAddress(new URL(`https://[${groups(address)}]/`).hostname)).toEqual(address);
      }),
    );
  });

  it("an IPv4 address has one verdict, plain, mapped, behind NAT64 and in ISATAP", () => {
    fc.assert(
      fc.property(bytes(4), (address) => {
        const dotted = address.join(".");
        const { verdict } = classifyAddress(dotted);
        for (const prefix of ["::ffff:", "64:ff9b::", "2600:1:2:3:0:5efe:"]) {
          expect(classifyAddress(prefix + dotted).verdict, prefix + dotted).toBe(verdict);
        }
      }),
    );
  });

  it("nothing outside of 2000::/3 is allowed, but what carries a public IPv4 address", () => {
    fc.assert(
      fc.property(sparse, (address) => {
        const text = groups(address);
        const carries = text.startsWith("0:0:0:0:0:ffff:") || text.startsWith("64:ff9b:0:0:0:0:");
        fc.pre(((address[0] ?? 0) & 0xe0) !== 0x20 && !carries);
        expect(classifyAddress(text).verdict, text).toBe("block");
      }),
    );
  });
});
