import { describe, expect, it } from "vitest";
import type { Vector } from "../../../../src/contracts/vector-store.ts";
import { VectorError } from "../../../../src/core/errors/retrieval-errors.ts";
import { unitVector } from "../../../../src/store/vectors/index/unit-vector.ts";
import { vectorCodeLength, vectorCodes } from "../../../../src/store/vectors/index/vector-codes.ts";
import { type ReadFloats, vectorIndex } from "../../../../src/store/vectors/index/vector-index.ts";

const plane: Vector[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [3, 3],
];

/** An index that leaves the floats where they are, and what it asked for. */
function outside(vectors: (Vector | undefined)[], dimensions: number) {
  const asked: number[][] = [];
  const floats: ReadFloats = async (slots) => {
    asked.push([...slots]);
    return slots.map((slot) => vectors[slot]);
  };
  return { index: vectorIndex({ dimensions, floats }), asked };
}

describe.each(["kept", "outside"])("an index of vectors with floats %s", (where) => {
  const make = (vectors: Vector[], dimensions: number) => {
    const index = where === "kept" ? vectorIndex({ dimensions }) : outside(vectors, dimensions).index;
    expect(index.add(vectors)).toEqual(vectors.map((_, slot) => slot));
    return index;
  };

  it("gives the best first, with their cosines", async () => {
    const index = make(plane, 2);
    const hits = await index.search([2, 1], { topK: 3 });
    expect(hits.map(({ slot }) => slot)).toEqual([3, 0, 1]);
    expect(hits[0]?.score).toBeCloseTo(3 / Math.sqrt(10), 6);
    expect(hits[2]?.score).toBeCloseTo(1 / Math.sqrt(5), 6);
    expect([index.size, index.slots, index.dimensions]).toEqual([4, 4, 2]);
  });

  it("gives no more than there are, and none for a count below one", async () => {
    const index = make(plane, 2);
    expect(await index.search([1, 1], { topK: 100 })).toHaveLength(4);
    expect(await index.search([1, 1], { topK: Number.POSITIVE_INFINITY })).toHaveLength(4);
    expect(await index.search([1, 1], { topK: 2.9 })).toHaveLength(2);
    for (const topK of [0, -1, Number.NaN]) expect(await index.search([1, 1], { topK })).toEqual([]);
  });

  it("keeps to a threshold", async () => {
    const index = make(plane, 2);
    const slots = async (threshold: number) =>
      (await index.search([1, 0], { topK: 9, threshold })).map(({ slot }) => slot);
    expect(await slots(0.9)).toEqual([0]);
    expect(await slots(0.7)).toEqual([0, 3]);
    expect(await slots(0)).toEqual([0, 3, 1]);
    expect(await slots(-1)).toEqual([0, 3, 1, 2]);
    expect(await slots(1)).toEqual([0]);
    expect(await slots(1.1)).toEqual([]);
  });

  it("takes hits only where a filter allows it", async () => {
    const index = make(plane, 2);
    const slots = async (accepts: Uint8Array | ((slot: number) => boolean)) =>
      (await index.search([1, 0], { topK: 9, accepts })).map(({ slot }) => slot);
    expect(await slots((slot) => slot > 1)).toEqual([3, 2]);
    expect(await slots(Uint8Array.of(0, 7))).toEqual([1]);
    expect(await slots(() => false)).toEqual([]);
  });

  it("gives equal ones in the order of their slots", async () => {
    const index = make(
      Array.from({ length: 200 }, () => [0.3, 0.1, 0.2]),
      3,
    );
    const hits = await index.search([1, 1, 1], { topK: 5 });
    expect(hits.map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 4]);
  });

  it("forgets what was removed, and gives its slot away again", async () => {
    const vectors = plane.slice();
    const index = make(vectors, 2);
    index.remove([0, 0, 99]);
    expect(index.size).toBe(3);
    expect((await index.search([1, 0], { topK: 1 }))[0]?.slot).toBe(3);
    vectors[0] = [0, -1];
    expect(index.add([[0, -1]])).toEqual([0]);
    expect(index.add([])).toEqual([]);
    expect([index.size, index.slots]).toEqual([4, 4]);
    expect(await index.search([0, -1], { topK: 1 })).toEqual([{ slot: 0, score: 1 }]);
  });

  it("brings numbers of any size to length one", async () => {
    const huge = 1.7e308;
    const tiny = 5e-324;
    const index = make(
      [
        [huge, huge],
        [tiny, 0],
        [1e-30, -1e-30],
        [huge, tiny],
      ],
      2,
    );
    const slots = (await index.search([tiny, tiny], { topK: 4 })).map(({ slot }) => slot);
    expect(slots).toEqual([0, 1, 3, 2]);
    const hits = await index.search([huge, -huge], { topK: 1 });
    expect(hits[0]).toMatchObject({ slot: 2, score: expect.closeTo(1, 6) });
  });

  it("finds nothing that is like a vector of zeros", async () => {
    expect(await make(plane, 2).search([0, 0], { topK: 3 })).toEqual([]);
    expect(await vectorIndex({ dimensions: 2 }).search([1, 0], { topK: 3 })).toEqual([]);
  });

  it.each([
    [
      "a NaN",
      [
        [1, 0],
        [Number.NaN, 1],
      ],
      "VECTOR_INVALID",
    ],
    ["an infinity", [[Number.NEGATIVE_INFINITY, 1]], "VECTOR_INVALID"],
    ["no numbers", [[]], "VECTOR_INVALID"],
    [
      "nothing but zeros",
      [
        [1, 0],
        [0, -0],
      ],
      "VECTOR_INVALID",
    ],
    ["too few numbers", [[1]], "VECTOR_DIMENSIONS"],
    ["too many numbers", [[1, 2, 3]], "VECTOR_DIMENSIONS"],
  ] as const)("refuses vectors with %s and takes none of them in", (_, vectors, code) => {
    const index = make(plane, 2);
    expect(() => index.add(vectors)).toThrow(VectorError);
    expect(() => index.add(vectors)).toThrow(expect.objectContaining({ code }));
    expect([index.size, index.slots]).toEqual([4, 4]);
  });

  it("refuses a query that does not fit", async () => {
    const index = make(plane, 2);
    await expect(index.search([1], { topK: 1 })).rejects.toMatchObject({
      code: "VECTOR_DIMENSIONS",
      expected: 2,
      actual: 1,
    });
    await expect(index.search([1, Number.NaN], { topK: 1 })).rejects.toMatchObject({
      code: "VECTOR_INVALID",
    });
  });

  it("stops where its signal has stopped", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(make(plane, 2).search([1, 0], { topK: 1, signal })).rejects.toThrow("enough");
  });

  it("grows past its first blocks", async () => {
    const count = 2500;
    const vectors = Array.from({ length: count }, (_, row) =>
      Array.from({ length: 12 }, (_, axis) => Math.sin((row + 1) * (axis + 1) * 1.7)),
    );
    const index = make(vectors, 12);
    for (const row of [0, 15, 16, 1023, 1024, 2047, 2048, 2499]) {
      expect((await index.search(vectors[row] ?? [], { topK: 1 }))[0]?.slot).toBe(row);
    }
  });
});

