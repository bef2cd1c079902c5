import { describe, expect, it } from "vitest";
import type { IndexProgress, RagDocument } from "../../../src/contracts/retrieval.ts";
import { ConfigError } from "../../../src/core/errors/config-error.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { type SimilarityCache, storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { plainVectorStore, wordBase, wordEmbedder } from "./support.ts";

const tides: RagDocument = {
  id: "tides",
  text: "The moon makes the tide.",
  metadata: { url: "/tides" },
  tags: ["sea"],
};
const bread: RagDocument = { id: "bread", text: "Bread is made of flour.", tags: ["food"] };

describe("the factory", () => {
  it("refuses a base without an embedder or a store", () => {
    // @ts-expect-error an embedder is required
    expect(() => wordBase({ embedder: undefined })).toThrow(ConfigError);
    expect(() => wordBase({ store: undefined })).toThrow('The knowledge base "docs" has no store.');
    // @ts-expect-error no store
    expect(() => wordBase({ store: { get: () => 1 } })).toThrow(ConfigError);
    // @ts-expect-error no store
    expect(() => wordBase({ store: "memory" })).toThrow(ConfigError);
    expect(() => wordBase({ namespace: "" })).toThrow(ConfigError);
  });
});

describe("index", () => {
  it("keeps a chunk under namespace, source and number, with its place", async () => {
    const store = storeVectorStore(memoryStore());
    const base = wordBase({ store, namespace: "lib" });
    expect(await base.index([tides, bread])).toEqual({
      chunks: 2,
      unchanged: 0,
      removed: 0,
      usage: { promptTokens: 2, totalTokens: 2 },
    });
    const [entry] = await store.read(["lib.tides.0"]);
    expect(entry).toEqual({
      key: "lib.tides.0",
      tags: ["sea"],
      value: { id: "tides", index: 0, text: tides.text, span: [0, 24], metadata: { url: "/tides" } },
    });
  });

  it("embeds 96 texts a request, across documents", async () => {
    const base = wordBase();
    const many = Array.from({ length: 200 }, (_, at) => ({ id: `d${at}`, text: `moon ${at}` }));
    expect((await base.index(many)).chunks).toBe(200);
    expect(base.embedder.batches.map((batch) => batch.length)).toEqual([96, 96, 8]);
  });

  it("cuts by the base's options, by the call's before them, flat or in a field", async () => {
    const base = wordBase({ chunk: { size: 10, overlap: 0 } });
    const text = "moon tide bread flour ship";
    expect((await base.index({ id: "a", text })).chunks).toBe(3);
    expect((await base.index({ id: "b", text }, { size: 16 })).chunks).toBe(2);
    expect((await base.index({ id: "c", text }, { chunk: { size: 100 } })).chunks).toBe(1);
    await expect(base.index({ id: "d", text }, { size: 0 })).rejects.toMatchObject({
      code: "INVALID_CONFIG",
    });
  });

  it("embeds nothing of blank documents, and drops what one with the same id said before", async () => {
    const base = wordBase();
    expect(await base.index([{ id: "a", text: " \n\t" }])).toMatchObject({ chunks: 0 });
    expect(base.embedder.batches).toEqual([]);
    expect(await base.documents()).toEqual([]);
    await base.index(tides);
    expect(await base.index({ ...tides, text: "" })).toMatchObject({ chunks: 0, removed: 1 });
    expect(await base.documents()).toEqual([]);
    expect((await base.retrieve("moon")).chunks).toEqual([]);
  });

  it("keeps documents without letters, which no search finds", async () => {
    const base = wordBase();
    expect((await base.index([{ id: "dots", text: "… --- …" }, tides])).chunks).toBe(2);
    expect((await base.documents()).map(({ id }) => id)).toEqual(["dots", "tides"]);
    expect((await base.retrieve("the moon")).chunks.map(({ citation }) => citation.sourceId)).toEqual([
      "tides",
    ]);
  });

  it("takes documents, promises and streams of them", async () => {
    const base = wordBase();
    async function* stream(): AsyncGenerator<RagDocument> {
      yield tides;
      yield bread;
    }
    expect((await base.index(tides)).chunks).toBe(1);
    expect(await base.index(Promise.resolve([tides]))).toMatchObject({ chunks: 0, unchanged: 1 });
    expect(await base.index(stream())).toMatchObject({ chunks: 1, unchanged: 1 });
    const mixed = [Promise.resolve([{ id: "cat", text: "A cat." }]), { id: "dog", text: "A dog." }];
    expect((await base.index(new Set(mixed))).chunks).toBe(2);
    expect((await base.documents()).map(({ id }) => id)).toEqual(["bread", "cat", "dog", "tides"]);
  });

  it.each([
    ["a text", "moon"],
    ["no id", { text: "moon" }],
    ["an empty id", { id: "", text: "moon" }],
    ["no text", { id: "a" }],
    ["tags that are none", { id: "a", text: "moon", tags: "sea" }],
    ["metadata in a circle", { id: "a", text: "moon", metadata: circle() }],
  ])("refuses %s and names the place only", async (_, bad) => {
    const base = wordBase();
    const error = await base.index([tides, bad as RagDocument]).catch((reason) => reason);
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.message).toMatch(/document 1\b/i);
    expect(error.message).not.toContain("moon");
  });

  it("embeds an unchanged document once, also by another base over the same store", async () => {
    const store = memoryStore();
    const one = wordBase({ store });
    await one.index([tides, bread]);
    const other = wordBase({ store });
    expect(await other.index([tides, { ...bread, text: "Bread needs flour." }])).toEqual({
      chunks: 1,
      unchanged: 1,
      removed: 0,
      usage: { promptTokens: 1, totalTokens: 1 },
    });
    expect(other.embedder.batches).toEqual([["Bread needs flour."]]);
  });

  it("writes new metadata and tags without embedding", async () => {
    const base = wordBase();
    await base.index(tides);
    expect(await base.index({ ...tides, metadata: { url: "/moon" }, tags: ["sky"] })).toMatchObject({
      chunks: 1,
    });
    expect(base.embedder.batches).toHaveLength(1);
    const { chunks } = await base.retrieve("moon", { tags: ["sky"] });
    expect(chunks[0]?.citation.metadata).toEqual({ url: "/moon" });
    expect((await base.retrieve("moon", { tags: ["sea"] })).chunks).toEqual([]);
  });

  it("embeds of a changed document what is new, and removes what is gone", async () => {
    const base = wordBase({ chunk: { size: 10, overlap: 0 } });
    await base.index({ id: "a", text: "moon tide\n\nbread\n\nflour" });
    expect(base.embedder.batches.flat()).toEqual(["moon tide", "bread", "flour"]);
    const result = await base.index({ id: "a", text: "ship\n\nmoon tide" });
    expect(result).toMatchObject({ chunks: 2, removed: 1 });
    expect(base.embedder.batches.slice(1)).toEqual([["ship"]]);
    expect((await base.retrieve("flour")).chunks).toEqual([]);
    expect((await base.retrieve("moon tide")).chunks[0]?.citation).toMatchObject({
      chunkIndex: 1,
      span: [6, 15],
    });
  });

  it("tells how far it is", async () => {
    const base = wordBase();
    await base.index(bread);
    const told: IndexProgress[] = [];
    await base.index([tides, bread], {
      onProgress(progress) {
        told.push(progress);
        throw new Error("a listener that breaks");
      },
    });
    expect(told).toEqual([
      { documents: 2, documentsDone: 1, documentsUnchanged: 1, chunksEmbedded: 0 },
      { documents: 2, documentsDone: 2, documentsUnchanged: 1, chunksEmbedded: 1 },
    ]);
  });

  it("removes what a source no longer has, where it is asked to", async () => {
    const base = wordBase();
    await base.index([tides, bread]);
    expect(await base.index([bread])).toMatchObject({ removed: 0 });
    expect(await base.index([bread], { removeMissing: true })).toMatchObject({ removed: 1, unchanged: 1 });
    expect((await base.documents()).map(({ id }) => id)).toEqual(["bread"]);
  });

  it("keeps no more requests in the air than it may", async () => {
    let now = 0;
    let most = 0;
    const plain = wordEmbedder();
    const embedder = wordEmbedder({
      async embedMany(texts) {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 1));
        now--;
        return plain.embedMany(texts);
      },
    });
    const long = { id: "a", text: "moon tide. ".repeat(700) };
    await wordBase({ embedder }).index(long, { size: 10, overlap: 0 });
    expect(most).toBe(2);
    most = 0;
    await wordBase({ embedder }).index(long, { size: 10, overlap: 0, concurrency: 1 });
    expect(most).toBe(1);
    await expect(wordBase().index(tides, { concurrency: 0 })).rejects.toMatchObject({
      code: "INVALID_CONFIG",
    });
  });

  it("tells no usage that one request did not tell", async () => {
    const plain = wordEmbedder();
    let asked = 0;
    const embedder = wordEmbedder({
      async embedMany(texts) {
        const usage = asked++ === 0 ? { totalTokens: 7, cost: { input: 1, output: 0 } } : { totalTokens: 3 };
        return { ...(await plain.embedMany(texts)), usage };
      },
    });
    const many = Array.from({ length: 100 }, (_, at) => ({ id: `d${at}`, text: "moon" }));
    expect((await wordBase({ embedder }).index(many)).usage).toEqual({ totalTokens: 10 });
  });

  it("embeds headings with what stands below them, and gives the text alone back", async () => {
    const base = wordBase({ chunk: { type: "markdown", size: 41, overlap: 0, headings: true } });
    const text = "# Moon\n\nIt is grey.\n\n## Tide\n\nIt comes and goes, twice a day, and more.";
    await base.index({ id: "a", text });
    expect(base.embedder.batches.flat()).toEqual([
      "# Moon\n\nIt is grey.",
      "Moon\n\n## Tide",
      "Moon > Tide\n\nIt comes and goes, twice a day, and more.",
    ]);
    const { chunks } = await base.retrieve("moon tide", { threshold: 0 });
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text: found, citation } of chunks) expect(text.slice(...citation.span)).toBe(found);
  });
});

