import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type PgVectorStoreOptions, pgVectorStore } from "../../../src/store/vectors/pg-vector-store.ts";

/** The tests of the store over PGlite with its pgvector, for every runtime that carries it. */
export function pgVectorCases(): void {
  let started: Promise<PGlite> | undefined;
  const database = (): Promise<PGlite> => {
    started ??= PGlite.create({ extensions: { vector } });
    return started;
  };
  afterAll(async () => (await started)?.close(), 30_000);

  describe.each(["hnsw", "ivfflat", "none"] as const)("pgVectorStore, index %s", (index) => {
    const options = async (): Promise<PgVectorStoreOptions> => ({
      client: await database(),
      table: `vectors_${index}`,
      dimensions: 3,
      index,
      ivfflatLists: 1,
    });
    const store = async () => pgVectorStore(await options());
    beforeEach(async () => {
      const client = await database();
      await client.query(`DROP TABLE IF EXISTS vectors_${index}`);
      await client.query((await store()).schema());
      await client.query((await store()).ensureSchema());
    }, 60_000);

    it("finds the nearest, with value and cosine, and keeps to threshold, tags and namespace", async () => {
      const vectors = await store();
      await vectors.upsert("docs.a.0", { text: "it's a" }, [1, 0, 0], ["x"]);
      await vectors.upsert("docs.b.0", { text: "b" }, [1, 1, 0], ["y", "z"]);
      await vectors.upsert("docs2.c.0", { text: "c" }, [-1, 0, 0]);
      const all = await vectors.query([2, 0, 0], { topK: 5 });
      expect(all.map(({ key }) => key)).toEqual(["docs.a.0", "docs.b.0", "docs2.c.0"]);
      expect(all[0]).toEqual({ key: "docs.a.0", value: { text: "it's a" }, score: 1 });
      expect(all[1]?.score).toBeCloseTo(Math.SQRT1_2, 5);
      expect(all[2]?.score).toBe(0);
      const keys = async (query: object) =>
        (await vectors.query([1, 0, 0], { topK: 5, ...query })).map(({ key }) => key);
      expect(await keys({ topK: 1 })).toEqual(["docs.a.0"]);
      expect(await keys({ threshold: 0.8 })).toEqual(["docs.a.0"]);
      expect(await keys({ tags: ["z", "q"] })).toEqual(["docs.b.0"]);
      expect(await keys({ tags: [] })).toHaveLength(3);
      expect(await keys({ namespace: "docs2" })).toEqual(["docs2.c.0"]);
    });

    it("writes over what was there, and removes by key and by namespace, where % and _ are themselves", async () => {
      const vectors = await store();
      await vectors.write?.({
        put: [
          { key: "a_b.1", value: 1, vector: [1, 0, 0] },
          { key: "a_b.1", value: 2, vector: [0, 1, 0] },
          { key: "axb.1", value: 3, vector: [0, 1, 0], tags: ['quo"te', "comma,"] },
          { key: "a_b.doc", value: { hash: "h" } },
        ],
      });
      expect(await vectors.read?.(["a_b.1", "none", "axb.1"])).toEqual([
        { key: "a_b.1", value: 2, tags: [] },
        undefined,
        { key: "axb.1", value: 3, tags: ['quo"te', "comma,"] },
      ]);
      expect(await vectors.query([0, 1, 0], { topK: 9, namespace: "a_b" })).toHaveLength(1);
      await vectors.write?.({
        put: [{ key: "a_b.2", value: 4, vector: [0, 0, 1] }],
        remove: ["a_b.1", "a_b.2"],
      });
      const entries = [];
      for await (const block of vectors.entries?.("a_b") ?? []) entries.push(...block);
      expect(entries.map(({ key }) => key)).toEqual(["a_b.2", "a_b.doc"]);
      await vectors.removeNamespace("a_b");
      expect(await vectors.read?.(["a_b.2", "axb.1"])).toMatchObject([undefined, { value: 3 }]);
    });

    it("gives vectors back, and takes those of zeros for unknown", async () => {
      const vectors = await store();
      await vectors.upsert("n.a", 1, Float32Array.of(3, 4, 0.5));
      await vectors.upsert("n.b", 2, [0, 0, 0]);
      expect(await vectors.vectors?.(["n.b", "n.a"])).toEqual([undefined, Float32Array.of(3, 4, 0.5)]);
      expect(await vectors.query([0, 0, 0], { topK: 3 })).toEqual([]);
      expect((await vectors.query([3, 4, 0.5], { topK: 3 })).map(({ key }) => key)).toEqual(["n.a"]);
    });

    it("refuses vectors of another length and numbers that are none, with nothing written", async () => {
      const vectors = await store();
      const put = [{ key: "n.a", value: 1, vector: [1, 0, 0] }];
      const write = (vector: number[]) =>
        vectors.write?.({ put: [...put, { key: "n.b", value: 2, vector }] });
      await expect(write([1, 0])).rejects.toMatchObject({
        code: "VECTOR_DIMENSIONS",
        expected: 3,
        actual: 2,
      });
      await expect(write([1, Number.NaN, 0])).rejects.toMatchObject({ code: "VECTOR_INVALID" });
      await expect(vectors.query([1], { topK: 1 })).rejects.toMatchObject({ code: "VECTOR_DIMENSIONS" });
      await expect(vectors.upsert("n.\0", 1, [1, 0, 0])).rejects.toMatchObject({
        code: "STORE_INVALID_VALUE",
      });
      await expect(vectors.upsert("n.a", "\0", [1, 0, 0])).rejects.toMatchObject({
        code: "STORE_INVALID_VALUE",
      });
      await expect(vectors.upsert("n.a", undefined, [1, 0, 0])).rejects.toMatchObject({
        code: "STORE_INVALID_VALUE",
      });
      expect(await vectors.read?.(["n.a"])).toEqual([undefined]);
    });

    it("takes many entries at once and reads them page by page", async () => {
      const vectors = await store();
      const put = Array.from({ length: 1200 }, (_, index) => ({
        key: `many.${String(index).padStart(4, "0")}`,
        value: { index },
        vector: [Math.cos(index), Math.sin(index), 0.1],
      }));
      await vectors.write?.({ put });
      const sizes = [];
      for await (const block of vectors.entries?.("many") ?? []) sizes.push(block.length);
      expect(sizes).toEqual([500, 500, 200]);
      const [hit] = await vectors.query([Math.cos(700), Math.sin(700), 0.1], { topK: 1 });
      expect(hit?.score).toBeGreaterThan(0.999);
    });
  });

  it("says what is missing where the table is", async () => {
    const vectors = pgVectorStore({ client: await database(), table: "no_such", dimensions: 2 });
    await expect(vectors.query([1, 0], { topK: 1 })).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
    await expect(vectors.upsert("a", 1, [1, 0])).rejects.toThrow("schema()");
  });
}
