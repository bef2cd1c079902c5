import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChunkOptions, type ChunkType, chunk } from "../../../src/rag/chunk/chunk.ts";

const types: readonly ChunkType[] = ["recursive", "markdown", "sentence", "fixed"];
const texts = (text: string, options?: ChunkOptions): string[] =>
  chunk(text, options).map((piece) => piece.text);

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      "b",
      " ",
      "\n",
      "\n\n",
      ". ",
      "# ",
      "```\n",
      "😀",
      "é",
      "| a |\n",
      "1. ",
      "。",
    ),
    maxLength: 300,
  }),
);

describe.each(types)("chunk, type %s", (type) => {
  it("slices to its text, stays within size, keeps characters whole, goes forward and loses no text", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), fc.nat({ max: 59 }), (text, size, wanted) => {
        const overlap = Math.min(wanted, size - 1);
        const chunks = chunk(text, { type, size, overlap });
        const covered = new Uint8Array(text.length);
        let lastStart = -1;
        let lastEnd = 0;
        for (const [index, piece] of chunks.entries()) {
          expect(piece.index).toBe(index);
          expect(text.slice(...piece.span)).toBe(piece.text);
          expect(piece.text.length).toBeLessThanOrEqual(size);
          expect(piece.text.trim()).not.toBe("");
          expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece.text) && isCutPair(text, piece.span)).toBe(
            false,
          );
          if (type !== "fixed") expect(piece.span[1]).toBeGreaterThan(lastEnd);
          expect(piece.span[0]).toBeGreaterThan(lastStart);
          lastStart = piece.span[0];
          covered.fill(1, ...piece.span);
          lastEnd = piece.span[1];
        }
        for (let at = 0; at < text.length; at++) {
          if (text.charAt(at).trim() !== "") expect(covered[at]).toBe(1);
        }
      }),
    );
  });

  it("repeats at most the overlap", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 10, max: 60 }), fc.nat({ max: 9 }), (text, size, overlap) => {
        const chunks = chunk(text, { type, size, overlap });
        for (const [index, piece] of chunks.entries()) {
          const before = chunks[index - 1];
          // One more where a window of `fixed` steps around a surrogate pair.
          if (before) expect(before.span[1] - piece.span[0]).toBeLessThanOrEqual(overlap + 1);
        }
      }),
    );
  });

  it("gives nothing for a blank text", () => {
    expect(chunk(" \n\t ", { type })).toEqual([]);
    expect(chunk("", { type })).toEqual([]);
  });

  it("gives a short text back whole", () => {
    expect(chunk("The tide turns.", { type })).toEqual([
      { text: "The tide turns.", index: 0, span: [0, 15] },
    ]);
  });

  it("takes linear time where no border is near", () => {
    const text = "x".repeat(2_000_000);
    expect(chunk(text, { type, size: 50, overlap: 10 }).length).toBeGreaterThanOrEqual(49_000);
  });
});

function isCutPair(text: string, [start, end]: readonly [number, number]): boolean {
  const cut = (at: number): boolean => at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return cut(start) || cut(end);
}

describe("chunk", () => {
  it("is recursive by default, with 1000 characters and 200 of overlap", () => {
    const text = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");
    expect(chunk(text)).toEqual(chunk(text, { type: "recursive", size: 1000, overlap: 200 }));
    expect(chunk(text)[0]?.text.length).toBeGreaterThan(980);
  });

  it("recursive cuts at paragraphs first, then lines, sentences and words", () => {
    const text = "one two. three four\nfive\n\nsix seven eight nine ten";
    expect(texts(text, { size: 25, overlap: 0 })).toEqual([
      "one two. three four\nfive",
      "six seven eight nine ten",
    ]);
    expect(texts(text, { size: 12, overlap: 0 })).toEqual([
      "one two.",
      "three four",
      "five\n\nsix",
      "seven eight",
      "nine ten",
    ]);
  });

  it("recursive takes its own separators; without an empty one a long piece stays whole", () => {
    expect(texts("aa|bbbbbbbb|cc", { size: 4, overlap: 0, separators: ["|"] })).toEqual([
      "aa|",
      "bbbbbbbb|",
      "cc",
    ]);
    expect(texts("aa|bbbbbb", { size: 4, overlap: 0, separators: ["|", ""] })).toEqual(["aa|", "bbbb", "bb"]);
  });

  it("starts the repeated part at a sentence where one is in reach", () => {
    const text = "First words here. Second goes on. Third and last one.";
    expect(texts(text, { size: 35, overlap: 20 })).toEqual([
      "First words here. Second goes on.",
      "Second goes on. Third and last one.",
    ]);
  });

  it("repeats the overlap also where there is no border", () => {
    const chunks = chunk("x".repeat(2500), { size: 1000, overlap: 200 });
    expect(chunks.map(({ span }) => span)).toEqual([
      [0, 1000],
      [800, 1800],
      [1600, 2500],
    ]);
  });

  it("markdown never joins two sections and keeps a heading with its text", () => {
    const text = "# A\n\n## B\n\nfirst\n\n## C\n\nsecond\n";
    expect(texts(text, { type: "markdown", size: 500, overlap: 0 })).toEqual([
      "# A\n\n## B\n\nfirst",
      "## C\n\nsecond",
    ]);
  });

  it("markdown takes no mark inside a fence for a heading and keeps a fenced block whole where it fits", () => {
    const fence = "```sh\n# not a heading\n\nrun it\n```";
    const text = `# A\n\nSome words that fill the first chunk up.\n\n${fence}\n\nafter`;
    const pieces = texts(text, { type: "markdown", size: 50, overlap: 0 });
    expect(pieces.some((piece) => piece.includes(fence))).toBe(true);
    expect(pieces).toHaveLength(2);
  });

  it("sentence packs whole sentences and cuts only one that is too long", () => {
    const text = "Short one. Another short one. A sentence that is far too long for the size.";
    expect(texts(text, { type: "sentence", size: 30, overlap: 0 })).toEqual([
      "Short one. Another short one.",
      "A sentence that is far too",
      "long for the size.",
    ]);
  });

  it("fixed cuts windows back to back, white space included", () => {
    expect(texts("ab cd ef", { type: "fixed", size: 3, overlap: 0 })).toEqual(["ab ", "cd ", "ef"]);
    expect(texts("abcdef", { type: "fixed", size: 4, overlap: 2 })).toEqual(["abcd", "cdef"]);
  });

  it("fixed moves a border that would part a surrogate pair", () => {
    expect(texts("a😀b😀", { type: "fixed", size: 2, overlap: 0 })).toEqual(["a", "😀", "b", "😀"]);
    expect(texts("😀😀", { type: "fixed", size: 1, overlap: 0 })).toEqual(["😀", "😀"]);
  });

  it.each([{ size: 0 }, { size: 2.5 }, { size: Number.NaN }, { size: 10, overlap: 10 }, { overlap: -1 }])(
    "refuses %j with INVALID_CONFIG",
    (options) => {
      expect(() => chunk("text", options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    },
  );
});
