import { describe, expect, it } from "vitest";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { wordBase, wordEmbedder } from "./support.ts";

async function filled() {
  const base = wordBase({ chunk: { type: "markdown", size: 30, overlap: 0, headings: true } });
  await base.index([
    {
      id: "tides",
      text: "# Moon\n\nIt makes\n\n\nthe tide, twice a day.",
      metadata: { lang: "en" },
      tags: ["sea"],
    },
    { id: "dots", text: "…" },
    { id: "bread", text: "Bread and flour." },
  ]);
  return base;
}

async function exported(base: ReturnType<typeof wordBase>): Promise<string> {
  let text = "";
  for await (const piece of base.export()) text += piece;
  return text;
}

describe("an export", () => {
  it("makes another base the same, without embedding", async () => {
    const base = await filled();
    const text = await exported(base);
    const other = wordBase();
    expect(await other.import(text)).toEqual({ documents: 3, chunks: 4 });
    expect(other.embedder.batches).toEqual([]);
    expect(await other.documents()).toEqual(await base.documents());
    const options = { expand: { parent: "section" }, threshold: 0.1 } as const;
    expect(await other.retrieve("moon tide", options)).toEqual(await base.retrieve("moon tide", options));
    expect(await exported(other)).toBe(text);
  });

  it("comes in pieces of any size, as text or bytes", async () => {
    const base = await filled();
    const bytes = new TextEncoder().encode(await exported(base));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
      bytes.subarray(at * 7, at * 7 + 7),
    );
    const other = wordBase();
    expect(await other.import(pieces)).toEqual({ documents: 3, chunks: 4 });
    expect(await exported(other)).toBe(await exported(base));
    expect(await wordBase().import(base.export())).toEqual({ documents: 3, chunks: 4 });
    expect(await wordBase().import(wordBase().export())).toEqual({ documents: 0, chunks: 0 });
  });

  it("takes the place of documents with the same ids, and of no others", async () => {
    const base = wordBase();
    await base.index(
      [
        { id: "bread", text: "Old bread.\n\nOld flour." },
        { id: "ship", text: "A ship." },
      ],
      { size: 12 },
    );
    await base.import(await exported(await filled()));
    expect((await base.documents()).map(({ id }) => id)).toEqual(["bread", "dots", "ship", "tides"]);
    expect((await base.retrieve("bread flour")).chunks.map(({ text }) => text)).toEqual(["Bread and flour."]);
  });

  it("goes on with unchanged documents", async () => {
    const base = await filled();
    const other = wordBase({ chunk: { type: "markdown", size: 30, overlap: 0, headings: true } });
    await other.import(base.export());
    expect(await other.index({ id: "bread", text: "Bread and flour." })).toMatchObject({
      unchanged: 1,
      chunks: 0,
    });
  });

  it("is refused for another embedder or another length of vectors", async () => {
    const text = await exported(await filled());
    const named = wordBase({ embedder: wordEmbedder({ name: "other" }) });
    await expect(named.import(text)).rejects.toMatchObject({ code: "VECTOR_MODEL" });
    const longer = wordBase({ embedder: wordEmbedder({ dimensions: 9 }) });
    await expect(longer.import(text)).rejects.toMatchObject({ code: "VECTOR_DIMENSIONS" });
    const store = memoryStore();
    const grown = wordBase({ store, embedder: wordEmbedder({ dimensions: 0 }) });
    await grown.import(text);
    await expect(grown.import(text.replace('"dimensions":8', '"dimensions":7'))).rejects.toBeDefined();
  });

  const head = '{"format":"hedgemage.rag.1","embedder":"test/words","dimensions":8}\n';
  const chunk = { id: "a", index: 0, text: "moon", span: [0, 4] };
  const document = (change: object): string =>
    `${JSON.stringify({ document: "a", hash: "", chunks: [{ ...chunk, ...change }] })}\n{"documents":1}\n`;

  it.each([
    ["nothing", "", 1],
    ["no JSON", "moon", 1],
    ["another head", '{"format":"hedgemage.rag.2"}\n', 1],
    ["no end", head, 2],
    ["an end that says more", `${head}{"documents":2}\n`, 3],
    ["more behind the end", `${head}{"documents":0}\n{"documents":0}\n`, 3],
    ["a line that is cut off", `${head}{"document":"a","ha`, 2],
    ["no document", `${head}{"document":7}\n`, 2],
    ["a chunk of another document", head + document({ id: "b" }), 2],
    ["a span that does not fit", head + document({ span: [0, 5] }), 2],
    ["a vector that is none", head + document({ vector: "AAAA" }), 2],
    ["a vector with NaN", head + document({ vector: btoa("\0\0\xc0\x7f".repeat(8)) }), 2],
    ["no base64", head + document({ vector: "###" }), 2],
  ])("is refused for %s, with the line", async (_, text, line) => {
    const base = wordBase();
    await base.index({ id: "kept", text: "moon" });
    const error = await base.import(text).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "DOCUMENT_UNREADABLE",
      message: expect.stringContaining(`Line ${line} `),
    });
    expect((await base.retrieve("moon")).chunks.map(({ citation }) => citation.sourceId)).toEqual(["kept"]);
  });
});

describe("remove", () => {
  it("removes documents by their ids, and passes over what is not there", async () => {
    const base = await filled();
    expect(await base.remove(["tides", "nothing", "tides"])).toEqual({ chunks: 2 });
    expect(await base.remove("bread")).toEqual({ chunks: 1 });
    expect(await base.documents()).toEqual([{ id: "dots", chunks: 1 }]);
    expect((await base.retrieve("moon bread", { threshold: 0 })).chunks).toEqual([]);
  });

  it("tells ids apart that begin alike, and names of prototypes", async () => {
    const base = wordBase();
    const all = ["a", "a.b", "a.0", "a.document", "__proto__", "constructor", "a%", "ä/?#"];
    await base.index(all.map((id) => ({ id, text: `moon ${id}` })));
    expect((await base.documents()).map(({ id }) => id)).toEqual([...all].sort());
    await base.remove(["a", "__proto__"]);
    const left = all.filter((id) => !["a", "__proto__"].includes(id));
    expect((await base.documents()).map(({ id }) => id)).toEqual(left.sort());
    expect((await base.retrieve("moon", { topK: 20 })).chunks).toHaveLength(left.length);
  });
});
