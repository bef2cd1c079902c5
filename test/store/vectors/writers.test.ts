import { afterEach, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";

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
});
