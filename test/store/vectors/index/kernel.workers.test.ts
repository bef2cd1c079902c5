import { expect, it } from "vitest";
import { syntheticVectors } from "../../../../bench/rag/synthetic-vectors.ts";
import { loadKernel } from "../../../../src/store/vectors/index/kernel.ts";
import module from "../../../../src/store/vectors/index/kernel.wasm";
import { vectorIndex } from "../../../../src/store/vectors/index/vector-index.ts";
import { rowsOf } from "./exact-hits.ts";

it("takes the kernel of vector searches as a module, as it compiles no bytes", async () => {
  expect(module).toBeInstanceOf(WebAssembly.Module);
  expect(await loadKernel(undefined)).toBeUndefined();
  expect(await loadKernel(module)).toMatchObject({ scores: expect.any(Function) });
});

it("finds the same with it and without", async () => {
  const { rows: numbers, queries } = syntheticVectors({ count: 5000, dimensions: 64, queries: 5 });
  const rows = rowsOf(numbers, 64);
  const found = [];
  for (const kernel of [module, false] as const) {
    const index = vectorIndex({ dimensions: 64, kernel });
    index.add(rows);
    found.push(await Promise.all(queries.map((query) => index.search(query, { topK: 10 }))));
  }
  expect(found[0]).toEqual(found[1]);
});
