// biome-ignore-all lint/suspicious/noTemplateCurlyInString: syntax of other template languages is what is tested
import { describe, expect, it } from "vitest";
import { AIError } from "../../src/core/errors/index.ts";
import {
  formatPlaceholder,
  missingPlaceholders,
  parseTemplate,
  placeholdersOf,
  renderPlaceholders,
} from "../../src/prompt/grammar.ts";

const tokens = (text: string): string[] => placeholdersOf(text).map(formatPlaceholder);

describe("placeholders", () => {
  it("tell where they stand", () => {
    const text = "Hi {{ name | friend }}, it is {{day}}.";
    const [, first, , second] = parseTemplate(text);
    expect(first).toEqual({ path: "name", default: "friend", start: 3, end: 22 });
    expect(second).toEqual({ path: "day", start: 30, end: 37 });
  });

  it.each([
    "{{ name | friend }}",
    "{{\u00a0name\u00a0|\u00a0friend\u00a0}}",
    "{{\tname\t|\tfriend\t}}",
    "{{\nname\n|\nfriend\n}}",
  ])("P1: are equal whatever white space surrounds their parts: %j", (text) => {
    expect(tokens(text)).toEqual(tokens("{{name|friend}}"));
    expect(renderPlaceholders(text)).toBe("friend");
    expect(renderPlaceholders(text, { name: "Ada" })).toBe("Ada");
  });

  it("P2: keep everything after the first | as the default", () => {
    expect(renderPlaceholders("{{n|a|b}}", {})).toBe("a|b");
  });

  it.each([
    ["{{cfg|{}}}", "{}"],
    ['{{cfg|{"a":{"b":1}}}}', '{"a":{"b":1}}'],
    ["{{x|{{y}}}}", "{{y}}"],
    ["{{x|a}b}}", "a}b"],
    ["{{x|{a}}}}", "{a}}"],
    ["[{{x|{a}}}]", "[{a}]"],
  ])("P3: take a default with balanced braces: %s", (text, expected) => {
    expect(renderPlaceholders(text, {})).toBe(expected);
  });

  it("P4: tell an empty default from none", () => {
    expect(tokens("{{x|}} {{x}} {{x| }}")).toEqual(["{{x|}}", "{{x}}"]);
    expect(renderPlaceholders("<{{x|}}> <{{x}}>", {})).toBe("<> <{{x}}>");
  });

  it("P5: are required where one place has no default", () => {
    expect(missingPlaceholders("{{a}} {{a|x}}", {})).toEqual(["a"]);
    expect(missingPlaceholders("{{a|x}}", {})).toEqual([]);
  });

  it("P8: differ by case and by script", () => {
    const values = { Name: "latin", n\u0430me: "cyrillic" };
    expect(renderPlaceholders("{{Name}} {{name}} {{n\u0430me}}", values)).toBe("latin {{name}} cyrillic");
  });

  it("are the same name in either Unicode normal form", () => {
    const composed = "caf\u00e9";
    const decomposed = "cafe\u0301";
    expect(tokens(`{{${composed}}} {{${decomposed}}}`)).toEqual([`{{${composed}}}`]);
    expect(renderPlaceholders(`{{${composed}}} {{${decomposed}}}`, { [decomposed]: 1 })).toBe("1 1");
    expect(renderPlaceholders(`{{${composed}}} {{${decomposed}}}`, { [composed]: 1 })).toBe("1 1");
  });

  it.each([
    "{{constructor}}",
    "{{__proto__.x}}",
    "{{toString}}",
    "{{a.constructor}}",
    "{{a.b.length}}",
    "{{list.map}}",
  ])("P10: see own properties only: %s", (text) => {
    const values = { a: { b: "text" }, list: [1] };
    expect(renderPlaceholders(text, values)).toBe(text);
    expect(missingPlaceholders(text, values)).toEqual([text.slice(2, -2)]);
  });

  it("P10: see an own property of any name", () => {
    const values = JSON.parse('{"__proto__":{"x":"own"},"constructor":"mine"}');
    expect(renderPlaceholders("{{__proto__.x}} {{constructor}}", values)).toBe("own mine");
  });

  it.each([
    [0, "0"],
    [false, "false"],
    ["", "default"],
    [null, "default"],
    [undefined, "default"],
    [12n, "12"],
    [Number.NaN, "NaN"],
  ])("P11: render the value %s as %j where there is a default", (value, expected) => {
    expect(renderPlaceholders("{{v|default}}", { v: value })).toBe(expected);
  });

  it("P11: render an empty text without a default as empty, and leave null in place", () => {
    expect(renderPlaceholders("<{{a}}{{b}}>", { a: "", b: null })).toBe("<{{b}}>");
    expect(missingPlaceholders("{{a}}{{b}}", { a: "", b: null })).toEqual(["b"]);
  });

  it.each(["see {{secret}}", "$& $1 $$", "\\{{x}}", "{{v}}"])("P12: insert %j as it is", (value) => {
    expect(renderPlaceholders("[{{v}}] [{{v|x}}]", { v: value, secret: "s", x: "y" })).toBe(
      `[${value}] [${value}]`,
    );
  });

  it("P13: render plain data as JSON", () => {
    const values = {
      user: { name: "Ada", tags: ["a", "b"] },
      empty: {},
      list: [],
      bare: Object.create(null),
    };
    expect(renderPlaceholders("{{user}} {{user.tags}} {{user.tags.1}}", values)).toBe(
      '{"name":"Ada","tags":["a","b"]} ["a","b"] b',
    );
    expect(renderPlaceholders("{{empty}} {{list}} {{bare}}", values)).toBe("{} [] {}");
  });

  it("P13: render what toJSON gives, a text without quotes", () => {
    const values = {
      day: new Date(0),
      link: new URL("https://example.com/"),
      size: { toJSON: () => ({ px: 3 }) },
    };
    expect(renderPlaceholders("{{day}} {{link}} {{size}}", values)).toBe(
      '1970-01-01T00:00:00.000Z https://example.com/ {"px":3}',
    );
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each([
    ["a function", () => "x"],
    ["a class", class {}],
    ["a symbol", Symbol("x")],
    ["a promise", Promise.resolve("x")],
    ["a Map", new Map([["a", 1]])],
    ["a Set", new Set(["a"])],
    ["an Error", new Error("boom")],
    ["a cycle", cycle],
    ["a BigInt in data", { n: 1n }],
    ["toJSON without a result", { toJSON: () => undefined }],
  ])("P13: refuse %s", (_, value) => {
    const render = () => renderPlaceholders("Hello {{user.name|x}}", { user: { name: value } });
    expect(render).toThrowError(
      expect.objectContaining({ code: "PROVIDER_INVALID_REQUEST", name: "InvalidRequestError" }),
    );
    expect(render).toThrow("{{user.name}}");
    try {
      render();
    } catch (error) {
      expect(AIError.is(error) && error.context).toEqual({ placeholder: "user.name" });
    }
  });

  it("P14: count inside a fenced example", () => {
    expect(tokens("```\nHello {{name}}\n```")).toEqual(["{{name}}"]);
  });

  it("leave an escaped pair of braces as a literal", () => {
    expect(renderPlaceholders("Write \\{{name}} for {{name}}", { name: "Ada" })).toBe(
      "Write {{name}} for Ada",
    );
    expect(renderPlaceholders("\\{{{a}}}", { a: 1 })).toBe("{{{a}}}");
    expect(renderPlaceholders("{{sep|\\}}{{a}}", { a: 1 })).toBe("\\1");
    expect(missingPlaceholders("\\{{name}}", {})).toEqual([]);
  });

  it.each([
    "{{}}",
    "{{ }}",
    "{{.Name}}",
    "{{a..b}}",
    "{{a.}}",
    "{{#if a}}",
    "{{/if}}",
    "{{> card}}",
    "{{a b}}",
    '{{"a": 1}}',
    "{{a",
    "{{a}",
    "{a}}",
    "{{a|b",
    "{{a|{b}}",
    "{a}",
    "${a}",
    "{ {a} }",
  ])("leave %j alone", (text) => {
    expect(renderPlaceholders(text, { a: 1, b: 2, Name: 3, card: 4, if: 5 })).toBe(text);
    expect(placeholdersOf(text)).toEqual([]);
  });

  it("find a placeholder after one that is not closed, and inside more braces", () => {
    expect(renderPlaceholders("{{x|a{b}} and {{y}}", { x: 1, y: 2 })).toBe("{{x|a{b}} and 2");
    expect(renderPlaceholders('{{{a}}} {"k":{{a}}}', { a: 1 })).toBe('{1} {"k":1}');
    expect(renderPlaceholders("{{{{a}}", { a: 1 })).toBe("{{1");
  });

  it("have names in any script", () => {
    const values = { 名前: "a", имя: "b", "user-id": "c", user_id: "d", "0": "e", नाम: "f", می‌خواهم: "g" };
    const text = Object.keys(values)
      .map((name) => `{{${name}}}`)
      .join("");
    expect([...renderPlaceholders(text, values)].sort().join("")).toBe("abcdefg");
  });

  it("take time linear in the length of the text", () => {
    // Each is far out of reach of a scanner that starts again at every brace: 4e10 steps and more.
    const hostile = ["{{x|", "{{x|{", "{{ ", "{{a.", "{", "\\{{", "{{x|}"].map((text) =>
      text.repeat(200_000),
    );
    for (const text of hostile) expect(renderPlaceholders(text, {}).length).toBeGreaterThan(0);
    const names = Array.from({ length: 20_000 }, (_, index) => `a${index}`);
    const values = Object.fromEntries(names.map((name) => [`b${name}`, name]));
    expect(missingPlaceholders(names.map((name) => `{{${name}}}`).join(""), values)).toEqual(names);
  });
});

describe("a formatted placeholder", () => {
  it.each(["{{a}}", "{{a|}}", "{{a|b|c}}", "{{a|{}}}", "{{a|} }}", "{{a|x} }}"])("is %s", (text) => {
    expect(tokens(text)).toEqual([text]);
    expect(tokens(tokens(text).join(""))).toEqual([text]);
  });
});
