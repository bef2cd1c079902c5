import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restructurePrompt } from "../../../src/providers/local/restructure-prompt.ts";

describe("restructurePrompt", () => {
  it("sorts sentences under headings, word for word", () => {
    const prompt =
      "You are a guide. Tides come twice a day. Help {{name|dear. friend}} plan a walk. Never lie. Answer in Markdown.";
    expect(restructurePrompt(prompt)).toBe(
      "## ROLE\nYou are a guide.\n\n## TASK\nHelp {{name|dear. friend}} plan a walk.\n\n## CONTEXT\nTides come twice a day.\n\n" +
        "## CONSTRAINTS\n- Never lie.\n\n## OUTPUT FORMAT\nAnswer in Markdown.",
    );
  });

  it("leaves alone a prompt that has headings, or goes under one", () => {
    expect(restructurePrompt("# Mine\nNever lie. You are a guide.")).toBe(
      "# Mine\nNever lie. You are a guide.",
    );
    expect(restructurePrompt("Tides come twice a day.")).toBe("Tides come twice a day.");
    expect(restructurePrompt("  ")).toBe("");
  });

  it("keeps a code block whole", () => {
    const block = '```json\n{ "a": 1 }\n\nNever. Mind.\n```';
    expect(restructurePrompt(`You are a parser.\n\n${block}\n\nNever guess.`)).toContain(block);
  });

  it("loses and adds no word and no placeholder", () => {
    const piece = fc.constantFrom(
      "You are a guide. ",
      "Never lie. ",
      "{{a}} ",
      "{{ b | c. D }} ",
      "{{x|{}}} ",
      "Help them.\n",
      "\n\n",
      "- must stay\n",
      "\\{{literal. Text}} ",
      "Write JSON. ",
      "{{cut. ",
      "Tides! ",
    );
    const words = (text: string): string[] =>
      text
        .split(/\s+/)
        .filter(
          (word) =>
            !["##", "ROLE", "TASK", "CONTEXT", "CONSTRAINTS", "OUTPUT", "FORMAT", "-", ""].includes(word),
        )
        .sort();
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const prompt = pieces.join("");
        const tokens = (text: string): string[] => (text.match(/\{\{[^{}]*(?:\{\})?\}\}/g) ?? []).sort();
        expect(words(restructurePrompt(prompt))).toEqual(words(prompt));
        expect(tokens(restructurePrompt(prompt))).toEqual(tokens(prompt));
      }),
    );
  });

  it("takes a time that grows with the length of the prompt alone", () => {
    for (const start of ["", "Open {{here. "]) {
      const prompt = `${start}${"Be brief. You must not lie. ".repeat(20_000)}`;
      expect(restructurePrompt(prompt).length).toBeGreaterThanOrEqual(prompt.trim().length);
    }
  });
});
