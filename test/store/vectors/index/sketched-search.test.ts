import { describe, expect, it } from "vitest";
import { syntheticVectors } from "../../../../bench/rag/synthetic-vectors.ts";
import { unitVector } from "../../../../src/store/vectors/index/unit-vector.ts";
import { vectorCodeLength, vectorCodes } from "../../../../src/store/vectors/index/vector-codes.ts";
import { vectorIndex } from "../../../../src/store/vectors/index/vector-index.ts";
import { exactHits, rowsOf } from "./exact-hits.ts";

// Above 4,096 vectors a search reads sketches first: what it finds must be what a search through all of them finds.

const dimensions = 96;
const { rows: numbers, queries } = syntheticVectors({ count: 5000, dimensions, queries: 8, topics: 40 });
const rows = rowsOf(numbers, dimensions);
const slotsOf = (hits: readonly { slot: number }[]) => hits.map(({ slot }) => slot);

describe.each([
  ["in JavaScript", { kernel: false }],
  ["with what the runtime allows", {}],
  ["with floats outside", { floats: async (slots: readonly number[]) => slots.map((slot) => rows[slot]) }],
] as const)("a search through thousands of vectors %s", (_, options) => {
  const make = () => {
    const index = vectorIndex({ dimensions, ...options });
    index.add(rows);
    return index;
  };

  it("finds what an exact search finds, with the same scores", async () => {
    const index = make();
    for (const query of queries) {
      const hits = await index.search(query, { topK: 10 });
      const exact = exactHits(rows, query, 10);
      expect(slotsOf(hits)).toEqual(slotsOf(exact));
      hits.forEach(({ score }, at) => {
        expect(score).toBeCloseTo(exact[at]?.score ?? 0, 5);
      });
    }
  });

  it("finds many, few above a threshold, and those a filter leaves", async () => {
    const index = make();
    const [query = numbers] = queries;
    const many = exactHits(rows, query, 300);
    const found = slotsOf(await index.search(query, { topK: 300 }));
    // The bits of a vector mislead about once in a thousand times.
    expect(found).toHaveLength(300);
    expect(found.filter((slot) => many.some((hit) => hit.slot === slot)).length).toBeGreaterThanOrEqual(298);
    const threshold = ((many[3]?.score ?? 0) + (many[4]?.score ?? 0)) / 2;
    expect(slotsOf(await index.search(query, { topK: 300, threshold }))).toEqual(slotsOf(many.slice(0, 4)));
    // One filter leaves most of the vectors, the other so few that all are looked at.
    for (const accepts of [(slot: number) => slot % 8 !== 3, (slot: number) => slot % 5 === 0]) {
      const hits = await index.search(query, { topK: 10, accepts });
      expect(slotsOf(hits)).toEqual(slotsOf(exactHits(rows, query, 10, accepts)));
    }
  });

  it("goes on when vectors are removed and others take their slots", async () => {
    const index = make();
    const [query = numbers, other = numbers] = queries;
    const [best, second] = slotsOf(await index.search(query, { topK: 2 }));
    index.remove([best ?? -1]);
    expect(slotsOf(await index.search(query, { topK: 1 }))).toEqual([second]);
    const [moved] = index.add([rows[best ?? 0] ?? []]);
    expect(moved).toBe(best);
    expect(slotsOf(await index.search(query, { topK: 2 }))).toEqual([best, second]);
    const exact = exactHits(rows, other, 5);
    expect(slotsOf(await index.search(other, { topK: 5 }))).toEqual(slotsOf(exact));
  });
});

describe("a search through thousands of vectors", () => {
  it("finds what came after the first search", async () => {
    const index = vectorIndex({ dimensions });
    index.add(rows.slice(0, 4200));
    const [query = numbers] = queries;
    await index.search(query, { topK: 1 });
    index.add(rows.slice(4200));
    expect(slotsOf(await index.search(query, { topK: 10 }))).toEqual(slotsOf(exactHits(rows, query, 10)));
  });

  it("answers searches that run side by side", async () => {
    const index = vectorIndex({ dimensions });
    index.add(rows);
    const found = await Promise.all(queries.map((query) => index.search(query, { topK: 3 })));
    expect(found.map(slotsOf)).toEqual(queries.map((query) => slotsOf(exactHits(rows, query, 3))));
  });

  it("finds the best of vectors that are mostly zeros, as those of hashed words are", async () => {
    const words = (row: number) => [row % 89, (row * 31) % 97, (row * row) % 101];
    const make = (row: number) => {
      const vector = new Float32Array(128);
      for (const word of words(row)) vector[word] = 1 + (row % 7) / 7;
      return vector;
    };
    const made = Array.from({ length: 4500 }, (_, row) => make(row));
    const units = made.map((vector) => unitVector(vector, 128) ?? vector);
    const index = vectorIndex({ dimensions: 128 });
    index.add(made);
    for (const row of [3, 700, 4321]) {
      const query = units[row] ?? numbers;
      const scores = (await index.search(query, { topK: 10 })).map(({ score }) => score.toFixed(5));
      expect(scores).toEqual(exactHits(units, query, 10).map(({ score }) => score.toFixed(5)));
    }
  });

  it("never finds what damaged codes stand for, and everything else", async () => {
    const [query = numbers] = queries;
    const index = vectorIndex({ dimensions, floats: async (slots) => slots.map((slot) => rows[slot]) });
    const codes = vectorCodes(rows);
    const [best = 0, ...others] = slotsOf(exactHits(rows, query, 6));
    for (const slot of [0, best])
      new DataView(codes.buffer).setFloat32(slot * vectorCodeLength(dimensions), Number.NaN);
    index.addCodes(codes);
    expect(slotsOf(await index.search(query, { topK: 5 }))).toEqual(others);
  });

  it.each([
    ["that are all equal", () => [1, 2, 3, 4, 5, 6, 7, 8]],
    ["on a few axes", (row: number) => Array.from({ length: 8 }, (_, axis) => (axis === row % 8 ? 1 : 0))],
    ["of two kinds", (row: number) => Array.from({ length: 8 }, () => (row % 2 === 0 ? 1e30 : -1e-30))],
    ["of which one differs", (row: number) => [1, row === 4321 ? 1.001 : 1, 0, 0, 0, 0, 0, 0]],
  ] as const)("is exact for vectors %s", async (_, make) => {
    const made = Array.from({ length: 4500 }, (_, row) => make(row));
    const units = made.map((vector) => unitVector(vector, 8) ?? new Float32Array(8));
    const index = vectorIndex({ dimensions: 8 });
    index.add(made);
    for (const query of [units[4321], units[0]]) {
      const hits = await index.search(query ?? [], { topK: 4 });
      expect(slotsOf(hits)).toEqual(slotsOf(exactHits(units, query ?? numbers, 4)));
    }
  });
});
