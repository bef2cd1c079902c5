import { describe, expect, it } from "vitest";
import { fitsFilter } from "../../src/rag/fits-filter.ts";

const document = {
  tags: ["sea", "moon"],
  metadata: { language: "en", year: 2024, draft: false, author: null },
};

describe("fitsFilter", () => {
  it.each([
    [{}, true],
    [{ tags: [] }, true],
    [{ tags: ["sky", "moon"] }, true],
    [{ tags: ["sky"] }, false],
    [{ filter: {} }, true],
    [{ filter: { language: "en", year: 2024 } }, true],
    [{ filter: { language: "en", year: "2024" } }, false],
    [{ filter: { language: ["de", "en"] } }, true],
    [{ filter: { language: [] } }, false],
    [{ filter: { draft: false, author: null } }, true],
    [{ filter: { missing: null } }, false],
    [{ filter: { constructor: "x" } }, false],
    [{ tags: ["sea"], filter: { year: 2023 } }, false],
  ])("%j: %j", (filter, fits) => {
    expect(fitsFilter(document, filter)).toBe(fits);
  });

  it("asks a function about the metadata", () => {
    expect(fitsFilter(document, { filter: ({ year }) => Number(year) > 2023 })).toBe(true);
    expect(fitsFilter({}, { filter: (metadata) => "year" in metadata })).toBe(false);
  });
});
