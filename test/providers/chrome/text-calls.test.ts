import { describe, expect, test } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { textCalls } from "../../../src/providers/chrome/text-calls.ts";
import { textOf } from "../support.ts";

const CALL = '{"name":"weather","arguments":{"city":"Kyoto"}}';
const PYTHON = 'weather(city="Kyoto")';

function read(pieces: readonly string[]): {
  text: string;
  calls: { name: string; input: unknown }[];
  first: string;
} {
  const reader = textCalls(["weather", "now"]);
  const chunks: ModelChunk[] = [];
  for (const piece of pieces) reader.push(piece, chunks);
  const first = textOf(chunks);
  const calls = reader.end(chunks).map(({ name, input }) => ({ name, input }));
  return { text: textOf(chunks), calls, first };
}

/** However it is cut in two, and one character at a time. */
function everyCut(text: string): (readonly string[])[] {
  return [[...text], ...Array.from(text, (_, cut) => [text.slice(0, cut), text.slice(cut)])];
}

describe("textCalls", () => {
  test.each([
    ["<tool_call>", `<tool_call>${CALL}</tool_call>`, ""],
    ["<tool_call> behind prose", `Let me see.\n<tool_call>\n${CALL}\n</tool_call>`, "Let me see.\n"],
    ["<tool_call> before prose", `<tool_call>${CALL}</tool_call> Done.`, " Done."],
    ["<tool_call> without an end", `<tool_call>${CALL}`, ""],
    ["[TOOL_CALLS]", `[TOOL_CALLS][${CALL}]`, ""],
    ["<|python_tag|>", `<|python_tag|>${PYTHON}`, ""],
    ["a fence", `\`\`\`tool_call\n${CALL}\n\`\`\``, ""],
    ["Gemini's tool code", `\`\`\`tool_code\nprint(default_api.${PYTHON})\n\`\`\`\n`, ""],
    ["a JSON fence behind prose", `Sure:\n\`\`\`json\n${CALL}\n\`\`\``, "Sure:\n"],
    ["bare JSON", CALL, ""],
    ["a bare list", ` [ ${CALL} ]`, ""],
    ["a Python list", `[${PYTHON}]`, ""],
    ["a bare Python call", PYTHON, ""],
  ])("S23: finds a call in %s, however it is cut", (_form, text, rest) => {
    for (const pieces of everyCut(text)) {
      const { text: shown, calls } = read(pieces);
      expect(calls).toEqual([{ name: "weather", input: { city: "Kyoto" } }]);
      expect(shown.trim()).toBe(rest.trim());
    }
  });

  test("S23: finds several calls", () => {
    const text = `<tool_call>${CALL}</tool_call>\n<tool_call>{"name":"now"}</tool_call>`;
    for (const pieces of everyCut(text)) {
      const { text: shown, calls } = read(pieces);
      expect(calls.map(({ name }) => name)).toEqual(["weather", "now"]);
      expect(shown).toBe("");
    }
  });

  test.each([
    ["plain text", "It is warm < 30, `code` and [1] {x}."],
    ["a word that a tool begins with", "weather is fine"],
    ["other JSON", '{"mood":"calm","name":"weather"}'],
    ["a list of numbers", "[1, 2, 3]"],
    ["a note in brackets", "[see below] It is warm."],
    ["an unknown tool", '<tool_call>{"name":"delete_all","arguments":{}}</tool_call>'],
    ["a JSON fence", 'So:\n```json\n{"a":1}\n```\nDone.'],
    ["other code", "```python\nprint(1)\n```"],
    ["half a delimiter", "a <tool_"],
    ["an unknown Python call", "[os.system(cmd='x')]"],
  ])("gives %s back as it was, however it is cut", (_what, text) => {
    for (const pieces of everyCut(text)) expect(read(pieces)).toMatchObject({ text, calls: [] });
  });

  test("holds nothing back that cannot become a call", () => {
    expect(read(["Hello "]).first).toBe("Hello ");
    expect(read(['{"mood":']).first).toBe('{"mood":');
    expect(read(['So:\n```json\n{"a":1}\n```\nDone.']).first).toBe('So:\n```json\n{"a":1}\n```\nDone.');
  });

  test("S19: takes linear time for a call of a megabyte that comes in small pieces", () => {
    const text = "x } ".repeat(250_000);
    const call = JSON.stringify({ name: "weather", arguments: { text } });
    for (const [open, close] of [
      ["<tool_call>", "</tool_call>"],
      ["```json\n", "\n```"],
      ["", ""],
    ]) {
      const answer = `${open}${call}${close}`;
      for (const pieces of [answer.match(/[\s\S]{1,16}/g) ?? [], [answer]]) {
        const { calls, text: shown } = read(pieces);
        expect(calls).toEqual([{ name: "weather", input: { text } }]);
        expect(shown).toBe("");
      }
    }
  });

  test("takes linear time for blanks that may come before a call", () => {
    for (const text of [" ".repeat(100_000), `[${" ".repeat(100_000)}`]) {
      expect(read([...text])).toMatchObject({ text, calls: [] });
    }
  });

  test("takes linear time for what never closes", () => {
    const text = `<tool_call>${"{".repeat(200_000)}`;
    expect(read(text.match(/[\s\S]{1,64}/g) ?? [])).toMatchObject({ text, calls: [] });
  });
});
