import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChunkOptions, chunk } from "../../../src/rag/chunk/chunk.ts";

const texts = (text: string, options?: ChunkOptions): string[] =>
  chunk(text, options).map((piece) => piece.text);

describe("chunk, sizes by a counter", () => {
  const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

  it.each(["recursive", "markdown", "sentence"] as const)("%s keeps every chunk within them", (type) => {
    const word = fc.constantFrom(
      "a",
      "tide",
      "moonlight",
      "antidisestablishmentarianism",
      "\n\n",
      "x.",
      "- b\n",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), fc.integer({ min: 3, max: 20 }), (parts, size) => {
        const text = parts.join(" ");
        const chunks = chunk(text, { type, size, overlap: 1, count: words });
        for (const piece of chunks) {
          expect(words(piece.text)).toBeLessThanOrEqual(size);
          expect(text.slice(...piece.span)).toBe(piece.text);
        }
        expect(chunks.at(-1)?.span[1] ?? 0).toBe(text.trimEnd().length);
      }),
      { numRuns: 40 },
    );
  });

  it("fills chunks, and asks a few times for each", () => {
    let calls = 0;
    const count = (text: string): number => {
      calls += 1;
      return Math.ceil(text.length / 4);
    };
    const text = "The moon pulls at the sea twice a day. ".repeat(400);
    const chunks = chunk(text, { size: 250, overlap: 50, count });
    const mean = chunks.reduce((sum, piece) => sum + piece.text.length, 0) / chunks.length;
    expect(mean).toBeGreaterThan(850);
    expect(calls / chunks.length).toBeLessThan(5);
  });

  it("refuses a counter that gives no numbers", () => {
    const count = (async () => 1) as unknown as () => number;
    expect(() => chunk("Some text.", { count })).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });

  it("goes on where one character alone is over the size", () => {
    expect(texts("潮潮潮", { size: 1, overlap: 0, count: (text) => text.length * 3 })).toEqual([
      "潮",
      "潮",
      "潮",
    ]);
  });
});

describe("chunk, headings", () => {
  const text = "# Sea\n\nSalt.\n\n## Tides\n\nThe moon.\n\nSpring\n------\n\nHigh water.\n\n# Land\n\nDry.";

  it("gives each chunk the headings above it, not its own", () => {
    const chunks = chunk(text, { type: "markdown", size: 60, overlap: 0, headings: true });
    expect(chunks.map(({ text: own, headings }) => [own.split("\n")[0], headings])).toEqual([
      ["# Sea", []],
      ["## Tides", ["Sea"]],
      ["Spring", ["Sea"]],
      ["# Land", []],
    ]);
  });

  it("has them for every type, and for the middle of a section", () => {
    const chunks = chunk(`# Sea\n\n## Tides ##\n\n${"The moon pulls. ".repeat(20)}`, {
      size: 60,
      overlap: 0,
      headings: true,
    });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.at(-1)?.headings).toEqual(["Sea", "Tides"]);
  });

  it("takes code within a line for no fence", () => {
    const odd = "# Sea\n\n```js tide()``` rises.\n\n## Tides\n\nHigh water, low water.";
    const chunks = chunk(odd, { type: "markdown", size: 40, overlap: 0, headings: true });
    expect(chunks.at(-1)).toMatchObject({ headings: ["Sea"], span: [odd.indexOf("## Tides"), odd.length] });
  });

  it("is left out where it is not asked for", () => {
    expect(chunk(text, { type: "markdown" }).every((piece) => !("headings" in piece))).toBe(true);
  });

  it("takes no `---` behind a blank line, in a list or in front matter for an underline", () => {
    const odd = "---\ntitle: Sea\n---\n\n- salt\n---\n\nDeep.\n\n---\n\nEnd.";
    expect(chunk(odd, { size: 20, overlap: 0, headings: true }).at(-1)?.headings).toEqual([]);
    expect(chunk("One.\n\n---\n\nTwo.", { size: 8, overlap: 0, headings: true }).at(-1)?.headings).toEqual(
      [],
    );
  });
});

describe("chunk, markdown blocks", () => {
  it("keeps a table whole where it fits", () => {
    const table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n";
    const pieces = texts(`# T\n\n${"Words that come first. ".repeat(3)}\n\n${table}\n\nAfter it.`, {
      type: "markdown",
      size: 90,
      overlap: 20,
    });
    expect(pieces.some((piece) => piece.includes(table.trim()))).toBe(true);
  });

  it("keeps a list with its wrapped lines whole where it fits", () => {
    const list = "- one\n  more of one\n\n- two\n- three";
    const pieces = texts(`${"Words that come first. ".repeat(3)}\n\n${list}\n\nAfter it.`, {
      type: "markdown",
      size: 90,
      overlap: 20,
    });
    expect(pieces.some((piece) => piece.includes(list))).toBe(true);
  });

  it("cuts a block that does not fit between its lines", () => {
    const rows = Array.from({ length: 30 }, (_, row) => `| row ${row} | value |`).join("\n");
    for (const piece of texts(rows, { type: "markdown", size: 100, overlap: 0 })) {
      expect(piece).toMatch(/^\| row \d+ \| value \|(?:\n\| row \d+ \| value \|)*$/);
    }
  });

  it("takes linear time over many sections with many blocks", () => {
    const text = "# a\n\n- b\n\n```\nc\n```\n\n".repeat(40_000);
    expect(chunk(text, { type: "markdown", size: 200, overlap: 0, headings: true })).toHaveLength(40_000);
  });
});

describe("chunk, sentences of other scripts", () => {
  it.each([
    ["Hindi", "चाँद समुद्र को खींचता है। ज्वार दिन में दो बार आता है।"],
    ["Arabic", "متى يرتفع البحر؟ يرتفع مرتين في اليوم."],
    ["Japanese", "月が海を引く。潮は一日に二回満ちる。"],
  ])("%s", (_, text) => {
    expect(texts(text, { type: "sentence", size: Math.ceil(text.length * 0.7), overlap: 0 })).toHaveLength(2);
  });

  it("joins what an English abbreviation ends", () => {
    const text = "Dr. Moon met Mr. Tide at noon. They spoke.";
    expect(texts(text, { type: "sentence", size: 32, overlap: 0 })).toEqual([
      "Dr. Moon met Mr. Tide at noon.",
      "They spoke.",
    ]);
  });
});

describe("chunk, hard cuts", () => {
  it("parts no letter from its accents and no emoji from its joiners where another place is near", () => {
    const family = "👩‍👩‍👧";
    for (const piece of texts(`${"e\u0301".repeat(9)}${family.repeat(4)}`, { size: 9, overlap: 0 })) {
      expect(piece).not.toMatch(/^[\u0301\u200d]|\u200d$/);
    }
  });
});
