import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { TextCallScanner } from "../../src/agent/text-call-scanner.ts";
import type { ToolCallRequest } from "../../src/contracts/message.ts";
import type { ToolContract } from "../../src/contracts/tool.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const search = tool({
  name: "search",
  description: "s",
  input: v.object({ q: v.string() }),
  execute: ({ q }) => `found ${q}`,
});
const now = tool({ name: "now", description: "n", input: v.object({}), execute: () => "noon" });
const tools = new Map<string, ToolContract>([
  [search.name, search],
  [now.name, now],
]);
const CALL = '{"name":"search","arguments":{"q":"a } \\" {"}}';

async function scan(
  chunks: readonly string[],
  maxBuffer?: number,
): Promise<{ text: string; calls: ToolCallRequest[] }> {
  const scanner = new TextCallScanner(tools, maxBuffer);
  const pieces = [];
  for (const chunk of chunks) pieces.push(...(await scanner.push(chunk)));
  pieces.push(...(await scanner.end()));
  return {
    text: pieces.filter((piece) => typeof piece === "string").join(""),
    calls: pieces.filter((piece) => typeof piece !== "string"),
  };
}

describe("TextCallScanner", () => {
  test.each([
    ["alone", CALL, ""],
    ["in prose", `Let me look. ${CALL} One moment.`, "Let me look.  One moment."],
    ["in a fence", `Sure:\n\`\`\`json\n${CALL}\n\`\`\`\nDone.`, "Sure:\n\nDone."],
    ["with tool and input", '{"tool":"search","input":{"q":"x"}}', ""],
  ])("finds a call %s, however the text is cut", async (_where, text, rest) => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const { calls, text: shown } = await scan([text.slice(0, cut), text.slice(cut)]);
      expect(calls).toMatchObject([{ name: "search", recoveredFrom: "stream-text" }]);
      expect(shown).toBe(rest);
    }
    expect((await scan([...text])).text).toBe(rest);
  });

  const tide = { name: "search", input: { q: "tide" } };
  const json = '{"name": "search", "arguments": {"q": "tide"}}';
  test.each([
    ["a Python list", '[search(q="tide")]', [tide]],
    ["a Python list in prose", "Look. [search(q='tide'), now()] Wait.", [tide, { name: "now", input: {} }]],
    [
      "a Python list with brackets in a text",
      '[search(q="a ] [b")]',
      [{ name: "search", input: { q: "a ] [b" } }],
    ],
    ["a Python list behind a name space", '[default_api.search(q="tide")]', [tide]],
    ["a Python list in a fence", '```python\n[search(q="tide")]\n```', [tide]],
    ["a list of JSON", `[${json}, {"name": "now", "arguments": {}}]`, [tide, { name: "now", input: {} }]],
    ["Llama's parameters", '{"name": "search", "parameters": {"q": "tide"}}', [tide]],
    ["<tool_call>", `<tool_call>\n${json}\n</tool_call>`, [tide]],
    [
      "two <tool_call>s",
      `<tool_call>${json}</tool_call><tool_call>{"name":"now"}</tool_call>`,
      [tide, { name: "now", input: {} }],
    ],
    ["a <tool_call> that nothing closes", `<tool_call>${json}`, [tide]],
    ["<function_call>", `<function_call>${json}</function_call>`, [tide]],
    ["LFM's delimiters", '<|tool_call_start|>[search(q="tide")]<|tool_call_end|>', [tide]],
    ["Phi's delimiters", `<|tool_call|>[${json}]<|/tool_call|>`, [tide]],
    [
      "<|python_tag|> and JSON",
      '<|python_tag|>{"name": "search", "parameters": {"q": "tide"}}<|eom_id|>',
      [tide],
    ],
    ["<|python_tag|> and Python", '<|python_tag|>search.call(q="tide")', [tide]],
    ["Gemma's tool code", '```tool_code\nprint(default_api.search(q="tide"))\n```', [tide]],
    ["Mistral's list", `[TOOL_CALLS][${json}]</s>`, [tide]],
    [
      "Mistral's names",
      '[TOOL_CALLS]search[ARGS]{"q": "tide"}[TOOL_CALLS]now[CALL_ID]abc123456[ARGS]',
      [tide, { name: "now", input: {} }],
    ],
    [
      "OpenAI's form",
      `<tool_call>{"function": {"name": "search", "arguments": "{\\"q\\": \\"tide\\"}"}}</tool_call>`,
      [tide],
    ],
  ])(
    "S23: finds calls as %s, however the text is cut, and shows none of it",
    async (_form, text, expected) => {
      const pieces = [
        [text],
        [...text],
        ...Array.from(text, (_, cut) => [text.slice(0, cut), text.slice(cut)]),
      ];
      for (const chunks of pieces) {
        const { calls, text: shown } = await scan(chunks);
        expect(calls.map(({ name, input }) => ({ name, input }))).toEqual(expected);
        expect(new Set(calls.map(({ id }) => id)).size).toBe(expected.length);
        expect(shown.replace("Look. ", "").replace(" Wait.", "")).toBe("");
      }
    },
  );

  test("S23: finds a call inside what is none", async () => {
    for (const text of [`<tool_call>Sure: ${json}</tool_call>`, `[1, ${json}`, `[{"a": 1}, ${json}]`]) {
      expect((await scan([...text])).calls, text).toMatchObject([tide]);
    }
  });

  test.each([
    ["plain text", "No braces, `code` and ``` fences ```."],
    ["other JSON", 'Data: {"a":1} and {"name":"search"} and {"name":"search","arguments":{"q":5}}'],
    ["an unknown tool", '{"name":"delete_all","arguments":{}}'],
    ["broken JSON", '{"name":"search","arguments":{"q":}} tail'],
    ["an object that never ends", 'text {"name":"search","arguments":{"q":"x'],
    ["code", "```ts\nfunction f() { return { a: 1 }; }\n```"],
    ["a fence at the end", "text\n```"],
    [
      "links and lists",
      "See [the page](https://example.com), [x] and [search] or [ ] [1, 2] a[0] < b <b>c</b>.",
    ],
    ["an unknown Python function", "[os.system(cmd='x')] and [searching(q='x')]"],
    ["a Python list that does not fit", "[search(q=5)] and [search(q=f())] and [search(q='x'"],
    ["a known and an unknown tool", '[{"name":"now"}, {"name":"delete_all","arguments":{}}]'],
    ["an unknown tool in delimiters", '<tool_call>{"name":"delete_all","arguments":{}}</tool_call>'],
    ["prose in delimiters", "<tool_call>none needed</tool_call> <|python_tag|>print(1) [TOOL_CALLS]"],
    ["a description of a tool", '{"name":"now","description":"n","parameters":{"type":"object"}}'],
    ["a name alone", '{"name":"now"} [{"name":"now"}]'],
    ["code of tools", "```tool_code\nprint(1)\n``` and ```python\nsearch(q='x')\n```"],
  ])("gives %s back as it was, however it is cut", async (_what, text) => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(await scan([text.slice(0, cut), text.slice(cut)])).toEqual({ text, calls: [] });
    }
    expect(await scan([...text])).toEqual({ text, calls: [] });
  });

  test("holds nothing back that cannot become a call", async () => {
    const scanner = new TextCallScanner(tools);
    expect(await scanner.push("hello ")).toEqual(["hello "]);
    expect(await scanner.push("x { ")).toEqual(["x "]);
    const other = new TextCallScanner(tools);
    for (const text of ["a < b", "[link", "](", "<b", "[1", "``x"]) {
      expect((await other.push(text)).join(""), text).toBe(text);
    }
  });

  test.each([
    "{",
    '{"',
    '{"name":"search","arguments":',
    "{👍",
    "[{",
    "[search(",
    "<tool_call>",
    "[TOOL_CALLS]",
    "```",
    "``` ",
  ])("is done soon with many of %j that nothing closes", async (noise) => {
    const text = noise.repeat(200_000 / noise.length);
    expect(await scan([text])).toEqual({ text, calls: [] });
    expect(await scan(text.match(/[\s\S]{1,64}/g) ?? [])).toEqual({ text, calls: [] });
  });

  test("still finds a call behind braces that never close", async () => {
    const behind = await scan(["{".repeat(100_000), "x".repeat(20_000), CALL]);
    expect(behind.calls).toMatchObject([{ name: "search" }]);
  });

  test("parts no character where it passes over many", async () => {
    const pieces = await new TextCallScanner(tools).push("{👍".repeat(66_666));
    expect(pieces.filter((piece) => /[\ud800-\udbff]$/.test(String(piece)))).toEqual([]);
  });

  test("tries every brace of a text of usual size", async () => {
    const text = `{ ${"x".repeat(500)} `;
    const { calls } = await scan([`${text}${CALL}${"y".repeat(20_000)}`]);
    expect(calls).toMatchObject([{ name: "search" }]);
  });

  test("gives up after maxBuffer characters", async () => {
    const scanner = new TextCallScanner(tools, 20);
    expect((await scanner.push(`{"a":"${"x".repeat(40)}`)).join("")).toContain("xxxx");
  });
});

describe("streamingToolGuard", () => {
  test("runs a call that leaked into the text and shows none of it, streaming or not", async () => {
    const make = () =>
      mockModel({ name: "m", responses: [{ content: `Looking. ${CALL}` }, { content: "ok" }] });
    const shown: string[] = [];
    const stream = agent({ model: make(), tools: [search], streamingToolGuard: {} }).stream("x");
    for await (const event of stream) if (event.type === "agent.trip.streaming") shown.push(event.delta);
    const streamed = await stream.result;
    expect(shown.join("")).not.toContain("{");
    const whole = await agent({ model: make(), tools: [search] }).execute("x", { streamingToolGuard: {} });
    for (const result of [streamed, whole]) {
      expect(result.report.children).toMatchObject([{ type: "tool", name: "search", status: "completed" }]);
      expect(result.report.trips[0]?.toolCalls).toMatchObject([{ recoveredFrom: "stream-text" }]);
    }
  });

  test("is off by default", async () => {
    const model = mockModel({ name: "m", responses: [{ content: CALL }] });
    expect((await agent({ model, tools: [search] }).execute("x")).text).toBe(CALL);
  });
});
