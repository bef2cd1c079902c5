import { describe, expect, it } from "vitest";
import { splitCases } from "../../../src/prompt/optimize/split-cases.ts";

const split = { train: 0.4, validation: 0.4, test: 0.2 };
const named = (count: number): { readonly name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `case ${index}` }));

describe("splitCases", () => {
  it("puts a case where its name belongs, on every runtime and for ever", () => {
    const parts = splitCases(named(12), split);
    expect(Object.values(parts).map((part) => part.map(({ name }) => name.slice(5)).join(" "))).toEqual([
      "1 2 3 6 10",
      "4 7 8 9 11",
      "0 5",
    ]);
  });

  it("does so whatever the order, and whatever is added or taken away", () => {
    const few = splitCases(named(40), split);
    const many = splitCases(named(400).reverse(), split);
    for (const part of ["train", "validation", "test"] as const) {
      const names = new Set(many[part].map(({ name }) => name));
      expect(few[part].every(({ name }) => names.has(name))).toBe(true);
      expect(many[part].length / 400).toBeCloseTo(split[part], 1);
    }
  });

  it("takes names for the same that look the same", () => {
    const parts = splitCases([{ name: "caf\u00e9" }, { name: "cafe\u0301" }], split);
    expect(Object.values(parts).map((part) => part.length)).toContain(2);
  });
});
