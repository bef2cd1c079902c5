import { describe, expect, it } from "vitest";
import { type PdfTextItem, pdfPageText } from "../../../src/rag/load/pdf-page-text.ts";

/** Lines 12 points apart, in letters 10 high. */
function page(...lines: string[]): PdfTextItem[] {
  return lines.map((str, index) => at(str, 700 - index * 12));
}

function at(str: string, y: number, hasEOL: boolean = true): PdfTextItem {
  return { str, height: 10, transform: [10, 0, 0, 10, 72, y], hasEOL };
}

describe("pdfPageText", () => {
  it("joins the pieces of a line, and parts paragraphs", () => {
    const items = [
      at("The ", 100, false),
      at("moon", 100),
      at("pulls.", 88),
      at("Twice", 60),
      at(" ", 48),
      at("", 36),
    ];
    expect(pdfPageText(items)).toBe("The moon\npulls.\n\nTwice");
  });

  it("begins a paragraph with a column", () => {
    expect(pdfPageText([at("end of the left", 100), at("top of the right", 700)])).toBe(
      "end of the left\n\ntop of the right",
    );
  });

  it.each([
    ["a broken word", ["it is impor-", "tant, they say"], "it is important,\nthey say"],
    ["a broken word alone on its line", ["it is impor-", "tant", "for us"], "it is important\nfor us"],
    [
      "a word that is broken twice",
      ["a super-", "califragi-", "listic tale"],
      "a supercalifragilistic\ntale",
    ],
    ["other hyphens", ["im\u2010", "portant im\u00ad", "portant"], "important\nimportant"],
    ["accents", ["Übergrö\u00ad", "ße"], "Übergröße"],
    [
      "a compound that stands whole elsewhere",
      ["a well-", "known rule: well-known"],
      "a well-known\nrule: well-known",
    ],
    ["a name", ["Jean-", "Paul"], "Jean-\nPaul"],
    ["a dash", ["the moon -", "or the sun"], "the moon -\nor the sun"],
    ["a range", ["1914-", "1918"], "1914-\n1918"],
    ["the last line", ["impor-"], "impor-"],
  ])("joins or keeps %s", (_, lines, text) => {
    expect(pdfPageText(page(...lines))).toBe(text);
  });

  it("joins nothing across a gap", () => {
    expect(pdfPageText([at("impor-", 100), at("tant", 50)])).toBe("impor-\n\ntant");
  });

  it("composes accents", () => {
    expect(pdfPageText(page("cafe\u0301"))).toBe("caf\u00e9");
  });
});
