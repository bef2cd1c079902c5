import { corpusAvailable, corpusPaths } from "virtual:corpus";
import { describe, expect, it } from "vitest";
import { corpusRows, corpusText } from "./corpus.ts";

describe.skipIf(!corpusAvailable)("the shared corpora", () => {
  it("are listed by the path that a test asks for, without .gz", () => {
    expect(corpusPaths).toContain("guards/ssrf/urls.dev.jsonl");
    expect(corpusPaths).toContain("rag/cisi/queries.jsonl");
  });

  it("give the rows of a plain and of a packed .jsonl file", async () => {
    const urls = await corpusRows<Record<string, unknown>>("guards/ssrf/urls.dev.jsonl");
    const queries = await corpusRows<Record<string, unknown>>("rag/cisi/queries.jsonl");
    expect(urls?.length).toBeGreaterThan(100);
    expect(queries?.length).toBeGreaterThan(30);
  });

  it("give the rows of a .tsv file as arrays of cells", async () => {
    const rows = await corpusRows<string[]>("rag/cisi/qrels.tsv");
    expect(rows?.[0]).toEqual(["2", "29", "1"]);
  });

  it("refuse a path that does not exist", async () => {
    await expect(corpusText("guards/nothing.jsonl")).rejects.toThrow("guards/nothing.jsonl");
  });
});
