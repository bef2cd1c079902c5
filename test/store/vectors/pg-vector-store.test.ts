import { describe, expect, it } from "vitest";
import { type PgVectorStoreOptions, pgVectorStore } from "../../../src/store/vectors/pg-vector-store.ts";

const client = { query: async () => ({ rows: [] }) };

describe("pgVectorStore", () => {
  it.each<[string, Partial<PgVectorStoreOptions> | object]>([
    ["a table that is no name", { table: "bad; DROP TABLE x" }],
    ["no client", { client: {} }],
    ["no dimensions", { dimensions: 0 }],
    ["an unknown index", { index: "lsh" }],
    ["an index over long vectors", { dimensions: 3072 }],
    ["no lists", { index: "ivfflat", ivfflatLists: 0 }],
  ])("refuses %s before anything is asked", (_name, options) => {
    expect(() => pgVectorStore({ client, ...options } as PgVectorStoreOptions)).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });

  it("says what to run, and runs nothing", () => {
    const schema = pgVectorStore({ client }).schema();
    expect(schema).toContain("CREATE EXTENSION IF NOT EXISTS vector");
    expect(schema).toContain('"hedgemage_rag_vectors"');
    expect(schema).toContain("vector(1536)");
    expect(schema).toContain("USING gin (tags)");
    expect(schema).toContain("USING hnsw (embedding vector_cosine_ops)");
    const lists = pgVectorStore({ client, index: "ivfflat", ivfflatLists: 7, table: "app.v" }).schema();
    expect(lists).toContain('"app"."v" USING ivfflat (embedding vector_cosine_ops) WITH (lists = 7)');
    expect(pgVectorStore({ client, index: "none", dimensions: 3072 }).schema()).not.toContain(
      "vector_cosine_ops",
    );
  });

  it.each([
    [2.9, 2],
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
    [0, undefined],
    [Number.NaN, undefined],
  ])("asks, for a topK of %s, for %s rows", async (topK, limit) => {
    const asked: unknown[] = [];
    const query = async (_text: string, values: unknown[] = []) => {
      asked.push(values[1]);
      return { rows: [] };
    };
    await pgVectorStore({ dimensions: 1, client: { query } }).query([1], { topK });
    expect(asked).toEqual(limit === undefined ? [] : [limit]);
  });

  it("tells a lost connection, of a write that may be done, from an answer", async () => {
    const lost = pgVectorStore({
      dimensions: 1,
      client: { query: () => Promise.reject(new Error("socket hang up")) },
    });
    await expect(lost.upsert("a", 1, [1])).rejects.toMatchObject({ code: "STORE_TIMEOUT" });
    await expect(lost.query([1], { topK: 1 })).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      retryable: true,
    });
    const full = Object.assign(new Error("no space"), { code: "53100" });
    const store = pgVectorStore({ dimensions: 1, client: { query: () => Promise.reject(full) } });
    await expect(store.upsert("a", 1, [1])).rejects.toMatchObject({ code: "STORE_QUOTA" });
  });

  it("stops waiting for a search with its signal", async () => {
    const store = pgVectorStore({ dimensions: 1, client: { query: () => new Promise(() => {}) } });
    const signal = AbortSignal.timeout(5);
    await expect(store.query([1], { topK: 1, signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
