import { describe, expect, it } from "vitest";
import type { RagDocument } from "../../../src/contracts/retrieval.ts";
import { keywordIndex } from "../../../src/rag/keyword/keyword-index.ts";
import { corpusRows } from "../../support/corpus.ts";

const documents: readonly RagDocument[] = [
  {
    id: "moon",
    text: "The moon pulls at the sea and makes the tides.",
    tags: ["sky"],
    metadata: { url: "/moon" },
  },
  { id: "bread", text: "Bread rises because yeast makes gas. Bread needs an oven.", tags: ["kitchen"] },
  { id: "lamp", text: "A lighthouse lamp turns at night above the sea.", tags: ["coast"] },
];

describe("keywordIndex", () => {
  it("finds by any form of a word and cites the exact place", () => {
    const index = keywordIndex();
    expect(index.add(documents)).toEqual({ chunks: 3 });
    const [hit] = index.search("What makes a tide?");
    expect(hit?.citation).toEqual({
      sourceId: "moon",
      chunkIndex: 0,
      span: [0, 46],
      score: hit?.score,
      metadata: { url: "/moon" },
    });
    expect(documents[0]?.text.slice(...(hit?.citation.span ?? [0, 0]))).toBe(hit?.text);
  });

  it("ranks by rarity and by count, best first, and obeys topK", () => {
    const index = keywordIndex();
    index.add(documents);
    const hits = index.search("sea lighthouse bread", { topK: 2 });
    expect(hits.map(({ citation }) => citation.sourceId)).toEqual(["lamp", "bread"]);
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 0);
  });

  it("computes BM25 to the digit", () => {
    const index = keywordIndex({ k1: 1.2, b: 0.75 });
    index.add([
      { id: "1", text: "tide tide sand" },
      { id: "2", text: "sand" },
    ]);
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    expect(index.search("tide")[0]?.score).toBeCloseTo(
      (idf * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 3) / 2)),
      12,
    );
  });

  it("returns nothing where no word is shared or the query is made of stop words", () => {
    const index = keywordIndex();
    expect(index.search("moon")).toEqual([]);
    index.add(documents);
    expect(index.search("zebra")).toEqual([]);
    expect(index.search("what is the")).toEqual([]);
  });

  it("counts the words of a document's title in each of its chunks", () => {
    const index = keywordIndex({ chunk: { type: "markdown" } });
    index.add({ id: "1", text: "# High\n\nsea\n\n# Low\n\nsand", metadata: { title: "Tides" } });
    expect(index.search("low tide").map(({ citation }) => citation.chunkIndex)).toEqual([1, 0]);
    index.add({ id: "1", text: "" });
    expect(index.search("tide")).toEqual([]);
  });

  it("filters by tag", () => {
    const index = keywordIndex();
    index.add(documents);
    expect(index.search("sea", { tags: ["coast"] }).map(({ citation }) => citation.sourceId)).toEqual([
      "lamp",
    ]);
  });

  it("replaces a document of the same id", () => {
    const index = keywordIndex();
    index.add(documents);
    index.add({ id: "moon", text: "Cheese." });
    expect(index.size).toBe(3);
    expect(index.search("tides")).toEqual([]);
    expect(index.search("cheese")[0]?.citation.sourceId).toBe("moon");
  });

  it("filters by metadata", () => {
    const index = keywordIndex();
    index.add(documents);
    expect(index.search("sea", { filter: { url: "/moon" } })).toHaveLength(1);
    expect(index.search("sea", { filter: { url: ["/sun"] } })).toEqual([]);
    expect(index.search("sea", { filter: (metadata) => !("url" in metadata) })[0]?.citation.sourceId).toBe(
      "lamp",
    );
  });

  it("removes documents", () => {
    const index = keywordIndex();
    index.add(documents);
    expect(index.remove(["moon", "nothing"])).toEqual({ chunks: 1 });
    expect(index.remove("moon")).toEqual({ chunks: 0 });
    expect(index.size).toBe(2);
    expect(index.search("sea").map(({ citation }) => citation.sourceId)).toEqual(["lamp"]);
  });

  it("keeps the old chunks of a document that cannot be cut", () => {
    const index = keywordIndex();
    index.add(documents);
    expect(() => index.add({ id: "moon", text: "Cheese." }, { size: 0 })).toThrow("size 0");
    expect(index.search("tides")).toHaveLength(1);
  });

  it("reads back what it has exported", () => {
    const index = keywordIndex({ chunk: { size: 20, overlap: 0 } });
    index.add(documents);
    index.add({ id: "odd", text: "half a \ud83c pair 🌙 sea", metadata: { title: "Größe" } });
    index.add({ id: "empty", text: "" });
    index.remove("bread");
    const other = keywordIndex();
    other.add({ id: "gone", text: "sea" });
    other.import(index.export());
    expect(other.size).toBe(index.size);
    for (const query of ["sea", "tide moon", "größe", "bread"]) {
      expect(other.search(query)).toEqual(index.search(query));
    }
    expect(other.remove("moon")).toEqual({ chunks: 3 });
    other.add({ id: "new", text: "sea" });
    expect(other.search("sea").map(({ citation }) => citation.sourceId)).toContain("new");
  });

  it("refuses an export that is broken, and stays what it was", () => {
    const index = keywordIndex();
    index.add(documents);
    const exported = index.export();
    const text = new TextDecoder("latin1").decode(exported);
    const at = text.indexOf('"chunks":[0') + '"chunks":['.length;
    const broken = [
      new Uint8Array(0),
      exported.slice(0, 3),
      exported.slice(0, 40),
      exported.slice(0, -20),
      new TextEncoder().encode("a text of somebody else, long enough"),
      exported.map((byte, place) => (place === at ? 0x39 : byte)),
    ];
    for (const bytes of broken) {
      expect(() => index.import(bytes)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    }
    expect(index.search("tides")[0]?.citation.sourceId).toBe("moon");
  });

  it("cuts with the options of add, else with its own", () => {
    const text = "# A\n\nsea\n\n# B\n\nsky";
    const index = keywordIndex({ chunk: { type: "markdown" } });
    expect(index.add({ id: "1", text })).toEqual({ chunks: 2 });
    expect(index.add({ id: "1", text }, { type: "recursive" })).toEqual({ chunks: 1 });
    expect(index.size).toBe(1);
  });

  it.each([{ k1: -1 }, { b: 2 }, { b: Number.NaN }])("refuses %j with INVALID_CONFIG", (options) => {
    expect(() => keywordIndex(options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});

describe("keywordIndex on the Cranfield collection", async () => {
  const corpus = await corpusRows<{ id: string; title: string; text: string }>("rag/cranfield/corpus.jsonl");
  const queries = await corpusRows<{ id: string; text: string }>("rag/cranfield/queries.jsonl");
  const judgements = await corpusRows<[string, string]>("rag/cranfield/qrels.tsv");

  it.skipIf(!corpus)("reaches an nDCG@10 of 0.39 over whole abstracts", () => {
    const index = keywordIndex({ chunk: { size: 100_000, overlap: 0 } });
    index.add((corpus ?? []).map(({ id, title, text }) => ({ id, text, metadata: { title } })));
    const relevant = new Map<string, Set<string>>();
    for (const [query, document] of judgements ?? []) {
      relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
    }
    const scores = (queries ?? []).map(({ id, text }) => {
      const wanted = relevant.get(id) ?? new Set();
      const gain = (rank: number): number => 1 / Math.log2(rank + 2);
      const hits = index.search(text, { topK: 10 });
      const found = hits.reduce(
        (sum, hit, rank) => sum + (wanted.has(hit.citation.sourceId) ? gain(rank) : 0),
        0,
      );
      const best = Array.from({ length: Math.min(10, wanted.size) }, (_, rank) => gain(rank));
      return found / best.reduce((sum, value) => sum + value, 0);
    });
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThan(0.39);
  });
});
