import { describe, expect, it } from "vitest";
import type { Store } from "../../../src/contracts/store.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { cacheVectorStore, storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { vectorStoreOf } from "../../../src/store/vectors/vector-store-of.ts";
import { vectorStoreConformance } from "../../../src/testing/index.ts";
import { dyingStore } from "../../support/dying-store.ts";

describe("storeVectorStore, conformance", () => {
  const store = memoryStore();
  for (const { name, run, timeoutMs } of vectorStoreConformance({ open: () => storeVectorStore(store) })) {
    it(name, run, timeoutMs);
  }
});

/** All keys that a store has. */
async function keysOf(store: Store): Promise<readonly string[]> {
  return (await store.list("", { limit: 1000 })).keys;
}

describe("storeVectorStore", () => {
  it("merges what was written one by one, and keeps nothing that is dead", async () => {
    const store = memoryStore();
    const vectors = storeVectorStore(store);
    for (let index = 0; index < 300; index++) {
      await vectors.upsert(`n.${index}`, index, [Math.cos(index), Math.sin(index)]);
    }
    expect((await keysOf(store)).length).toBeLessThan(4 * 40);
    for (let round = 0; round < 40; round++) await vectors.upsert("n.0", round, [1, 0]);
    const [hit] = await storeVectorStore(store).query<number>([1, 0], { topK: 1 });
    expect(hit).toEqual({ key: "n.0", value: 39, score: 1 });
    await vectors.removeNamespace("n");
    expect(await vectors.query([1, 0], { topK: 1 })).toEqual([]);
    expect(await storeVectorStore(store).query([1, 0], { topK: 1 })).toEqual([]);
    expect((await keysOf(store)).length).toBeLessThan(6);
  });

  it("takes vectors of another length where none of the old ones is left", async () => {
    const vectors = storeVectorStore(memoryStore());
    await vectors.upsert("n.a", 1, [1, 0]);
    await expect(vectors.upsert("n.b", 1, [1, 0, 0])).rejects.toMatchObject({ code: "VECTOR_DIMENSIONS" });
    await vectors.removeNamespace("n");
    await vectors.upsert("n.b", 1, [1, 0, 0]);
    expect(await vectors.query([1, 0, 0], { topK: 1 })).toHaveLength(1);
  });

  it.each(["before", "after"] as const)(
    "is old or new where its process dies right %s any write",
    async (when) => {
      for (let at = 0; at < 12; at++) {
        const inner = memoryStore();
        const first = storeVectorStore(inner);
        await first.write({
          put: [
            { key: "n.a", value: "old", vector: [1, 0] },
            { key: "n.b", value: "old", vector: [0, 1] },
          ],
        });
        const { store, died } = dyingStore(inner, at, when);
        const writing = storeVectorStore(store).write({
          put: [
            { key: "n.a", value: "new", vector: [1, 0] },
            { key: "n.c", value: "new", vector: [1, 1] },
          ],
          remove: ["n.b"],
        });
        const isDead = await Promise.race([died.then(() => true), writing.then(() => false)]);
        const after = storeVectorStore(inner);
        const state = (await after.read<string>(["n.a", "n.b", "n.c"])).map((entry) => entry?.value);
        expect([
          ["old", "old", undefined],
          ["new", undefined, "new"],
        ]).toContainEqual(state);
        await after.upsert("n.d", "later", [1, 0]);
        expect(await after.query([1, 0], { topK: 9 })).toHaveLength(state[0] === "old" ? 3 : 3);
        if (!isDead) break;
      }
    },
  );

  it("reads on where another one has merged what it knew", async () => {
    const store = memoryStore();
    const [one, other] = [storeVectorStore(store), storeVectorStore(store)];
    for (let index = 0; index < 10; index++) await one.upsert(`n.${index}`, index, [1, index]);
    expect(await other.query([1, 0], { topK: 1 })).toHaveLength(1);
    for (let index = 10; index < 40; index++) await one.upsert(`n.${index}`, index, [1, index]);
    expect((await other.query<number>([1, 5], { topK: 1 }))[0]?.value).toBe(5);
    expect(await other.query([1, 5], { topK: 100 })).toHaveLength(40);
  });

  it("passes over what is damaged, and says so of a value that is read", async () => {
    const store = memoryStore();
    const vectors = storeVectorStore(store);
    const put = Array.from({ length: 80 }, (_, index) => ({
      key: `n.${index}`,
      value: index,
      vector: [Math.cos(index / 80), Math.sin(index / 80)],
    }));
    await vectors.write({ put });
    await vectors.upsert("n.b", "whole", [0, 1]);
    const values = async (): Promise<unknown[]> => {
      const found = await storeVectorStore(store).query([1, 0], { topK: 100 });
      return found.map(({ value }) => value);
    };
    expect(await values()).toHaveLength(81);
    const keys = await keysOf(store);
    const [block = "", head = ""] = ["/0/1", "/0"].map((end) => keys.find((key) => key.endsWith(end)) ?? "");
    await store.set(block, { values: "not texts" });
    expect(await values()).toHaveLength(81 - 32);
    const read = storeVectorStore(store).read(["n.40"]);
    await expect(read).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    await expect(read).rejects.toThrow("Index again");
    expect((await storeVectorStore(store).read(["n.10"]))[0]?.value).toBe(10);
    await store.delete(block);
    expect(await values()).toHaveLength(81 - 32);
    await expect(storeVectorStore(store).read(["n.40"])).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    for (const damage of ["nothing of the kind", {}, { head: { keys: [1] }, codes: "" }]) {
      await store.set(head, damage);
      expect(await values()).toEqual(["whole"]);
    }
    await storeVectorStore(store).removeNamespace("n");
    expect((await keysOf(store)).filter((key) => key.includes("/commits/"))).toHaveLength(1);
    expect(await values()).toEqual([]);
  });

  it("leaves what it had where the store has no room, and goes on when it has", async () => {
    const inner = memoryStore();
    let room = Number.POSITIVE_INFINITY;
    const taking = <Value>(count: number, write: () => Promise<Value>): Promise<Value> => {
      room -= count;
      if (room >= 0) return write();
      return Promise.reject(new StoreError("STORE_QUOTA", "There is no room.", { store: "memory" }));
    };
    const { batch, ...plain } = inner;
    for (const base of [inner, plain]) {
      const store: Store = {
        ...base,
        set: (...parts) => taking(1, () => inner.set(...parts)),
        ...(base === inner && { batch: (some) => taking(some.length, async () => batch?.(some)) }),
      };
      const vectors = storeVectorStore(store);
      await vectors.upsert("n.a", 1, [1, 0]);
      const before = await keysOf(inner);
      const put = Array.from({ length: 400 }, (_, index) => ({
        key: `n.${index}`,
        value: index,
        vector: [1, index],
      }));
      for (const left of [0, 1, 5, 14, 15]) {
        room = left;
        await expect(vectors.write({ put })).rejects.toMatchObject({ code: "STORE_QUOTA" });
        room = Number.POSITIVE_INFINITY;
        expect(await keysOf(inner)).toEqual(before);
        expect(await vectors.query([1, 0], { topK: 5 })).toHaveLength(1);
      }
      await vectors.write({ put });
      expect(await vectors.query([1, 0], { topK: 500 })).toHaveLength(401);
      expect(await storeVectorStore(inner).query([1, 0], { topK: 500 })).toHaveLength(401);
      await vectors.removeNamespace("n");
    }
  });
});

describe("cacheVectorStore", () => {
  it("takes a store, a store of vectors, and a cache with similar()", async () => {
    const own = storeVectorStore(memoryStore());
    expect(cacheVectorStore(own)).toBe(own);
    const place = memoryStore();
    expect(vectorStoreOf(place)).toBe(vectorStoreOf(place));
    const written: unknown[] = [];
    const cache = {
      set: (...parts: unknown[]) => void written.push(parts),
      similar: async (_vector: number[], { topK }: { topK: number }) =>
        ["n2.a", "n.b", "n.c"].slice(0, topK).map((key) => ({ key, value: key, score: 0.9 })),
      removeNamespace: (namespace: string) => void written.push(namespace),
    };
    const store = cacheVectorStore(cache);
    await store.upsert("n.b", { text: "b" }, Float32Array.of(1, 0), ["t"]);
    await store.removeNamespace("n");
    expect(written).toEqual([["n.b", { text: "b" }, { vector: [1, 0], tags: ["t"] }], "n"]);
    expect((await store.query([1, 0], { topK: 1, namespace: "n" })).map(({ key }) => key)).toEqual(["n.b"]);
  });

  it("refuses what is none", () => {
    expect(() => cacheVectorStore({} as never)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});
