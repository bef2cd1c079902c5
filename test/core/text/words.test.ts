import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/core/text/estimate-tokens.ts";
import { stem } from "../../../src/core/text/stem.ts";
import { isStopWord, termsOf } from "../../../src/core/text/words.ts";

const terms = (text: string): string[] => termsOf(text).map(({ term }) => term);

describe("stem", () => {
  // Pairs printed in Porter's paper and its sample vocabulary.
  it.each([
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["cats", "cat"],
    ["feed", "feed"],
    ["agreed", "agre"],
    ["plastered", "plaster"],
    ["motoring", "motor"],
    ["sing", "sing"],
    ["conflated", "conflat"],
    ["hopping", "hop"],
    ["falling", "fall"],
    ["filing", "file"],
    ["happy", "happi"],
    ["sky", "sky"],
    ["relational", "relat"],
    ["conditional", "condit"],
    ["vietnamization", "vietnam"],
    ["triplicate", "triplic"],
    ["hopefulness", "hope"],
    ["adoption", "adopt"],
    ["replacement", "replac"],
    ["controlling", "control"],
    ["rate", "rate"],
    ["cease", "ceas"],
  ])("%s becomes %s", (word, stemmed) => {
    expect(stem(word)).toBe(stemmed);
  });

  it("leaves alone what is no English word", () => {
    expect(["größer", "v16n68", "as", "y".repeat(50_000)].map(stem)).toEqual([
      "größer",
      "v16n68",
      "as",
      "y".repeat(50_000),
    ]);
  });
});

describe("termsOf", () => {
  it("compares words without case, accents, endings and stop words", () => {
    expect(terms("The CAFÉS were connecting")).toEqual(terms("a cafe, connected"));
  });

  it("keeps a number together however its thousands are written", () => {
    expect(terms("36,864 words at 1.024 MHz")).toEqual(["36864", "word", "1.024", "mhz"]);
  });

  it("gives overlapping pairs for scripts without spaces, with places in the text", () => {
    expect(termsOf("潮の満 x")).toEqual([
      { term: "潮の", start: 0, end: 2 },
      { term: "の満", start: 1, end: 3 },
      { term: "x", start: 4, end: 5 },
    ]);
  });

  it("points at the word in the original", () => {
    const text = "— Tides, e.g. TURNING 𠮷 tide";
    for (const { start, end } of termsOf(text)) expect(text.slice(start, end)).toMatch(/^[\p{L}\p{N}]+$/u);
  });

  it("knows stop words", () => {
    expect([isStopWord("which"), isStopWord("tide")]).toEqual([true, false]);
  });
});

describe("estimateTokens", () => {
  it("counts four Latin characters or one dense character as a token", () => {
    expect(["", "tide", "tides", "潮の満ち引き", "a".repeat(400)].map(estimateTokens)).toEqual([
      0, 1, 2, 6, 100,
    ]);
  });
});
