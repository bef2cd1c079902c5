import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RagDocument, RetrievedChunk } from "../../../src/contracts/retrieval.ts";
import { rag } from "../../../src/rag/rag.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { plainVectorStore, wordBase } from "../base/support.ts";

const documents: readonly RagDocument[] = [
  { id: "tides", text: "The moon makes the tide at Brest.", tags: ["sea"] },
  { id: "moon", text: "The moon is far away.", metadata: { lang: "en" } },
  { id: "brest", text: "Brest lies at the sea, in the west.", metadata: { lang: "fr" } },
];

const ids = ({ chunks }: { readonly chunks: readonly RetrievedChunk[] }): string[] =>
  chunks.map(({ citation }) => citation.sourceId);

describe("a search by words", () => {
  const search = rag.keywords();

  it("finds what the vectors know nothing of, and asks no embedder", async () => {
    const base = wordBase();
    await base.index(documents);
    const result = await base.retrieve("Where is Brest?", { search });
    expect(ids(result)).toEqual(expect.arrayContaining(["brest", "tides"]));
    expect(result.chunks).toHaveLength(2);
    expect(base.embedder.queries).toEqual([]);
  });

  it("looks at tags and metadata", async () => {
    const base = wordBase();
    await base.index(documents);
    expect(ids(await base.retrieve("Brest", { search, tags: ["sea"] }))).toEqual(["tides"]);
    expect(ids(await base.retrieve("Brest", { search, filter: { lang: "fr" } }))).toEqual(["brest"]);
  });

  it("is in step with what is written, removed and cleared", async () => {
    const base = wordBase();
    await base.index(documents);
    expect(ids(await base.retrieve("Brest west", { search }))).toContain("brest");
    await base.index({ id: "brest", text: "Nothing more to say." });
    expect(ids(await base.retrieve("west", { search }))).toEqual([]);
    expect(ids(await base.retrieve("nothing more", { search }))).toEqual(["brest"]);
    await base.remove("tides");
    expect(ids(await base.retrieve("tide", { search }))).toEqual([]);
    await base.clear();
    expect(ids(await base.retrieve("moon", { search }))).toEqual([]);
    await base.index({ id: "new", text: "A moon." });
    expect(ids(await base.retrieve("moon", { search }))).toEqual(["new"]);
  });

  it("sees what another base over the same store has written", async () => {
    const store = memoryStore();
    const [one, other] = [wordBase({ store }), wordBase({ store })];
    await one.index(documents);
    expect(ids(await other.retrieve("west", { search }))).toEqual(["brest"]);
    await one.index({ id: "west", text: "Go west." });
    expect(ids(await other.retrieve("west", { search })).sort()).toEqual(["brest", "west"]);
    expect(ids(await one.retrieve("west", { search })).sort()).toEqual(["brest", "west"]);
  });

  it("finds a chunk by the title and the headings of its document", async () => {
    const base = wordBase();
    const text = "# Harbours\n\nBrest has one.";
    await base.index({ id: "a", text, metadata: { title: "Coasts" } }, { headings: true });
    expect(ids(await base.retrieve("coast", { search }))).toEqual(["a"]);
  });

  it("needs a store that gives its entries", async () => {
    const base = wordBase({ store: plainVectorStore() });
    await base.index(documents);
    await expect(base.retrieve("moon", { search })).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });
});

describe("a hybrid search", () => {
  it.each([rag.hybrid(), rag.hybrid({ fusion: "rrf" }), rag.hybrid({ expand: rag.rm3() })])(
    "puts first what fits by words and by vectors",
    async (search) => {
      const base = wordBase({ retrieve: { search } });
      await base.index(documents);
      const result = await base.retrieve("Does the moon reach Brest?");
      expect(ids(result)).toEqual(expect.arrayContaining(["tides", "moon", "brest"]));
      expect(ids(result)[0]).toBe("tides");
      expect(ids(await base.retrieve("Does the moon reach Brest?", { topK: 1 }))).toEqual(["tides"]);
    },
  );

  it("weighs words and vectors as it is told", async () => {
    const base = wordBase();
    await base.index([
      { id: "words", text: "Brest, always Brest and bread." },
      { id: "vectors", text: "moon moon" },
    ]);
    const find = async (weight: number) =>
      ids(await base.retrieve("moon Brest Brest always", { search: rag.hybrid({ weight }) }))[0];
    expect(await find(1)).toBe("words");
    expect(await find(0)).toBe("vectors");
  });

  it("holds the vectors to a threshold that is given, not to the default", async () => {
    const base = wordBase();
    await base.index({ id: "far", text: "moon bread bread bread bread" });
    const search = rag.hybrid({ weight: 0 });
    expect(ids(await base.retrieve("tide moon", { search }))).toEqual(["far"]);
    const strict = await base.retrieve("tide moon", { search, threshold: 0.9 });
    expect(strict.chunks).toEqual([]);
  });

  it("refuses weights and fusions that are none", () => {
    expect(() => rag.hybrid({ weight: 2 })).toThrow("A hybrid search got weight 2");
    // @ts-expect-error no such fusion
    expect(() => rag.hybrid({ fusion: "sum" })).toThrow('fusion "sum"');
  });
});

