import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { syntheticVectors } from "../../../../bench/rag/synthetic-vectors.ts";
import { root } from "../../../../scripts/entries.ts";
import { assembleKernel, kernelSource } from "../../../../scripts/vector-kernel.ts";
import { loadKernel } from "../../../../src/store/vectors/index/kernel.ts";
import { type VectorIndexOptions, vectorIndex } from "../../../../src/store/vectors/index/vector-index.ts";
import { exactHits, rowsOf } from "./exact-hits.ts";

const folder = `${root}src/store/vectors/index/`;

describe("the kernel of vector searches", () => {
  it("is what its text says", async () => {
    const bytes = await assembleKernel();
    expect(new Uint8Array(readFileSync(`${folder}kernel.wasm`))).toEqual(bytes);
    const [, base64] = /"([^"]+)"/.exec(readFileSync(`${folder}kernel-bytes.ts`, "utf8")) ?? [];
    expect(kernelSource(bytes)).toContain(`"${base64}"`);
  });

  it("loads from the bytes of the package and from a module", async () => {
    expect(await loadKernel(undefined)).toMatchObject({ scores: expect.any(Function) });
    const module = new WebAssembly.Module(readFileSync(`${folder}kernel.wasm`));
    expect(await loadKernel(module)).toMatchObject({ scores: expect.any(Function) });
    expect(await loadKernel(false)).toBeUndefined();
  });

  it("is done without where the runtime compiles nothing", async () => {
    const compile = vi
      .spyOn(WebAssembly, "compile")
      .mockRejectedValue(new WebAssembly.CompileError("not here"));
    expect(await loadKernel(undefined)).toBeUndefined();
    compile.mockRestore();
    vi.stubGlobal("WebAssembly", undefined);
    expect(await loadKernel(undefined)).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it("is done without where its memory cannot grow any more, and what is there is still found", async () => {
    const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow");
    const { rows: numbers, queries } = syntheticVectors({ count: 10_000, dimensions: 64, queries: 4 });
    const rows = rowsOf(numbers, 64);
    const index = vectorIndex({ dimensions: 64 });
    index.add(rows.slice(0, 5000));
    const [query = numbers] = queries;
    await index.search(query, { topK: 1 });
    expect(grow).toHaveBeenCalled();
    grow.mockImplementation(() => {
      throw new RangeError("full");
    });
    index.add(rows.slice(5000));
    for (const asked of queries) {
      const slots = (await index.search(asked, { topK: 10 })).map(({ slot }) => slot);
      expect(slots).toEqual(exactHits(rows, asked, 10).map(({ slot }) => slot));
    }
    grow.mockRestore();
  });
});

describe("a sketched search", { timeout: 30_000 }, () => {
  // Broad and narrow topics, one topic only, and numbers of dimensions that fill no block.
  it.each([
    { dimensions: 384, topics: 200, spread: 0.7 },
    { dimensions: 384, topics: 10, spread: 0.4 },
    { dimensions: 100, topics: 1, spread: 1 },
    { dimensions: 1536, topics: 50, spread: 0.7 },
    { dimensions: 13, topics: 300, spread: 0.3 },
  ])(
    "finds the ten best among 6,000 of %o, with and without kernel",
    async ({ dimensions, topics, spread }) => {
      const made = syntheticVectors({ count: 6000, dimensions, queries: 20, topics, spread, seed: 11 });
      const rows = rowsOf(made.rows, dimensions);
      const truth = made.queries.map((query) => exactHits(rows, query, 10).map(({ slot }) => slot));
      const find = async (options: Partial<VectorIndexOptions>): Promise<number[][]> => {
        const index = vectorIndex({ dimensions, ...options });
        index.add(rows);
        const found: number[][] = [];
        for (const query of made.queries) {
          found.push((await index.search(query, { topK: 10 })).map(({ slot }) => slot));
        }
        return found;
      };
      const plain = await find({ kernel: false });
      expect(await find({})).toEqual(plain);
      const hits = plain.flatMap((slots, query) => slots.filter((slot) => truth[query]?.includes(slot)));
      expect(hits.length / 200).toBeGreaterThanOrEqual(0.995);
      expect(plain.map(([first]) => first)).toEqual(truth.map(([first]) => first));
    },
  );
});
