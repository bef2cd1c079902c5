import { describe, expect, test } from "vitest";
import { mod97, mod1110, verhoeff, weighed } from "../../../src/guardrail/pii/checksums.ts";
import { luhn } from "../../../src/guardrail/pii/luhn.ts";

describe("luhn", () => {
  test.each(["4111111111111111", "378282246310005", "79927398713", "0", ""])("%s passes", (digits) => {
    expect(luhn(digits)).toBe(true);
  });

  test("one wrong digit never passes", () => {
    const right = "79927398713";
    for (let at = 0; at < right.length; at++) {
      for (let add = 1; add < 10; add++) {
        const digit = (Number(right[at]) + add) % 10;
        expect(luhn(right.slice(0, at) + digit + right.slice(at + 1))).toBe(false);
      }
    }
  });
});

describe("mod97", () => {
  test.each(["GB82WEST12345698765432", "DE89370400440532013000", "gb82west12345698765432"])("%s", (iban) => {
    expect(mod97(iban.slice(4) + iban.slice(0, 4))).toBe(1);
  });

  test("counts like long division", () => {
    expect(mod97("3214282912345698765432161182")).toBe(1);
    expect(mod97("Z")).toBe(35);
    expect(mod97("98")).toBe(1);
  });
});

/** Every other last digit is wrong. */
function hasOneEnd(digits: string, check: (digits: string) => boolean): boolean {
  const front = digits.slice(0, -1);
  return Array.from("0123456789").every((last) => check(front + last) === digits.endsWith(last));
}

describe("verhoeff", () => {
  test.each(["2363", "399876543211", "400123456787", "1428570"])("%s has one right end", (digits) => {
    expect(hasOneEnd(digits, verhoeff)).toBe(true);
  });

  test("two digits that changed places never pass", () => {
    const right = "399876543211";
    for (let at = 0; at < right.length - 1; at++) {
      const [one, other] = [right.charAt(at), right.charAt(at + 1)];
      if (one === other) continue;
      expect(verhoeff(right.slice(0, at) + other + one + right.slice(at + 2))).toBe(false);
    }
  });
});

describe("mod1110", () => {
  test.each(["36574261809", "86095742719", "136695976"])("%s has one right end", (digits) => {
    expect(hasOneEnd(digits, mod1110)).toBe(true);
  });
});

test("weighed sums digits and letters times their weights", () => {
  expect(weighed("1234", "a1")).toBe(12);
  expect(weighed("C01X00T4", "73173173")).toBe(12 * 7 + 1 + 33 * 7 + 29 * 7 + 4 * 3);
});
