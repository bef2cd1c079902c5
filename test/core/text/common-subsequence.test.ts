import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonSubsequence } from "../../../src/core/text/common-subsequence.ts";

/** The length of the longest common subsequence, by the table of the textbooks. */
function longest(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const text of left) {
    const next: number[] = [];
    right.forEach((other, at) => {
      const diagonal = at > 0 ? (row[at - 1] ?? 0) : 0;
      next.push(text === other ? diagonal + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("commonSubsequence", () => {
  it("pairs what two lists share, in order", () => {
    expect(commonSubsequence(["a", "b", "c"], ["b", "x", "c"])).toEqual([
      [1, 0],
      [2, 2],
    ]);
    expect(commonSubsequence(["a"], ["b"])).toEqual([]);
    expect(commonSubsequence([], ["b"])).toEqual([]);
  });

  it("is a longest one, for every pair of lists", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const pairs = commonSubsequence(left, right);
        let [lastLeft, lastRight] = [-1, -1];
        for (const [from, to] of pairs) {
          expect(left[from]).toBe(right[to]);
          expect(from > lastLeft && to > lastRight).toBe(true);
          [lastLeft, lastRight] = [from, to];
        }
        expect(pairs.length).toBe(longest(left, right));
      }),
      { numRuns: 200 },
    );
  });
});
