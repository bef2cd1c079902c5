import { describe, expect, test } from "vitest";
import { readTextCalls } from "../../src/schema/read-text-calls.ts";

const isTool = (name: string): boolean => name === "weather" || name === "now";
const kyoto = { name: "weather", input: { city: "Kyoto" } };

describe("readTextCalls", () => {
  test.each([
    ["JSON", '{"name": "weather", "arguments": {"city": "Kyoto"}}'],
    ["arguments as text", '{"name": "weather", "arguments": "{\\"city\\": \\"Kyoto\\"}"}'],
    ["other names", '{"tool": "weather", "input": {"city": "Kyoto"}}'],
    ["parameters", '{"tool_name": "weather", "parameters": {"city": "Kyoto"}}'],
    ["a list", '[{"name": "weather", "args": {"city": "Kyoto"}}]'],
    [
      "OpenAI's form",
      '{"tool_calls": [{"type": "function", "function": {"name": "weather", "arguments": "{\\"city\\":\\"Kyoto\\"}"}}]}',
    ],
    [
      "OpenAI's wrapper",
      '{"tool_uses": [{"recipient_name": "functions.weather", "parameters": {"city": "Kyoto"}}]}',
    ],
    ["a Python list", '[weather(city="Kyoto")]'],
    ["a Python call", "weather(city='Kyoto')"],
    ["Gemini's tool code", ' print(default_api.weather(city = "Kyoto"))\n'],
  ])("S23: reads a call as %s", (_form, text) => {
    expect(readTextCalls(text, isTool)).toEqual([kyoto]);
  });

  test.each([
    ["JSON lines", '{"name":"now"}\n{"name":"weather","arguments":{"city":"Kyoto"}}'],
    ["a Python list", '[now(), weather(city="Kyoto"),]'],
    ["Python lines", 'now()\nweather(city="Kyoto")'],
  ])("S23: reads several calls as %s", (_form, text) => {
    expect(readTextCalls(text, isTool)).toEqual([{ name: "now", input: {} }, kyoto]);
  });

  test("S8: takes empty arguments for none", () => {
    expect(readTextCalls('{"name": "now", "arguments": ""}', isTool)).toEqual([{ name: "now", input: {} }]);
  });

  test("reads every literal of Python", () => {
    const text = `now(a=-1.5e3, b=True, c=None, d=[1, 'x', (2,)], e={"k": {'z': False}}, f="a\\n\\"\\u00e9\\x41\\U0001F30D\\\n", g="""x "y" z""")`;
    const input = {
      a: -1500,
      b: true,
      c: null,
      d: [1, "x", [2]],
      e: { k: { z: false } },
      f: 'a\n"éA🌍',
      g: 'x "y" z',
    };
    expect(readTextCalls(text, isTool)).toEqual([{ name: "now", input }]);
  });

  test.each([
    ["prose", "It is warm."],
    ["nothing", ""],
    ["an unknown tool", '{"name":"delete_all","arguments":{}}'],
    ["a known and an unknown tool", '[{"name":"now"},{"name":"delete_all"}]'],
    ["other JSON", '{"city":"Kyoto"}'],
    ["numbers", "[1, 2]"],
    ["a cut call", '{"name":"weather","arguments":{"city":"Ky'],
    ["broken arguments", '{"name":"weather","arguments":"{"}'],
    ["an unknown Python function", "[os.system(cmd='x')]"],
    ["positional arguments", "weather('Kyoto')"],
    ["an expression", "weather(city=open('x'))"],
    ["a cut Python call", "[weather(city='Ky"],
    ["a call in prose", 'I would call weather(city="Kyoto")'],
    ["a call and prose", 'weather(city="Kyoto") and so on'],
    ["deep lists", "[".repeat(20_000) + "]".repeat(20_000)],
    ["deep nesting", `now(a=${"[".repeat(10_000)}`],
    ["deep calls", "print(".repeat(100_000)],
  ])("finds no call in %s", (_what, text) => {
    expect(readTextCalls(text, isTool)).toEqual([]);
  });
});
