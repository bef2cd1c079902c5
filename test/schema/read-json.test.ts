import { describe, expect, it } from "vitest";
import { type JsonReading, readJson } from "../../src/schema/read-json.ts";

const value = (reading: JsonReading): unknown => (reading.ok ? reading.value : reading);
const reason = (reading: JsonReading): string => (reading.ok ? "read" : reading.reason);

describe("strict", () => {
  it("reads one value and nothing else", () => {
    expect(readJson('\uFEFF {"a": [1, null]}\n', "strict")).toEqual({
      ok: true,
      value: { a: [1, null] },
      complete: true,
    });
    expect(value(readJson("12", "strict"))).toBe(12);
    expect(reason(readJson('```json\n{"a":1}\n```', "strict"))).toBe("malformed");
    expect(reason(readJson('{"a":1} and more', "strict"))).toBe("malformed");
  });

  it("S8 S14: tells an empty text apart", () => {
    for (const mode of ["strict", "lenient", "partial"] as const) {
      expect(reason(readJson("", mode))).toBe("empty");
      expect(reason(readJson(" \n\t", mode))).toBe("empty");
    }
  });

  it("does not let __proto__ reach a prototype", () => {
    const read = value(readJson('{"__proto__": {"polluted": true}}', "strict"));
    expect(Object.keys(read as object)).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("H12: a text that stops too early is truncated", () => {
  it.each([
    ["inside a string", '{"a":"b'],
    ["after a backslash", '{"a":"b\\'],
    ["inside an escape", '{"a":"\\uD83D'],
    ["inside the second half of a pair", '{"a":"\\uD83D\\uDE'],
    ["after a key", '{"a"'],
    ["inside a key", '{"a'],
    ["after a colon", '{"a":'],
    ["after a comma", '{"a":1,'],
    ["after a nested bracket", '{"a":{"b":1}'],
    ["inside a literal", '{"a":tr'],
    ["inside a number", '{"a":-'],
    ["inside an exponent", "[1.5e+"],
    ["after a bracket", "["],
  ])("%s", (_, text) => {
    expect(reason(readJson(text, "strict"))).toBe("truncated");
    expect(reason(readJson(text, "lenient"))).toBe("truncated");
  });

  it("says how much there was, and nothing of the text", () => {
    const reading = readJson('{"password":"hunter2', "strict");
    expect(reading).toMatchObject({ ok: false, message: expect.stringContaining("20 characters") });
    expect(JSON.stringify(reading)).not.toContain("hunter2");
  });
});

describe("H13: a text that is wrong is malformed, however its brackets count", () => {
  it.each([
    ["an unescaped quote", '{"a":"5" tall"}'],
    ["an unescaped quote in a cut text", '{"a":"5" tall", "b": {"c": [1'],
    ["the wrong bracket", '{"a":[}'],
    ["trailing commas", '{"a":[1,],}'],
    ["single quotes", "{'a':1}"],
    ["a Python literal", '{"a":True}'],
    ["a number with a leading zero", '{"a":01}'],
    ["a raw line break in a string", '{"a":"b\nc"}'],
    ["an unknown escape", '{"a":"\\x41"}'],
    ["a bare word", "nope"],
    ["a broken object around a good one", '{"edits":[{"a":"5" tall"},{"b":1}]}'],
    ["a broken outer object", "{'a':{\"b\":1}}"],
  ])("%s", (_, text) => {
    for (const mode of ["strict", "lenient", "partial"] as const) {
      expect(reason(readJson(text, mode))).toBe("malformed");
    }
  });

  it("names the place and what was expected there", () => {
    expect(readJson('{"a":"5" tall"}', "strict")).toEqual({
      ok: false,
      reason: "malformed",
      message: 'The text is not JSON: "t" at position 9, where "," or the closing bracket was expected.',
    });
    expect(readJson("{a:1}", "strict")).toMatchObject({ message: expect.stringContaining("a quoted name") });
    expect(readJson('{"a" 1}', "strict")).toMatchObject({ message: expect.stringContaining('where ":"') });
    expect(readJson("1 2", "strict")).toMatchObject({
      message: expect.stringContaining("the end of the text"),
    });
  });
});

describe("lenient", () => {
  it.each<[string, string, unknown]>([
    ["a fenced block", '```json\n{"a":1}\n```', { a: 1 }],
    ["a fenced block in capitals", '```JSON\n{"a":1}\n```', { a: 1 }],
    ["a fence that is never closed", '```json\n{"a":1}', { a: 1 }],
    ["a fence on one line", 'So: ```json {"a":1} ``` it is.', { a: 1 }],
    ["a fenced scalar", '```json\n"yes"\n```', "yes"],
    [
      "H14 a fence inside the content",
      '```json\n{"code":"```py\\nprint(1)\\n```"}\n```',
      { code: "```py\nprint(1)\n```" },
    ],
    ["prose around", 'Sure! Here you are: {"a":"}"} Anything else?', { a: "}" }],
    ["an array in prose", 'The list is [{"a":1},{"a":2}].', [{ a: 1 }, { a: 2 }]],
    ["a placeholder in the preamble", 'Within {scope} the answer is {"a":1}', { a: 1 }],
    ["an open brace in the preamble", 'Mind the { in front: {"a":1}', { a: 1 }],
    ["a link in the preamble", '[Verdict](https://example.com) {"a":1}', { a: 1 }],
    ["an example that is cut short", 'Format {"a": ...}. Answer: {"a":1}', { a: 1 }],
    ["S14 trailing junk", '{"a":1}:}', { a: 1 }],
    ["S14 a trailing sentence", '{"a":1}\n\nI hope that this helps [1].', { a: 1 }],
    ["a fenced verdict after an echo of the question", 'For {"q":"x"}:\n```json\n{"a":1}\n```', { a: 1 }],
    ["citations before the answer", 'According to [1] and [2, 3]: {"a":1}', { a: 1 }],
    ["a bare fence", '```\n{"a":1}\n```', { a: 1 }],
    ["a text that is JSON by itself", ' "yes" ', "yes"],
    ["numbers where nothing better is there", "The scores are [3, 4].", [3, 4]],
    ["an empty object where nothing better is there", "No arguments: {}", {}],
  ])("finds the value in %s", (_, text, expected) => {
    expect(value(readJson(text, "lenient"))).toEqual(expected);
  });

  it.each([
    ["prose", "I cannot answer that."],
    ["a placeholder alone", "Within {scope} there is nothing."],
    ["a number in prose", "42 is the answer"],
  ])("finds nothing in %s", (_, text) => {
    expect(reason(readJson(text, "lenient"))).toBe("malformed");
  });

  it.each([
    ["in a fence", '```json\n{"a": [1, 2'],
    ["in prose", 'Here: {"a": {"b": 1}, "c": "x'],
    ["behind a citation", 'Per [1]: {"a":'],
  ])("does not take a piece of a value that is cut %s", (_, text) => {
    expect(reason(readJson(text, "lenient"))).toBe("truncated");
  });

  it("H16: says where there was more than one value to choose from", () => {
    expect(readJson('{"a":1}\n{"b":2}', "lenient")).toEqual({
      ok: true,
      value: { a: 1 },
      complete: true,
      ambiguous: true,
    });
    expect(readJson('```json\n{"a":1}\n```\nor\n```json\n{"b":2}\n```', "lenient")).toMatchObject({
      ambiguous: true,
    });
    expect(readJson('{"a":1} as in [1] and {}', "lenient")).not.toHaveProperty("ambiguous");
    expect(readJson('[{"a":1},{"b":2}]', "lenient")).not.toHaveProperty("ambiguous");
  });
});

describe("partial", () => {
  it.each<[string, unknown]>([
    ['{"title":"Hedge', { title: "Hedge" }],
    ['{"a":1,"b', { a: 1 }],
    ['{"a":1,"b":', { a: 1 }],
    ['{"a":1,"b":tr', { a: 1 }],
    ['{"a":1,"b":12', { a: 1 }],
    ['{"a":1,"b":12 ', { a: 1 }],
    ['{"a":[{"b":"c"},{"d":["e', { a: [{ b: "c" }, { d: ["e"] }] }],
    ['{"a":[', { a: [] }],
    ['{"a":"x\\', { a: "x" }],
    ['{"a":"x\\u00e', { a: "x" }],
    ['{"a":"x\\ud83d', { a: "x" }],
    ['{"a":"x\\ud83d\\ude00', { a: "x😀" }],
    ['{"a":"\\\\u12', { a: "\\u12" }],
    ["{", {}],
    ['"so far', "so far"],
    ['```json\n{"a":"b', { a: "b" }],
    ['Sure: {"a":"b', { a: "b" }],
  ])("%s", (text, expected) => {
    expect(readJson(text, "partial")).toEqual({ ok: true, value: expected, complete: false });
  });

  it("leaves half a character out", () => {
    expect(readJson('{"a":"x\ud83d', "partial")).toMatchObject({ value: { a: "x" } });
  });

  it("knows when the value is complete", () => {
    expect(readJson('{"a":1}', "partial")).toEqual({ ok: true, value: { a: 1 }, complete: true });
    expect(readJson('```json\n{"a":1}\n```', "partial")).toMatchObject({ complete: true });
    expect(readJson("12", "partial")).toEqual({ ok: true, value: 12, complete: true });
  });

  it("has no value where nothing is known yet", () => {
    expect(reason(readJson("tr", "partial"))).toBe("truncated");
    expect(reason(readJson("-", "partial"))).toBe("truncated");
    expect(reason(readJson("Let me think", "partial"))).toBe("malformed");
  });
});

describe("size and depth", () => {
  const many = 200_000;

  it.each([
    ["open brackets", "[".repeat(many), "truncated"],
    ["open braces without names", `${"{".repeat(many)}x`, "malformed"],
    ["brackets before a word", `${"[".repeat(many)}x`, "malformed"],
    ["braces and words", "{ x ".repeat(many / 4), "malformed"],
    ["pairs of braces and words", "{x} ".repeat(many / 4), "malformed"],
    ["fences", `${"```json\n[".repeat(many / 9)}x`, "malformed"],
    ["fences with strings", '```"a'.repeat(many / 5), "malformed"],
    ["cut examples", '{"a": ... } '.repeat(many / 12), "malformed"],
    ["a long string", `["${"é\\n".repeat(many / 3)}`, "truncated"],
  ])("takes %s in its stride", (_, text, expected) => {
    expect(reason(readJson(text, "lenient"))).toBe(expected);
  });

  it("closes what is deeply open", () => {
    const reading = readJson('{"a":'.repeat(2000), "partial");
    expect(reading).toMatchObject({ ok: true, complete: false });
  });
});
