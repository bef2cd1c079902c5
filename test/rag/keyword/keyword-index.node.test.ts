import { describe, expect, it } from "vitest";
import { keywordIndex } from "../../../src/rag/keyword/keyword-index.ts";
import { postings } from "../../../src/rag/keyword/postings.ts";

describe("keywordIndex and hostile input", () => {
  it("takes a document of 10 MB, and lets it go", () => {
    const index = keywordIndex();
    const text = "The tide rises and falls with the moon over the harbour wall. ".repeat(165_000);
    index.add([
      { id: "large", text },
      { id: "small", text: "A lamp above the sea." },
    ]);
    expect(index.search("harbour tide", { topK: 3 })).toHaveLength(3);
    index.remove("large");
    expect(index.size).toBe(1);
    expect(index.search("harbour lamp").map(({ citation }) => citation.sourceId)).toEqual(["small"]);
  });

  it("takes a word that stands a million times, and a word of a million letters", () => {
    const index = postings<string>();
    index.add("often", "tide ".repeat(1_000_000));
    index.add("once", "tide");
    index.add("long", "z".repeat(1_000_000));
    const hits = index.search("tide", { topK: 5 });
    expect(hits.map(({ key }) => key).sort()).toEqual(["often", "once"]);
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
    expect(index.search("z".repeat(1_000_000), { topK: 1 })[0]?.key).toBe("long");
  });

  it("takes a question of 100 kB", () => {
    const index = keywordIndex();
    index.add({ id: "1", text: "The moon pulls at the sea." });
    const query = Array.from({ length: 15_000 }, (_, number) => `q${number}`).join(" ");
    expect(index.search(`${query} moon ${query}`)).toHaveLength(1);
    expect(index.search("moon sea ".repeat(12_000))).toHaveLength(1);
  });
});
