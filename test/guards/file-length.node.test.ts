import { describe, expect, it } from "vitest";
import { productFiles } from "./source.ts";

const mostLines = 400;

describe("file length", () => {
  it(`is at most ${mostLines} lines`, () => {
    expect(tooLong(productFiles())).toEqual([]);
  });

  it("is told for a file of one line more", () => {
    const file = { path: "src/core/long.ts", text: "// one\n".repeat(mostLines + 1) };
    expect(tooLong([file])).toEqual([`src/core/long.ts has ${mostLines + 1} lines`]);
  });
});

function tooLong(files: readonly { path: string; text: string }[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}