describe("an index that leaves the floats where they are", () => {
  it("asks for those of the few best, and scores by them", async () => {
    const vectors = Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: 48 }, (_, axis) => Math.sin(row * 7.1 + axis * axis * 0.9)),
    );
    const { index, asked } = outside(vectors, 48);
    index.add(vectors);
    const kept = vectorIndex({ dimensions: 48 });
    kept.add(vectors);
    for (const query of [vectors[5] ?? [], vectors[700] ?? []]) {
      const hits = await index.search(query, { topK: 5 });
      expect(hits).toEqual(await kept.search(query, { topK: 5 }));
    }
    expect(asked).toHaveLength(2);
    for (const slots of asked) expect(slots.length).toBeLessThanOrEqual(42);
  });

  it("passes over vectors that are gone, and over what was removed while it waited", async () => {
    const vectors: (Vector | undefined)[] = [
      [1, 0],
      [0.9, 0.1],
      [0.8, 0.2],
      [0.7, 0.3],
    ];
    let meanwhile = () => {};
    const index = vectorIndex({
      dimensions: 2,
      floats: async (slots) => {
        meanwhile();
        return slots.map((slot) => vectors[slot]);
      },
    });
    index.add([
      [1, 0],
      [0.9, 0.1],
      [0.8, 0.2],
      [0.7, 0.3],
    ]);
    vectors[0] = undefined;
    meanwhile = () => {
      index.remove([1]);
      index.add([[1, 0]]);
    };
    const hits = await index.search([1, 0], { topK: 9 });
    expect(hits.map(({ slot }) => slot)).toEqual([2, 3]);
  });

  it("rejects with what reading the floats rejects with", async () => {
    const index = vectorIndex({ dimensions: 2, floats: () => Promise.reject(new Error("unplugged")) });
    index.add(plane);
    await expect(index.search([1, 0], { topK: 1 })).rejects.toThrow("unplugged");
  });

  it("takes codes in that were made before", async () => {
    const units = plane.flatMap((vector) => unitVector(vector, 2) ?? []);
    const codes = vectorCodes(units);
    expect(codes).toHaveLength(4 * vectorCodeLength(2));
    const { index } = outside(plane, 2);
    // As they may lie in a file: not at an address that is a multiple of four.
    const shifted = new Uint8Array(codes.length + 1);
    shifted.set(codes, 1);
    expect(index.addCodes(shifted.subarray(1))).toEqual([0, 1, 2, 3]);
    expect((await index.search([0, 2], { topK: 1 }))[0]).toEqual({ slot: 1, score: 1 });
    expect(() => index.addCodes(codes.subarray(1))).toThrow(
      expect.objectContaining({ code: "VECTOR_DIMENSIONS" }),
    );
    expect(() => vectorIndex({ dimensions: 2 }).addCodes(codes)).toThrow(VectorError);
    expect(vectorCodes([])).toHaveLength(0);
  });

  it("makes the same codes everywhere", () => {
    const unit = unitVector(
      Array.from({ length: 100 }, (_, axis) => ((axis * 37) % 101) - 50),
      100,
    );
    const codes = vectorCodes(unit ? [unit] : []);
    expect(codes).toHaveLength(132);
    expect([...codes.slice(0, 12)]).toEqual([99, 180, 210, 58, 241, 224, 170, 68, 5, 8, 180, 182]);
  });
});
