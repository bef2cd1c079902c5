import { deleteDB, type IDBPDatabase, openDB } from "idb";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { indexedDBVectorStore } from "../../../runtimes/browser/index.ts";
import { vectorStoreConformance } from "../../../src/testing/index.ts";

describe("indexedDBVectorStore, conformance", () => {
  const name = `vectors-${crypto.randomUUID()}`;
  afterAll(() => deleteDB(name));
  for (const { name: rule, run, timeoutMs } of vectorStoreConformance({
    open: () => indexedDBVectorStore(name),
  })) {
    it(rule, run, timeoutMs);
  }
});

describe("indexedDBVectorStore", () => {
  let name = "";
  beforeEach(() => {
    name = `vectors-${crypto.randomUUID()}`;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await deleteDB(name);
  });

  async function inDatabase<Value>(work: (database: IDBPDatabase) => Promise<Value>): Promise<Value> {
    const database = await openDB(name);
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }

  const entries = (count: number, text = "word ".repeat(40)) =>
    Array.from({ length: count }, (_, index) => ({
      key: `n.${index}`,
      value: { index, text },
      vector: Array.from({ length: 16 }, (_, axis) => Math.sin((index + 1) * (axis + 1) ** 2.3)),
      tags: [`t${index % 3}`],
    }));

  it("finds after it was closed what several groups of shards hold, of any letters", async () => {
    const put = entries(3000, "Gezeiten – 潮の満ち引き 🌊");
    const vectors = indexedDBVectorStore(name);
    await vectors.write({ put });
    const ask = async (store: typeof vectors, index: number) =>
      store.query(put[index]?.vector ?? [], { topK: 1 });
    expect(await ask(vectors, 2999)).toMatchObject([{ key: "n.2999", value: put[2999]?.value }]);
    await vectors.close();
    for (const index of [0, 255, 256, 2048, 2999]) {
      expect(await ask(vectors, index)).toMatchObject([{ key: `n.${index}`, value: put[index]?.value }]);
    }
    expect(await vectors.read(["n.2048"])).toEqual([
      { key: "n.2048", value: put[2048]?.value, tags: ["t2"] },
    ]);
    expect(await vectors.vectors(["n.2047"])).toEqual([Float32Array.from(put[2047]?.vector ?? [])]);
    await vectors.close();
  });

  it("drops the shards of a commit of which nothing is left, and the rest stays", async () => {
    const put = entries(3000);
    const vectors = indexedDBVectorStore(name);
    await vectors.write({ put });
    expect(await inDatabase((one) => one.count("contents"))).toBe(2);
    await vectors.write({ remove: put.slice(0, 2100).map(({ key }) => key) });
    expect(await inDatabase((one) => one.count("contents"))).toBe(1);
    await vectors.close();
    expect(await vectors.read(["n.0", "n.2100"])).toMatchObject([undefined, { key: "n.2100" }]);
    await vectors.removeNamespace("n");
    expect(await inDatabase((one) => one.count("contents"))).toBe(0);
    expect(await inDatabase((one) => one.count("heads"))).toBe(0);
    await vectors.close();
  });

  it.each([1, 2, 3])(
    "a disk that is full at row %d ends with STORE_QUOTA; what was there is found, and writing goes on",
    async (row) => {
      const vectors = indexedDBVectorStore(name);
      await vectors.write({ put: entries(300) });
      const { put } = IDBObjectStore.prototype;
      let rows = 0;
      const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
        this: IDBObjectStore,
        value,
        key,
      ) {
        rows += 1;
        if (rows === row) throw new DOMException("The disk is full.", "QuotaExceededError");
        return put.call(this, value, key);
      });
      const more = entries(600).slice(300);
      await expect(vectors.write({ put: more })).rejects.toMatchObject({ code: "STORE_QUOTA" });
      full.mockRestore();
      expect(await vectors.read(["n.300", "n.299"])).toMatchObject([undefined, { key: "n.299" }]);
      expect(await vectors.query(more[0]?.vector ?? [], { topK: 5 })).toHaveLength(5);
      await vectors.write({ put: more });
      expect(await vectors.read(["n.300"])).toMatchObject([{ key: "n.300" }]);
      await vectors.close();
    },
  );

  it("a window that stores no files keeps vectors all the same", async () => {
    const { put } = IDBObjectStore.prototype;
    const refusal = "Error preparing Blob/File data to be stored in object store";
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
      if (value instanceof Blob) throw new DOMException(refusal, "UnknownError");
      return put.call(this, value, key);
    });
    const vectors = indexedDBVectorStore(name);
    await vectors.write({ put: entries(600) });
    await vectors.close();
    const { vector = [] } = entries(600)[577] ?? {};
    expect(await vectors.query(vector, { topK: 1 })).toMatchObject([{ key: "n.577" }]);
    expect(await vectors.read(["n.3", "n.599"])).toMatchObject([{ key: "n.3" }, { key: "n.599" }]);
    await vectors.removeNamespace("n");
    await vectors.close();
  });

  it("a row that is damaged or gone hides no other one", async () => {
    const vectors = indexedDBVectorStore(name);
    await vectors.write({ put: entries(300) });
    await vectors.write({ put: [{ key: "other.a", value: 1, vector: entries(1)[0]?.vector }] });
    await vectors.close();
    await inDatabase(async (one) => {
      const [key] = await one.getAllKeys("contents");
      if (key !== undefined) await one.put("contents", new Blob(["short"]), key);
    });
    await expect(vectors.read(["n.7"])).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    expect(await vectors.query(entries(1)[0]?.vector ?? [], { topK: 3 })).toMatchObject([{ key: "other.a" }]);
    await vectors.close();
    await inDatabase(async (one) => {
      const [key] = await one.getAllKeys("heads");
      if (key !== undefined) await one.put("heads", [{ head: "none" }], key);
    });
    expect(await vectors.read(["other.a"])).toMatchObject([{ value: 1 }]);
    await vectors.removeNamespace("n");
    await vectors.close();
  });

  it("a database of something else is left alone", async () => {
    (await openDB(name, 1, { upgrade: (one) => void one.createObjectStore("theirs") })).close();
    const vectors = indexedDBVectorStore(name);
    await expect(vectors.upsert("n.a", 1, [1])).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
    await vectors.close();
  });

  it("goes on in memory where the browser gives no database, and says so once", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const onFallback = vi.fn();
    const vectors = indexedDBVectorStore(name, { onFallback });
    await Promise.all([vectors.upsert("n.a", 1, [1, 0]), vectors.upsert("n.b", 2, [0, 1])]);
    expect(await vectors.query([1, 0], { topK: 1 })).toEqual([{ key: "n.a", value: 1, score: 1 }]);
    expect(onFallback).toHaveBeenCalledOnce();
    const strict = indexedDBVectorStore(name, { fallback: false });
    await expect(strict.upsert("n.a", 1, [1])).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    vi.unstubAllGlobals();
  });
});
