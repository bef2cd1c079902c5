import { describe, expect, it } from "vitest";
import { highest } from "../../../src/rag/keyword/highest.ts";

describe("highest", () => {
  it("gives the same as sorting all of them", () => {
    let state = 7;
    const next = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let round = 0; round < 200; round++) {
      const scores = Array.from({ length: next(60) }, () => next(12) - 2);
      const count = next(15);
      const accepts = (place: number): boolean => place % 3 !== round % 4;
      const places = scores
        .map((_, place) => place)
        .filter((place) => (scores[place] ?? 0) > 0 && accepts(place));
      const sorted = places.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
      expect(highest(scores, count, accepts)).toEqual(sorted.slice(0, count));
    }
  });

  it("asks only about what would be among the highest", () => {
    const asked: number[] = [];
    highest([5, 1, 4, 9], 1, (place) => asked.push(place) > 0);
    expect(asked).toEqual([0, 3]);
  });

  it("leaves out what is no number above 0", () => {
    expect(highest([Number.NaN, 0, -1, 2], 5)).toEqual([3]);
  });
});
