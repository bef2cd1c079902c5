import { describe, expect, it } from "vitest";
import { graphemeEnd, graphemeStart } from "../../../src/core/text/graphemes.ts";

describe("where a text can be cut", () => {
  it.each([
    ["surrogates", "😀"],
    ["a letter with marks", "e\u0301\u0323"],
    ["a flag", "🇩🇪"],
    ["a skin tone", "👍🏽"],
    ["a family", "👩‍👩‍👧‍👦"],
    ["a flag of tags", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["Hangul", "\u1112\u1161\u11ab"],
    ["Thai vowel signs", "กำ"],
    ["Japanese sound marks of half width", "ｶﾞ"],
    ["CRLF", "\r\n"],
  ])("is before and behind %s", (_name, character) => {
    const text = `a${character}${character}b`;
    const cuts = [0, 1, 1 + character.length, 1 + 2 * character.length, text.length];
    for (let offset = 0; offset <= text.length; offset++) {
      expect(graphemeStart(text, offset)).toBe(cuts.findLast((cut) => cut <= offset));
      expect(graphemeEnd(text, offset)).toBe(cuts.find((cut) => cut >= offset));
    }
  });

  it("is within the text", () => {
    expect([graphemeStart("ab", -5), graphemeStart("ab", 9), graphemeEnd("ab", 9)]).toEqual([0, 2, 2]);
  });

  it("is found at once in what never ends, and between surrogates only there", () => {
    for (const endless of ["\u0301", "\ufe0f", "\u1100", "👩‍", "🇩", "\u{e0067}"]) {
      const text = endless.repeat(200_000 / endless.length);
      for (let offset = 100_000; offset < 100_040; offset++) {
        for (const cut of [graphemeStart(text, offset), graphemeEnd(text, offset)]) {
          expect(Math.abs(cut - offset)).toBeLessThan(200);
          expect(text.slice(cut)).toMatch(/^[^\udc00-\udfff]/);
        }
      }
    }
  });
});