describe("diversity", () => {
  it("prefers what says something new", async () => {
    const base = wordBase();
    await base.index([
      { id: "one", text: "moon tide" },
      { id: "same", text: "Moon, tide!" },
      { id: "new", text: "tide bread" },
    ]);
    const query = "moon tide tide";
    expect(ids(await base.retrieve(query, { topK: 2, threshold: 0.1 }))).toEqual(["one", "same"]);
    const diverse = await base.retrieve(query, { topK: 2, threshold: 0.1, mmr: {} });
    expect(ids(diverse)).toEqual(["one", "new"]);
    expect(ids(await base.retrieve(query, { topK: 2, threshold: 0.1, mmr: { lambda: 1 } }))).toEqual([
      "one",
      "same",
    ]);
    await expect(base.retrieve(query, { mmr: { lambda: 3 } })).rejects.toMatchObject({
      code: "INVALID_CONFIG",
    });
  });
});

describe("expansion", () => {
  const sections = ["# One\n\nmoon a\n\nb", "# Two\n\ntide c\n\nd d d", "# Three\n\nbread e"];
  const text = sections.join("\n\n \n");

  it("gives the neighbours of a chunk, as one slice", async () => {
    const base = wordBase({ chunk: { size: 9, overlap: 0 } });
    await base.index({ id: "a", text });
    const { chunks } = await base.retrieve("tide", { topK: 1, expand: { neighbours: 1 } });
    const [hit] = chunks;
    expect(hit?.text).toBe(text.slice(...(hit?.citation.span ?? [0, 0])));
    expect(hit?.text).toContain("# Two\n\ntide c\n\nd d d");
    expect(hit?.text).not.toContain("moon");
  });

  it("gives a section or a document as a whole, up to a length", async () => {
    const base = wordBase({ chunk: { type: "markdown", size: 10, overlap: 0, headings: true } });
    await base.index({ id: "a", text });
    const find = async (expand: NonNullable<Parameters<typeof base.retrieve>[1]>["expand"]) =>
      (await base.retrieve("tide", { topK: 1, expand })).chunks.map((chunk) => chunk.text);
    expect(await find({ parent: "section" })).toEqual([sections[1]]);
    expect(await find({ parent: "document" })).toEqual([text]);
    const [short = ""] = await find({ parent: "document", maxLength: 15 });
    expect(short.length).toBeLessThan(text.length);
    expect(text).toContain(short);
  });

  it("makes one of hits that come to touch, in the place of the best", async () => {
    const base = wordBase({ chunk: { size: 10, overlap: 0 } });
    await base.index([
      { id: "a", text: "moon moon\n\nbread\n\nmoon tide" },
      { id: "b", text: "moon ship" },
    ]);
    const { chunks } = await base.retrieve("moon", { expand: { neighbours: 1 } });
    expect(chunks.map((chunk) => chunk.text)).toEqual(["moon moon\n\nbread\n\nmoon tide", "moon ship"]);
    expect(chunks[0]?.citation).toMatchObject({ chunkIndex: 0, span: [0, 27], score: expect.closeTo(1, 3) });
  });

  it("always gives exact slices, whatever the document and the cut", async () => {
    const word = fc.constantFrom("moon", "tide", "x", " ", "\n", "\n\n", "# H\n\n", "é", "🌙", "  ", ". ");
    const cut = fc.record({
      type: fc.constantFrom("recursive", "markdown", "sentence", "fixed"),
      size: fc.integer({ min: 1, max: 12 }),
      overlap: fc.constantFrom(0, 0.3, 0.8),
    });
    const expand = fc.oneof(
      fc.record({ neighbours: fc.integer({ min: 0, max: 6 }) }),
      fc.record({
        parent: fc.constantFrom("section", "document"),
        maxLength: fc.integer({ min: 1, max: 40 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 40 }),
        cut,
        expand,
        async (words, { overlap, ...options }, grown) => {
          const source = words.join("");
          const base = wordBase({
            chunk: { ...options, overlap: Math.floor(overlap * options.size), headings: true },
          });
          await base.index({ id: "a", text: source });
          const { chunks } = await base.retrieve("moon tide", { threshold: 0, expand: grown });
          for (const { text: found, citation } of chunks) expect(source.slice(...citation.span)).toBe(found);
          const sorted = chunks.map(({ citation }) => citation.span).sort(([one], [other]) => one - other);
          for (const [at, [start]] of sorted.entries())
            expect(start).toBeGreaterThan(sorted[at - 1]?.[1] ?? -1);
        },
      ),
      { numRuns: 60 },
    );
  });
});
