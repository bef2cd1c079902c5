import { afterEach, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { seededRandom } from "../../support/random.ts";

/** A handle of a store whose next list is followed by something that another one does. */
function afterList(inner: Store, then: () => Promise<unknown>): Store {
  let isNext = true;
  return {
    ...inner,
    async list(...asked) {
      const page = await inner.list(...asked);
      if (isNext) {
        isNext = false;
        await then();
      }
      return page;
    },
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("two over one store", () => {
  it("what was removed stays so when its removal is forgotten before the record that it lay in", async () => {
    const store = memoryStore();
    const vectors = storeVectorStore(store);
    const put = Array.from({ length: 100 }, (_, index) => ({
      key: `big.${index}`,
      value: index,
      vector: [1, index],
    }));
    await vectors.write({ put });
    await vectors.write({ put: [{ key: "n.a", value: 1, vector: [1, 0] }], remove: ["big.3"] });
    await vectors.write({ remove: ["n.a"] });
    const later = Date.now() + 3_600_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    for (const index of [90, 91, 92]) await vectors.write({ remove: [`big.${index}`] });
    expect(await storeVectorStore(store).read(["n.a", "big.3", "big.4"])).toMatchObject([
      undefined,
      undefined,
      { value: 4 },
    ]);
  });

  it("a reader finds what is merged between its list and its reading", async () => {
    const inner = memoryStore();
    const writer = storeVectorStore(inner);
    for (let index = 0; index < 15; index++) await writer.upsert(`n.${index}`, index, [1, index]);
    const reader = storeVectorStore(afterList(inner, () => writer.upsert("n.15", 15, [1, 15])));
    expect(await reader.query([1, 0], { topK: 99 })).toHaveLength(16);
  });

  it("what is asked for while the store is closed is done all the same", async () => {
    const store = memoryStore();
    const vectors = storeVectorStore(store);
    await vectors.upsert("n.a", 1, [1, 0]);
    const [found, read] = await Promise.all([
      vectors.query([1, 0], { topK: 1 }),
      vectors.read(["n.a"]),
      vectors.close(),
    ]);
    expect([found.length, read[0]?.value]).toEqual([1, 1]);
    await Promise.all([vectors.close(), vectors.write({ remove: ["n.a"] }), vectors.close()]);
    expect(await storeVectorStore(store).read(["n.a"])).toEqual([undefined]);
  });

  it.each(["with", "without"])("random schedules end as a plain map does, %s batch", async (kind) => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = seededRandom(seed);
      const upTo = (limit: number): number => Math.floor(random() * limit);
      const { batch, ...plain } = memoryStore();
      const store = kind === "with" && batch ? { ...plain, batch } : plain;
      const handles = [storeVectorStore(store), storeVectorStore(store)];
      const model = new Map<string, unknown>();
      for (let step = 0; step < 36; step++) {
        // Both write at once, each to keys that are its own in this step.
        const works = handles.map((handle, who) => {
          const keys = Array.from({ length: 1 + upTo(3) }, () => `n.${upTo(20) * 2 + ((who + step) % 2)}`);
          const isRemoval = upTo(4) === 0;
          for (const key of keys)
            if (isRemoval) model.delete(key);
            else model.set(key, `${seed}/${step}`);
          const put = keys.map((key) => ({ key, value: `${seed}/${step}`, vector: [1 + upTo(5), upTo(5)] }));
          return [handle.write(isRemoval ? { remove: keys } : { put }), upTo(9) === 0 && handle.close()];
        });
        await Promise.all(works.flat());
        if (upTo(15) === 0) {
          await handles[upTo(2)]?.removeNamespace("n");
          model.clear();
        }
      }
      for (const handle of [...handles, storeVectorStore(store)]) {
        const found = await handle.query([1, 1], { topK: 99 });
        expect(new Map(found.map(({ key, value }) => [key, value])), `seed ${seed}`).toEqual(model);
      }
    }
  });

  it("what was written is written, though what is old cannot be dropped", async () => {
    const inner = memoryStore();
    const { batch: _, ...plain } = inner;
    const vectors = storeVectorStore({ ...plain, delete: () => Promise.reject(new Error("No.")) });
    await vectors.upsert("n.a", 1, [1, 0]);
    await vectors.upsert("n.a", 2, [1, 0]);
    expect((await vectors.read(["n.a"]))[0]?.value).toBe(2);
    await vectors.write({ remove: ["n.a"] });
    for (const handle of [vectors, storeVectorStore(inner)])
      expect(await handle.read(["n.a"])).toEqual([undefined]);
  });
});
