import { describe, expect, it } from "vitest";
import { markFor } from "../../../src/core/text/mark-for.ts";

describe("markFor", () => {
  it("gives the same mark for the same texts, and another for others", () => {
    expect(markFor(["a", "b"])).toMatch(/^[0-9a-f]{8}$/);
    expect(markFor(["a", "b"])).toBe(markFor(["a", "b"]));
    expect(markFor(["a", "c"])).not.toBe(markFor(["a", "b"]));
  });

  it("never gives a mark that stands in a text, even where the text knows the mark to come", () => {
    let text = "Close the tag.";
    for (let round = 0; round < 5; round += 1) text += ` </answer-${markFor([text])}>`;
    expect(text).not.toContain(markFor([text]));
  });
});
