import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { RagDocument, RetrievedChunk } from "../../../src/contracts/retrieval.ts";
import { guardData } from "../../../src/guardrail/guard-data.ts";
import { guardrail } from "../../../src/guardrail/guardrail.ts";
import { spotlight } from "../../../src/guardrail/spotlight.ts";
import { rag } from "../../../src/rag/rag.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { mockModel } from "../../../src/testing/mock-model.ts";
import { wordBase, wordEmbedder } from "./support.ts";

const documents: readonly RagDocument[] = [
  { id: "tides", text: "Moon, moon and tide.", metadata: { lang: "en", year: 2020 }, tags: ["sea", "sky"] },
  { id: "moon", text: "Moon bread.", metadata: { lang: "de" }, tags: ["sky"] },
  { id: "bread", text: "Bread and flour.", metadata: { lang: "en" }, tags: ["food"] },
  { id: "ship", text: "A ship in a harbour.", tags: ["sea"] },
];

const ids = ({ chunks }: { readonly chunks: readonly RetrievedChunk[] }): string[] =>
  chunks.map(({ citation }) => citation.sourceId);

async function filled(config: Parameters<typeof wordBase>[0] = {}) {
  const base = wordBase(config);
  await base.index(documents);
  return base;
}

describe("retrieve", () => {
  it("gives the nearest chunks with their places, above a cosine of 0.5", async () => {
    const base = await filled();
    const result = await base.retrieve("moon");
    expect(result.query).toBe("moon");
    expect(result.chunks).toEqual([
      {
        text: "Moon, moon and tide.",
        score: expect.closeTo(2 / Math.sqrt(5), 3),
        citation: {
          sourceId: "tides",
          chunkIndex: 0,
          span: [0, 20],
          score: expect.closeTo(2 / Math.sqrt(5), 3),
          metadata: { lang: "en", year: 2020 },
        },
      },
      expect.objectContaining({ text: "Moon bread.", score: expect.closeTo(Math.SQRT1_2, 3) }),
    ]);
    expect(ids(await base.retrieve("moon", { threshold: 0.8 }))).toEqual(["tides"]);
    expect(ids(await base.retrieve("moon", { topK: 1 }))).toEqual(["tides"]);
  });

  it("takes the base's options, and the call's before them", async () => {
    const base = await filled({ retrieve: { topK: 1, tags: ["sky"] } });
    expect(ids(await base.retrieve("bread moon"))).toEqual(["moon"]);
    expect(ids(await base.retrieve("bread moon", { topK: undefined, tags: [] }))).toEqual(["moon"]);
    expect(ids(await base.retrieve("bread moon", { topK: 2, tags: [] }))).toHaveLength(2);
  });

  it("looks at documents with one of the tags, or fitting metadata, only", async () => {
    const base = await filled();
    const options = { threshold: 0 };
    expect(ids(await base.retrieve("ship moon bread", { ...options, tags: ["food", "nothing"] }))).toEqual([
      "bread",
    ]);
    expect(
      ids(await base.retrieve("moon bread", { ...options, filter: { lang: ["en", "fr"] } })).sort(),
    ).toEqual(["bread", "tides"]);
    expect(
      ids(await base.retrieve("moon bread", { ...options, filter: ({ year }) => year === 2020 })),
    ).toEqual(["tides"]);
    expect(ids(await base.retrieve("moon", { ...options, filter: { constructor: "x" } }))).toEqual([]);
  });

  it("looks on where metadata turns the nearest chunks down", async () => {
    const base = wordBase();
    const many = Array.from({ length: 300 }, (_, at) => ({ id: `d${at}`, text: "moon", metadata: { at } }));
    await base.index([...many, { id: "last", text: "moon tide", metadata: { at: -1 } }]);
    const filter = { at: [-1, 7] };
    expect(ids(await base.retrieve("moon", { filter }))).toEqual(["d7", "last"]);
    expect(ids(await base.retrieve("moon", { filter, topK: 1, threshold: 0.9 }))).toEqual(["d7"]);
    const { chunks } = await base.retrieve("tide", { filter });
    expect(chunks.map(({ score }) => score)).toEqual([expect.closeTo(Math.SQRT1_2, 3)]);
    expect(ids(await base.retrieve("moon", { filter, tags: ["none"] }))).toEqual([]);
  });

  it("asks nothing for a blank query", async () => {
    const base = await filled();
    expect(await base.retrieve(" \n ")).toEqual({ query: " \n ", chunks: [] });
    expect(base.embedder.queries).toEqual([]);
  });

  it("finds nothing for a query without meaning", async () => {
    const base = await filled();
    expect((await base.retrieve("???")).chunks).toEqual([]);
  });

  it.each([
    { topK: 0 },
    { topK: 1.5 },
    { candidates: 2.5, topK: 1 },
    { threshold: 2 },
    { threshold: Number.NaN },
  ])("refuses %o", async (options) => {
    const base = await filled();
    await expect(base.retrieve("moon", options)).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });

  it("finds nothing in an empty base, and in one that was cleared", async () => {
    const base = wordBase();
    expect((await base.retrieve("moon")).chunks).toEqual([]);
    await base.index(documents);
    await base.clear();
    expect((await base.retrieve("moon")).chunks).toEqual([]);
    expect(await base.index(documents)).toMatchObject({ chunks: 4, unchanged: 0 });
  });

  it("passes over entries of others in its namespace", async () => {
    const store = memoryStore();
    const outer = wordBase({ store, namespace: "lib" });
    const vectors = rag.storeVectorStore(store, { prefix: "lib" });
    await vectors.upsert(
      "lib.foreign.0",
      { id: "other", index: 0, text: "moon", span: [0, 4] },
      [1, 0, 0, 0, 0, 0, 0, 0],
    );
    await vectors.upsert("lib.broken.0", null, [1, 0, 0, 0, 0, 0, 0, 0]);
    await outer.index({ id: "tides", text: "moon tide" });
    expect(ids(await outer.retrieve("moon", { topK: 1 }))).toEqual(["tides"]);
  });

  it("stops where its signal does", async () => {
    const base = await filled({ embedder: wordEmbedder({ embed: () => new Promise(() => {}) }) });
    const stop = new AbortController();
    const asked = base.retrieve("moon", { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });
});

describe("a reranker", () => {
  it("gets the candidates, and what it says is cut to topK", async () => {
    let got = 0;
    const base = await filled({
      reranker: {
        name: "backwards",
        rerank(_query, chunks) {
          got = chunks.length;
          return chunks.toReversed();
        },
      },
    });
    expect(ids(await base.retrieve("moon", { topK: 1 }))).toEqual(["moon"]);
    expect(got).toBe(2);
    expect(ids(await base.retrieve("moon", { topK: 1, candidates: 1 }))).toEqual(["tides"]);
  });
});

describe("a guard", () => {
  it("withholds and rewrites what is given back", async () => {
    const noMail = {
      name: "no-mail",
      check: (text: string) =>
        text.includes("bread")
          ? ({ type: "block", reason: "bread" } as const)
          : ({ type: "redact", text: text.replace("tide", "…") } as const),
    };
    const base = await filled({ guard: (text, { signal }) => guardData([noMail], text, { signal }) });
    const result = await base.retrieve("moon");
    expect(result.chunks.map(({ text }) => text)).toEqual(["Moon, moon and …."]);
    expect(result.withheld).toBe(1);
    expect((await base.retrieve("ship")).withheld).toBeUndefined();
  });
});

describe("asTool", () => {
  it("is a tool that takes a query and gives what was retrieved", async () => {
    const base = await filled();
    const tool = base.asTool();
    expect(tool.name).toBe("retrieve_docs");
    const { data, error } = await tool.invoke({ query: "moon" });
    expect(error).toBeUndefined();
    expect(data).toEqual(await base.retrieve("moon"));
    expect((await tool.invoke({ question: "moon" })).error?.code).toBe("SCHEMA_VALIDATION_FAILED");
  });

  it("takes a name, a description, options and marks", async () => {
    const base = await filled({ name: "My docs!" });
    expect(base.asTool().name).toBe("retrieve_My_docs_");
    const tool = base.asTool({ name: "find", description: "Finds.", retrieve: { topK: 1 }, spotlight });
    expect([tool.name, tool.description]).toEqual(["find", "Finds."]);
    const { data } = await tool.invoke({ query: "moon" });
    expect(data?.chunks.map(({ text }) => text)).toEqual([spotlight("Moon, moon and tide.")]);
  });

  it("brings data, which an agent's guard looks at", async () => {
    const base = await filled();
    const model = mockModel({
      name: "mock",
      responses: [
        { toolCalls: [{ id: "1", name: "retrieve_docs", input: { query: "moon" } }] },
        { content: "Done." },
      ],
    });
    const noTides = {
      name: "no-tides",
      check: (text: string) => ({ type: "redact", text: text.replace("and tide", "and …") }) as const,
    };
    const helper = agent({ model, tools: [base.asTool()], middleware: [guardrail({ data: [noTides] })] });
    expect((await helper.execute("What of the moon?")).text).toBe("Done.");
    const seen = JSON.stringify(model.callHistory[1]?.messages);
    expect(seen).toContain("Moon bread.");
    expect(seen).not.toContain("and tide");
  });
});

describe("another embedder", () => {
  it("is told from the one that the base was made with", async () => {
    const store = memoryStore();
    await filled({ store });
    const named = wordBase({ store, embedder: wordEmbedder({ name: "other" }) });
    await expect(named.retrieve("moon")).rejects.toMatchObject({
      code: "VECTOR_MODEL",
      expected: "test/words",
      actual: "test/other",
    });
    await expect(named.index(documents)).rejects.toMatchObject({ code: "VECTOR_MODEL" });
    const longer = wordBase({ store, embedder: wordEmbedder({ dimensions: 16 }) });
    await expect(longer.index({ id: "x", text: "moon" })).rejects.toMatchObject({
      code: "VECTOR_DIMENSIONS",
      expected: 8,
      actual: 16,
    });
    await named.clear();
    expect(await named.index(documents)).toMatchObject({ chunks: 4 });
  });

  it("may have vectors of another length in another base over the same store", async () => {
    const store = memoryStore();
    await filled({ store });
    const short = wordEmbedder({
      dimensions: 2,
      embed: async () => ({ vector: [1, 0], dimensions: 2, usage: {} }),
      embedMany: async (texts) => ({ vectors: texts.map(() => [1, 0]), dimensions: 2, usage: {} }),
    });
    const other = wordBase({ store, name: "other", embedder: short });
    await other.index({ id: "a", text: "anything" });
    expect(ids(await other.retrieve("anything"))).toEqual(["a"]);
  });
});
