import { describe, expect, test } from "vitest";
import { luhn, mod97 } from "../../../src/guardrail/pii/checksums.ts";

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
