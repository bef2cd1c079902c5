import { describe, expect, it } from "vitest";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { lintPrompt } from "../../src/prompt/lint-prompt.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";

describe("lint of a prompt", () => {
  it("P16: finds a token that spans two blocks, which resolve leaves alone", () => {
    const prompt = systemPrompt([persona("Hello {{a"), instruction("}} there, {{b}}")]);
    expect(prompt.resolve({ a: 1, b: 2 })).toBe("Hello {{a\n\n}} there, 2");
    expect(lintPrompt(prompt)).toEqual([
      { severity: "error", block: 0, offset: 6, message: expect.stringContaining("{{ is not closed") },
      { severity: "error", block: 1, offset: 0, message: expect.stringContaining("}} is not opened") },
    ]);
  });

  it("P16: finds a default that is not closed", () => {
    expect(lintPrompt(systemPrompt("{{a|{b}} and {{c}}"))).toMatchObject([{ severity: "error", offset: 0 }]);
  });

  it("warns of a placeholder in three braces", () => {
    expect(lintPrompt(systemPrompt("A {{{a}}}"))).toMatchObject([
      { severity: "warning", block: 0, offset: 2 },
    ]);
  });

  it.each([
    "{{a}} {{b|{}}}",
    "\\{{a}} and \\{{ alone",
    'if (x) { y } :} {"a":{{b}}}',
    "{% if a %}{{b}}{% endif %}",
    "",
  ])("finds nothing in %j", (text) => {
    expect(lintPrompt(systemPrompt(text))).toEqual([]);
  });
});
