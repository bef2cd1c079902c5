import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { TextCallScanner } from "../../src/agent/text-call-scanner.ts";
import type { ToolCallRequest } from "../../src/contracts/message.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const search = tool({
  name: "search",
  description: "s",
  input: v.object({ q: v.string() }),
  execute: ({ q }) => `found ${q}`,
});
const tools = new Map([[search.name, search]]);
const CALL = '{"name":"search","arguments":{"q":"a } \\" {"}}';

async function scan(
  chunks: readonly string[],
  maxBuffer?: number,
): Promise<{ text: string; calls: ToolCallRequest[] }> {
  const scanner = new TextCallScanner(tools, maxBuffer);
  const pieces = [];
  for (const chunk of chunks) pieces.push(...(await scanner.push(chunk)));
  pieces.push(...scanner.end());
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

  test.each([
    ["plain text", "No braces, `code` and ``` fences ```."],
    ["other JSON", 'Data: {"a":1} and {"name":"search"} and {"name":"search","arguments":{"q":5}}'],
    ["an unknown tool", '{"name":"delete_all","arguments":{}}'],
    ["broken JSON", '{"name":"search","arguments":{"q":}} tail'],
    ["an object that never ends", 'text {"name":"search","arguments":{"q":"x'],
    ["code", "```ts\nfunction f() { return { a: 1 }; }\n```"],
    ["a fence at the end", "text\n```"],
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
  });

  test("is done soon with braces that never close, and still finds a call behind them", async () => {
    for (const noise of ["{", '{"', '{"name":"search","arguments":', "{👍"]) {
      const text = noise.repeat(200_000 / noise.length);
      expect(await scan([text])).toEqual({ text, calls: [] });
      expect(await scan(text.match(/[\s\S]{1,64}/g) ?? [])).toEqual({ text, calls: [] });
    }
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
