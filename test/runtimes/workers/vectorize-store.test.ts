import { describe, expect, it } from "vitest";
import { type VectorizeLike, vectorizeStore } from "../../../runtimes/workers/vectorize-store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { vectorStoreConformance } from "../../../src/testing/index.ts";

/** Vectorize by what its documentation says: 64 bytes an id, 10 KiB of metadata, 50 hits with metadata, 20 vectors by id. */
function fakeVectorize(dimensions = 4): VectorizeLike & { readonly size: () => number } {
  const rows = new Map<string, { values: number[]; metadata: Readonly<Record<string, string>> }>();
  const limit = (isWithin: boolean, what: string): void => {
    if (!isWithin) throw new Error(`VECTOR_QUERY_ERROR: ${what}`);
  };
  const cosine = (one: readonly number[], other: readonly number[]): number => {
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);
    return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
  };
  return {
    size: () => rows.size,
    async query(vector, { topK, filter }) {
      limit(topK <= 50, "topK");
      limit(vector.length === dimensions, "dimensions");
      const { $gte = "", $lt = "\uffff" } = filter?.key ?? {};
      const matches = [...rows]
        .filter(([, { metadata }]) => (metadata.key ?? "") >= $gte && (metadata.key ?? "") < $lt)
        .map(([id, { values, metadata }]) => ({ id, score: cosine(vector, values), metadata }))
        .sort((one, other) => other.score - one.score);
      return { matches: matches.slice(0, topK) };
    },
    async upsert(vectors) {
      limit(vectors.length <= 1000, "batch");
      for (const { id, values, metadata } of vectors) {
        limit(new TextEncoder().encode(id).length <= 64, "id");
        limit(JSON.stringify(metadata).length <= 10_240, "metadata");
        limit(values.length === dimensions, "dimensions");
        rows.set(id, { values, metadata });
      }
    },
    async deleteByIds(ids) {
      for (const id of ids) rows.delete(id);
    },
    async getByIds(ids) {
      limit(ids.length <= 20, "ids");
      return ids.flatMap((id) => {
        const row = rows.get(id);
        return row ? [{ id, values: row.values }] : [];
      });
    },
    describe: async () => ({ dimensions }),
  };
}

describe("vectorizeStore, conformance within its limits", () => {
  const binding = fakeVectorize();
  const store = memoryStore();
  const open = () => vectorizeStore(binding, { store });
  for (const { name, run, timeoutMs } of vectorStoreConformance({ open, entries: 200 }))
    it(name, run, timeoutMs);
});

describe("vectorizeStore", () => {
  it("finds nothing that was removed, though Vectorize still has it", async () => {
    const binding = fakeVectorize(2);
    const slow = { ...binding, deleteByIds: async () => undefined };
    const vectors = vectorizeStore(slow, { store: memoryStore() });
    await vectors.upsert("n.a", 1, [1, 0]);
    await vectors.removeNamespace("n");
    expect(binding.size()).toBe(1);
    expect(await vectors.query([1, 0], { topK: 5 })).toEqual([]);
  });

  it("finds 50 at most, and says what Vectorize said", async () => {
    const vectors = vectorizeStore(fakeVectorize(2), { store: memoryStore() });
    await vectors.write?.({
      put: Array.from({ length: 60 }, (_, index) => ({
        key: `n.${index}`,
        value: index,
        vector: [1, index],
      })),
    });
    expect(await vectors.query([1, 0], { topK: 100 })).toHaveLength(50);
    const broken = { ...fakeVectorize(2), query: () => Promise.reject(new Error("40006: too busy")) };
    await expect(
      vectorizeStore(broken, { store: memoryStore() }).query([1, 0], { topK: 1 }),
    ).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("too busy"),
    });
  });

  it("wants a binding and a store", () => {
    const bad: readonly (() => unknown)[] = [
      () => vectorizeStore({} as never, { store: memoryStore() }),
      () => vectorizeStore(fakeVectorize(), {} as never),
    ];
    for (const make of bad) expect(make).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});
