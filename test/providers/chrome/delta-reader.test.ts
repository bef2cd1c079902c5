import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deltaReader } from "../../../src/providers/chrome/delta-reader.ts";

function read(texts: readonly string[]): string {
  const reader = deltaReader();
  return texts.map(reader.push).join("") + reader.end();
}

describe("deltaReader", () => {
  test.each([
    [["Ha", "Haha"], "HaHaha"],
    [["1", "10", "0"], "1100"],
    [["", "Hi", ""], "Hi"],
    [["ha ", "ha ", "ha "], "ha ha ha "],
    [["            ", "            ", "return 1;"], "                        return 1;"],
    [["The tide turns", "The tide turns twice", " a day."], "The tide turns twice a day."],
    [["O", "OK", "OK then"], "OK then"],
    [["The", "The tide", "The tide turns"], "The tide turns"],
  ])("%j is %j", (texts, whole) => {
    expect(read(texts)).toBe(whole);
  });

  test("texts that grow give their end, whatever they say", () => {
    const words = fc.array(fc.string({ minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(words, (pieces) => {
        const texts = pieces.map((_, index) => `The answer is: ${pieces.slice(0, index + 1).join("")}`);
        expect(read(texts)).toBe(texts.at(-1));
      }),
    );
  });

  test("pieces that repeat the first as it is are joined", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.array(fc.string()), (first, pieces) => {
        const texts = [first, first, ...pieces];
        expect(read(texts)).toBe(texts.join(""));
      }),
    );
  });

  test("pieces that do not repeat the first are joined", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (pieces) => {
        const texts = ["Once", " upon", ...pieces];
        expect(read(texts)).toBe(texts.join(""));
      }),
    );
  });
});
