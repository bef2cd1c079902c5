import { describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/contracts/embedder.ts";
import type { RagDocument } from "../../../src/contracts/retrieval.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { faultyStore } from "../../support/faulty-store.ts";
import { wordBase, wordEmbedder } from "./support.ts";

const words = ["moon", "tide", "bread", "flour", "ship"];
/** Documents of two chunks each; every word of the first stands in the second, too. */
const documents = (version: string): RagDocument[] =>
  Array.from({ length: 120 }, (_, at) => {
    const word = words[at % words.length] ?? "";
    return { id: `d${String(at).padStart(3, "0")}`, text: `${word} ${version}\n\n${word} again ${version}` };
  });
const cut = { size: 16, overlap: 0 };

/** What is there is whole: each document with both chunks of one version. */
async function expectWhole(base: ReturnType<typeof wordBase>): Promise<number> {
  const found = new Map<string, string[]>();
  for (const word of words) {
    const { chunks } = await base.retrieve(word, { topK: 500, threshold: 0.1 });
    for (const { text, citation } of chunks) {
      found.set(citation.sourceId, [...(found.get(citation.sourceId) ?? []), text]);
    }
  }
  for (const texts of found.values()) {
    expect(texts).toHaveLength(2);
    const versions = new Set(texts.map((text) => text.split(" ").at(-1)));
    expect(versions.size).toBe(1);
  }
  expect((await base.documents()).map(({ id }) => id)).toEqual([...found.keys()].sort());
  return found.size;
}

describe("an embedder that gives what it should not", () => {
  const plain = wordEmbedder();
  const giving = (change: (vectors: number[][]) => unknown): Partial<Embedder> => ({
    async embedMany(texts) {
      const answer = await plain.embedMany(texts);
      return { ...answer, vectors: change(answer.vectors) as number[][] };
    },
  });

  it.each([
    ["NaN", giving((vectors) => vectors.with(0, [Number.NaN, 1, 1, 1, 1, 1, 1, 1])), "VECTOR_INVALID"],
    ["infinity", giving((vectors) => vectors.with(0, Array(8).fill(Infinity))), "VECTOR_INVALID"],
    ["too few vectors", giving((vectors) => vectors.slice(1)), "VECTOR_INVALID"],
    ["too many vectors", giving((vectors) => [...vectors, [1]]), "VECTOR_INVALID"],
    ["no vectors", giving(() => undefined), "VECTOR_INVALID"],
    ["texts", giving((vectors) => vectors.map(() => "moon")), "VECTOR_INVALID"],
    ["nothing in them", giving((vectors) => vectors.map(() => [])), "VECTOR_INVALID"],
    ["a shorter vector", giving((vectors) => vectors.with(0, [1, 2])), "VECTOR_DIMENSIONS"],
    ["all of another length", giving((vectors) => vectors.map(() => [1, 2])), "VECTOR_DIMENSIONS"],
  ])("is refused for %s, and the base is what it was", async (_, overrides, code) => {
    const store = memoryStore();
    const base = wordBase({ store });
    await base.index({ id: "kept", text: "moon" });
    const broken = wordBase({ store, embedder: wordEmbedder(overrides) });
    await expect(
      broken.index([
        { id: "new", text: "moon" },
        { id: "kept", text: "tide" },
      ]),
    ).rejects.toMatchObject({
      name: "VectorError",
      code,
    });
    expect((await base.documents()).map(({ id }) => id)).toEqual(["kept"]);
    expect((await base.retrieve("moon")).chunks).toHaveLength(1);
    expect((await base.index({ id: "new", text: "moon" })).chunks).toBe(1);
  });

  it("is refused for a length that nobody has said, once there are vectors", async () => {
    let size = 3;
    const embedder = wordEmbedder({
      dimensions: 0,
      embedMany: async (texts) => ({
        vectors: texts.map(() => Array(size).fill(1)),
        dimensions: size,
        usage: {},
      }),
    });
    const base = wordBase({ embedder });
    await base.index({ id: "a", text: "moon" });
    size = 4;
    await expect(base.index({ id: "b", text: "moon" })).rejects.toMatchObject({
      code: "VECTOR_DIMENSIONS",
      expected: 3,
      actual: 4,
    });
    expect(await base.documents()).toHaveLength(1);
  });
});

describe("an embedder that fails in the middle", () => {
  it("leaves whole documents, and the next call goes on", async () => {
    const plain = wordEmbedder();
    let calls = 0;
    const failing = wordEmbedder({
      async embedMany(texts) {
        if (++calls === 2) throw new Error("down");
        return plain.embedMany(texts);
      },
    });
    const store = memoryStore();
    await expect(wordBase({ store, embedder: failing, chunk: cut }).index(documents("v1"))).rejects.toThrow(
      "down",
    );
    const base = wordBase({ store, chunk: cut });
    const kept = await expectWhole(base);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(120);
    expect(await base.index(documents("v1"))).toMatchObject({ chunks: 240 - 2 * kept, unchanged: 2 * kept });
    expect(await expectWhole(base)).toBe(120);
  });
});

describe("a stop", () => {
  it("ends at once, leaves whole documents and locks nobody out", async () => {
    const stop = new AbortController();
    const base = wordBase({ chunk: cut });
    const asked = base.index(documents("v1"), {
      signal: stop.signal,
      onProgress: ({ documentsDone }) => documentsDone === 50 && stop.abort(new Error("enough")),
    });
    await expect(asked).rejects.toThrow("enough");
    const kept = await expectWhole(base);
    expect(kept).toBeLessThan(120);
    expect((await base.index(documents("v1"))).unchanged).toBe(2 * kept);
    expect(await expectWhole(base)).toBe(120);
  });

  it("does not wait for an embedder or a source that never answers", async () => {
    const never = new Promise<never>(() => {});
    const silent = wordBase({ embedder: wordEmbedder({ embedMany: () => never }) });
    const stop = new AbortController();
    const asked = silent.index({ id: "a", text: "moon" }, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")), 5);
    await expect(asked).rejects.toThrow("enough");

    let isLeft = false;
    const source: AsyncIterable<RagDocument> = {
      [Symbol.asyncIterator]: () => ({
        next: () => never,
        async return() {
          isLeft = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const other = new AbortController();
    setTimeout(() => other.abort(new Error("enough")), 5);
    await expect(wordBase().index(source, { signal: other.signal })).rejects.toThrow("enough");
    expect(isLeft).toBe(true);
    await expect(wordBase().index([], { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow(
      "before",
    );
  });
});

describe("a store that fails", () => {
  it("leaves each document old or new, whichever write it is", async () => {
    for (let failing = 0; ; failing++) {
      const inner = memoryStore();
      await wordBase({ store: inner, chunk: cut }).index(documents("v1"));
      const fates = [...Array(failing).fill("done"), "fails"] as const;
      const base = wordBase({ store: faultyStore(inner, fates), chunk: cut });
      const error = await base.index(documents("v2")).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const after = wordBase({ store: inner, chunk: cut });
      expect(await expectWhole(after)).toBe(120);
      if (error === undefined) break;
      expect(error).toBeInstanceOf(StoreError);
      expect(await expectWhole(base)).toBe(120);
      await base.index(documents("v2"));
      expect((await after.index(documents("v2"))).chunks).toBe(0);
    }
  });

  it("leaves each document old or new where the process dies", async () => {
    for (const when of ["before", "after"] as const) {
      for (const at of [0, 1, 2, 4, 7]) {
        const inner = memoryStore();
        await wordBase({ store: inner, chunk: cut }).index(documents("v1"));
        const { store, died } = dyingStore(inner, at, when);
        const dying = wordBase({ store, chunk: cut }).index(documents("v2"));
        await Promise.race([died, dying]);
        const after = wordBase({ store: inner, chunk: cut });
        expect(await expectWhole(after)).toBe(120);
        await after.index(documents("v2"));
        const { chunks } = await after.retrieve("moon", { topK: 500 });
        expect(chunks.filter(({ text }) => text.endsWith("v1"))).toEqual([]);
      }
    }
  });
});