describe("two who index at once", () => {
  it("leave the word of the one who came last", async () => {
    const base = wordBase();
    const texts = ["moon", "tide", "bread", "flour", "ship"];
    await Promise.all(texts.map((text) => base.index({ id: "a", text })));
    expect((await base.retrieve("ship")).chunks.map(({ text }) => text)).toEqual(["ship"]);
    expect(await base.documents()).toEqual([{ id: "a", chunks: 1 }]);
  });

  it("do not wait for each other for ever", async () => {
    const base = wordBase();
    async function* pages(ids: readonly string[]): AsyncGenerator<RagDocument> {
      for (const id of ids) {
        yield { id, text: `moon ${ids.join()}` };
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    const ids = Array.from({ length: 20 }, (_, at) => `d${at}`);
    await Promise.all([base.index(pages(ids)), base.index(pages(ids.toReversed())), base.index(pages(ids))]);
    expect(await base.documents()).toHaveLength(20);
  });

  it("replace a document that comes twice in one call", async () => {
    const base = wordBase();
    await base.index([
      { id: "a", text: "moon" },
      { id: "a", text: "tide" },
    ]);
    expect((await base.retrieve("tide")).chunks).toHaveLength(1);
    expect((await base.retrieve("moon")).chunks).toEqual([]);
  });
});

describe("a cache that finds what is alike", () => {
  it("is a store, too", async () => {
    const kept = plainVectorStore();
    const asked: unknown[] = [];
    const store: SimilarityCache = {
      set: (key, value, { vector, tags }) => kept.upsert(key, value, vector, tags),
      similar(vector, options) {
        asked.push(options);
        return kept.query(vector, options);
      },
      removeNamespace: (namespace) => kept.removeNamespace(namespace),
    };
    await kept.upsert("ai.rag.other.a.0", { text: "moon" }, [1, 0, 0, 0, 0, 0, 0, 0]);
    const base = wordBase({ store });
    await base.index([tides, bread]);
    const { chunks } = await base.retrieve("moon", { tags: ["sea"] });
    expect(chunks.map(({ citation }) => citation.sourceId)).toEqual(["tides"]);
    expect(asked[0]).toMatchObject({ threshold: 0.5, tags: ["sea"] });
    await base.clear();
    expect(kept.keys()).toEqual(["ai.rag.other.a.0"]);
  });
});

describe("a store of three methods", () => {
  it("is enough to index and retrieve, and replaces what a document said", async () => {
    const store = plainVectorStore();
    const base = wordBase({ store, chunk: { size: 10, overlap: 0 } });
    expect((await base.index({ id: "a", text: "moon\n\ntide bread" })).chunks).toBe(2);
    expect(store.keys()).toEqual(["ai.rag.docs.a.0", "ai.rag.docs.a.1"]);
    await base.index({ id: "a", text: "ship" });
    expect((await base.retrieve("ship")).chunks).toHaveLength(1);
    expect((await base.retrieve("bread")).chunks).toEqual([]);
    await base.clear();
    expect(store.keys()).toEqual([]);
  });

  it("is told apart where more is needed", async () => {
    const base = wordBase({ store: plainVectorStore() });
    const wanted = {
      code: "INVALID_CONFIG",
      message: expect.stringContaining("needs a store of vectors with"),
    };
    await expect(base.remove("a")).rejects.toMatchObject(wanted);
    await expect(base.documents()).rejects.toMatchObject(wanted);
    await expect(base.export()[Symbol.asyncIterator]().next()).rejects.toMatchObject(wanted);
  });
});

function circle(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}
