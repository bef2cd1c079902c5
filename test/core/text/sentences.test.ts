import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sentencesOf } from "../../../src/core/text/sentences.ts";

const sentences = (text: string): string[] =>
  sentencesOf(text).map(({ start, end }) => text.slice(start, end));

describe("sentencesOf", () => {
  it.each([
    ["It weighs 70.1 lb. Heavy!", ["It weighs 70.1 lb.", "Heavy!"]],
    ["Dr. J. H. Laning wrote it. He did.", ["Dr. J. H. Laning wrote it.", "He did."]],
    ["The sum goes to A. The rest stays.", ["The sum goes to A.", "The rest stays."]],
    ["See e.g. the notes, i.e. page 4. Done.", ["See e.g. the notes, i.e. page 4.", "Done."]],
    ["Was it? No. The lamp (No. 5) was out.", ["Was it?", "No.", "The lamp (No. 5) was out."]],
    ['He said "Go!" Then he left.', ['He said "Go!"', "Then he left."]],
    ["One line\nof a paragraph. Two.", ["One line\nof a paragraph.", "Two."]],
    ["A heading\n\nA paragraph", ["A heading", "A paragraph"]],
    [
      "# Tides\nThe moon pulls.\n- high\n  water\n- low",
      ["# Tides", "The moon pulls.", "- high\n  water", "- low"],
    ],
    ["| a | b |\n| 1 | 2 |", ["| a | b |", "| 1 | 2 |"]],
    ["潮は月に引かれる。満潮になる。", ["潮は月に引かれる。", "満潮になる。"]],
    ["Version 2.0 came in 1997... then it stayed", ["Version 2.0 came in 1997... then it stayed"]],
    [" \n\t\n", []],
  ])("splits %j", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it("loses nothing but white space, in order and without overlap", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB .!?\n\t-#|1。é"') }), (text) => {
        expect(sentences(text).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        const spans = sentencesOf(text);
        for (const [index, span] of spans.entries()) {
          expect(span.start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
        }
      }),
    );
  });
});
