import { expect, it } from "vitest";
import { indexedDBVectorStore } from "../../../runtimes/browser/indexed-db-vector-store.ts";
import { hybridSearch } from "../../../src/rag/search/hybrid-search.ts";
import { wordBase } from "./support.ts";

it("a base in IndexedDB is there after a reload, and indexes what has changed only", async () => {
  const name = `kb-${crypto.randomUUID()}`;
  const documents = Array.from({ length: 300 }, (_, at) => ({
    id: `d${at}`,
    text: at === 7 ? "The moon makes the tide." : `Bread number ${at}.`,
  }));
  const before = wordBase({ store: indexedDBVectorStore(name) });
  await before.index(documents);

  const after = wordBase({ store: indexedDBVectorStore(name) });
  expect(await after.index(documents)).toMatchObject({ chunks: 0, unchanged: 300 });
  expect(after.embedder.batches).toEqual([]);
  const search = hybridSearch();
  for (const base of [after, before]) {
    expect((await base.retrieve("moon", { search })).chunks.map(({ citation }) => citation.sourceId)).toEqual(
      ["d7"],
    );
    expect((await base.retrieve("moon")).chunks).toHaveLength(1);
  }
  await after.remove("d7");
  expect((await before.retrieve("moon", { search })).chunks).toEqual([]);
  await before.clear();
});
