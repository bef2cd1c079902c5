import { describe, expect, it } from "vitest";
import { reciprocalRank, weighted } from "../../../src/rag/search/fuse.ts";

const words = new Map([
  ["a", 12],
  ["b", 6],
  ["c", 3],
]);
const vectors = new Map([
  ["c", 0.9],
  ["b", 0.6],
  ["d", 0.3],
]);

describe("weighted", () => {
  it("adds shares of the best score, from what is worth nothing", () => {
    const fused = weighted([
      { scores: words, weight: 0.7, least: 0 },
      { scores: vectors, weight: 0.3, least: 0 },
    ]);
    expect([...fused.keys()]).toEqual(["a", "b", "c", "d"]);
    expect([...fused.values()]).toEqual(
      [0.7, 0.35 + 0.2, 0.175 + 0.3, 0.1].map((score) => expect.closeTo(score)),
    );
  });

  it("counts from the lowest score found where it is not told what is worth nothing", () => {
    expect(Object.fromEntries(weighted([{ scores: words }]))).toEqual({
      a: 1,
      b: expect.closeTo(1 / 3),
      c: 0,
    });
  });

  it("counts up to the highest score there can be where it is told", () => {
    const scores = new Map([
      ["a", 0.5],
      ["b", 0.25],
      ["c", 1.1],
    ]);
    expect(Object.fromEntries(weighted([{ scores, least: 0, most: 1 }]))).toEqual({ a: 0.5, b: 0.25, c: 1 });
  });

  it("does not go below nothing", () => {
    const scores = new Map([
      ["a", 0.5],
      ["b", -0.5],
    ]);
    expect(Object.fromEntries(weighted([{ scores, least: 0 }]))).toEqual({ a: 1, b: 0 });
  });

  it("gives all that is found the same where all scores are alike", () => {
    const scores = new Map([
      ["a", 2],
      ["b", 2],
    ]);
    expect([...weighted([{ scores }])]).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    expect([...weighted([{ scores, least: 0 }]).values()]).toEqual([1, 1]);
    expect([...weighted([{ scores, least: 2 }]).values()]).toEqual([0, 0]);
  });
});

describe("reciprocalRank", () => {
  it("adds reciprocal ranks", () => {
    const fused = reciprocalRank([{ scores: words }, { scores: vectors, weight: 0.5 }], 10);
    expect(Object.fromEntries(fused)).toEqual({
      a: expect.closeTo(1 / 11),
      b: expect.closeTo(1 / 12 + 0.5 / 12),
      c: expect.closeTo(1 / 13 + 0.5 / 11),
      d: expect.closeTo(0.5 / 13),
    });
    expect([...fused.keys()]).toEqual(["b", "c", "a", "d"]);
  });
});

describe.each([
  ["weighted", weighted<string>],
  ["reciprocalRank", (searches: Parameters<typeof reciprocalRank<string>>[0]) => reciprocalRank(searches)],
])("%s", (_, fuse) => {
  it("keeps the order of a search that stands alone, ties in the order they came", () => {
    const scores = new Map([
      ["x", 1],
      ["z", 3],
      ["y", 1],
    ]);
    expect([...fuse([{ scores }, { scores: new Map() }]).keys()]).toEqual(["z", "x", "y"]);
  });

  it("takes what is no number as not found", () => {
    const scores = new Map([
      ["a", Number.NaN],
      ["b", 1],
      ["c", Number.POSITIVE_INFINITY],
    ]);
    expect([...fuse([{ scores }]).keys()]).toEqual(["b"]);
  });

  it("gives nothing for nothing", () => {
    expect(fuse([]).size).toBe(0);
    expect(fuse([{ scores: new Map() }]).size).toBe(0);
  });
});
