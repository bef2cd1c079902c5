import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { durableObjectVectorStore } from "../../../runtimes/workers/index.ts";
import type { VectorStore } from "../../../src/contracts/vector-store.ts";
import { vectorStoreConformance } from "../../../src/testing/vector-store-conformance.ts";

/** Runs something inside an object with its storage. */
function inObject<Value>(name: string, work: (state: DurableObjectState) => Promise<Value>): Promise<Value> {
  return runInDurableObject(env.TEST_OBJECT.getByName(name), (_object, state) => work(state));
}

describe("durableObjectVectorStore, conformance", () => {
  let storage: DurableObjectStorage | undefined;
  const open = (): VectorStore => {
    if (!storage) throw new Error("There is no object.");
    return durableObjectVectorStore(storage);
  };
  for (const { name, run, timeoutMs } of vectorStoreConformance({ open })) {
    it(name, { timeout: timeoutMs }, () =>
      inObject("vectors", async (state) => {
        storage = state.storage;
        await run();
      }),
    );
  }
});

describe("durableObjectVectorStore", () => {
  const many = (count: number, dimensions: number) =>
    Array.from({ length: count }, (_, index) => ({
      key: `docs.${index}`,
      value: { index, text: "é".repeat(index % 50) },
      vector: Float32Array.from({ length: dimensions }, (_, axis) => Math.sin(index * 7 + axis * axis)),
    }));

  it("keeps long vectors and values over many rows, and reads them from any of them", () =>
    inObject("long", async ({ storage }) => {
      const store = durableObjectVectorStore(storage, { prefix: "long" });
      const put = many(300, 1536);
      await store.write({ put: [...put, { key: "docs.large", value: "é".repeat(3_000_000) }] });
      const again = durableObjectVectorStore(storage, { prefix: "long" });
      for (const index of [0, 84, 85, 170, 299]) {
        const { key, vector, value } = put[index] ?? { key: "", vector: [], value: 0 };
        expect((await again.query(vector, { topK: 1 }))[0]).toMatchObject({ key, value });
        expect((await again.vectors([key]))[0]).toEqual(vector);
      }
      expect(((await again.read<string>(["docs.large"]))[0]?.value ?? "").length).toBe(3_000_000);
      const [row] = storage.sql.exec("SELECT max(length(bytes)) AS bytes FROM long_parts").toArray();
      expect(Number(row?.bytes)).toBeLessThan(2_000_000);
    }));

  it("that was only asked has no tables, and one whose storage was emptied begins anew", () =>
    inObject("empty", async ({ storage }) => {
      const tables = (): number =>
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'hedgemage_vectors%'").toArray()
          .length;
      const store = durableObjectVectorStore(storage);
      expect(await store.query([1, 0], { topK: 1 })).toEqual([]);
      expect(await store.read(["a"])).toEqual([undefined]);
      await store.removeNamespace("docs");
      expect(tables()).toBe(0);
      await store.upsert("docs.a", 1, [1, 0]);
      await storage.deleteAll();
      expect(await store.query([1, 0], { topK: 1 })).toEqual([]);
      await store.upsert("docs.b", 2, [0, 1, 0]);
      expect(await store.query([0, 1, 0], { topK: 2 })).toMatchObject([{ key: "docs.b" }]);
    }));

  it("undoes a write that ends in the middle, and goes on", () =>
    inObject("cut", async ({ storage }) => {
      let left = Number.POSITIVE_INFINITY;
      const exec = (query: string, ...values: unknown[]) => {
        if (query.startsWith("INSERT")) left -= 1;
        if (left < 0) throw new Error("database or disk is full: SQLITE_FULL");
        return storage.sql.exec(query, ...values);
      };
      const store = durableObjectVectorStore({
        sql: { exec },
        transactionSync: (work) => storage.transactionSync(work),
      });
      await store.upsert("docs.0", "old", Float32Array.of(1, 0, 0));
      for (const room of [0, 1, 3, 6]) {
        left = room;
        await expect(store.write({ put: many(600, 3) })).rejects.toMatchObject({ code: "STORE_QUOTA" });
        left = Number.POSITIVE_INFINITY;
        for (const one of [store, durableObjectVectorStore(storage)]) {
          expect(await one.query([1, 0, 0], { topK: 9 })).toMatchObject([{ key: "docs.0", value: "old" }]);
        }
      }
      await store.write({ put: many(600, 3) });
      expect(await durableObjectVectorStore(storage).query([1, 0, 0], { topK: 1000 })).toHaveLength(600);
    }));

  it("passes over what is damaged, and says so of what is read", () =>
    inObject("damaged", async ({ storage }) => {
      const store = durableObjectVectorStore(storage);
      await store.write({ put: many(300, 3) });
      const found = async (): Promise<number> =>
        (await durableObjectVectorStore(storage).query([1, 0, 0], { topK: 1000 })).length;
      storage.sql.exec(
        "UPDATE hedgemage_vectors_parts SET bytes = x'00' WHERE part = 'contents' AND shard = 1",
      );
      expect(await found()).toBe(256);
      const read = durableObjectVectorStore(storage).read(["docs.299"]);
      await expect(read).rejects.toMatchObject({ code: "STORE_CORRUPT", store: "objectStorage" });
      expect((await durableObjectVectorStore(storage).read(["docs.1"]))[0]?.value).toMatchObject({
        index: 1,
      });
      for (const [part, shard] of [
        ["head", 1],
        ["codes", 0],
      ] as const) {
        storage.sql.exec(
          "UPDATE hedgemage_vectors_parts SET bytes = x'7b' WHERE part = ? AND shard = ?",
          part,
          shard,
        );
      }
      expect(await found()).toBe(0);
      storage.sql.exec("UPDATE hedgemage_vectors_commits SET record = '{'");
      expect(await found()).toBe(0);
      const after = durableObjectVectorStore(storage);
      await after.upsert("docs.new", 1, [1, 0]);
      expect(await after.query([1, 0], { topK: 3 })).toHaveLength(1);
    }));

  it("refuses a prefix that is no name", () => {
    const storage = {
      sql: { exec: () => ({ toArray: () => [] }) },
      transactionSync: <V>(work: () => V) => work(),
    };
    expect(() => durableObjectVectorStore(storage, { prefix: 'a"; DROP' })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });
});
