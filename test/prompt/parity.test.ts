// biome-ignore-all lint/suspicious/noTemplateCurlyInString: syntax of other template languages is what is tested
import { describe, expect, it } from "vitest";
import { checkParity } from "../../src/prompt/parity.ts";

const kinds = (source: string, candidate: string): string[] => {
  const { ok, issues } = checkParity(source, candidate);
  expect(ok).toBe(issues.length === 0);
  return issues.map(({ kind, token }) => `${kind} ${token}`);
};

describe("parity of a rewritten template", () => {
  it("P1: ignores white space around path and default", () => {
    expect(checkParity("{{ name | friend }}", "Dear\u00a0{{\tname\n|\u00a0friend}}")).toEqual({
      ok: true,
      issues: [],
      warnings: [],
    });
  });

  it("P2: names both tokens where the tail of a default changed", () => {
    expect(kinds("{{n|a|b}}", "{{n|a|c}}")).toEqual(["missing {{n|a|b}}", "added {{n|a|c}}"]);
    expect(checkParity("{{n|a|b}}", "{{n|a|c}}").issues[0]?.message).toContain("{{n|a|b}}");
  });

  it("P3: sees a default with braces", () => {
    expect(kinds("{{cfg|{}}}", "The configuration.")).toEqual(["missing {{cfg|{}}}"]);
    expect(kinds("{{cfg|{}}}", "{{cfg|{a}}}")).toEqual(["missing {{cfg|{}}}", "added {{cfg|{a}}}"]);
  });

  it("P4: tells an empty default from none", () => {
    expect(kinds("{{x|}}", "{{x}}")).toEqual(["missing {{x|}}", "added {{x}}"]);
  });

  it("P5: wants each pair of path and default", () => {
    expect(kinds("{{a}} {{a|x}}", "{{a}}")).toEqual(["missing {{a|x}}"]);
  });

  it("P6: warns where a token stands more or less often", () => {
    const fewer = checkParity("{{a}} {{a}} {{a}}", "{{a}}");
    expect(fewer.ok).toBe(true);
    expect(fewer.warnings).toEqual([
      expect.objectContaining({ kind: "multiplicity", token: "{{a}}", tokenDelta: -4 }),
    ]);
    const more = checkParity("{{a}}", "{{a}} ".repeat(50));
    expect(more.ok).toBe(true);
    expect(more.warnings).toEqual([expect.objectContaining({ kind: "multiplicity", tokenDelta: 98 })]);
    expect(more.warnings[0]?.message).toContain("50 times instead of 1");
  });

  it("P8: fails where case or script of a name changed", () => {
    expect(kinds("{{Name}}", "{{name}}")).toEqual(["missing {{Name}}", "added {{name}}"]);
    expect(kinds("{{a}}", "{{\u0430}}")).toEqual(["missing {{a}}", "added {{\u0430}}"]);
  });

  it("P14: wants a placeholder that stood in a fenced example only", () => {
    expect(kinds("Example:\n```\nHello {{name}}\n```", "Greet the user.")).toEqual(["missing {{name}}"]);
  });

  it("takes one Unicode normal form for the other in a name", () => {
    expect(kinds("{{caf\u00e9}}", "{{cafe\u0301}}")).toEqual([]);
  });

  it.each([
    ["a stray {b}", "{{a}}", "{{a}} {b}", ["foreign {b}"]],
    ["a token that is not closed", "{{a}}", "{{a}} {{ b", ["braces {"]],
    ["a brace too many", "{{a}}", "{{a}}}", ["braces }"]],
    ["triple braces", "{{a}}", "{{{a}}}", ["braces {{{a}}}"]],
    ["a lost escape", "\\{{a}}", "{{a}}", ["foreign \\{{a}}", "added {{a}}"]],
    ["a new escape", "{{a}}", "\\{{a}}", ["missing {{a}}", "foreign \\{{a}}"]],
    ["a token moved into a comment", "{{a}}", "<!-- {{a}} -->", ["hidden {{a}}"]],
    ["a lost ${b}", "${b} {{a}}", "{{a}}", ["foreign ${b}"]],
    ["a lost {% if %}", "{% if b %}{{a}}{% endif %}", "{{a}}", ["foreign {% if b %}", "foreign {% endif %}"]],
    ["a lost block helper", "{{#if b}}{{a}}{{/if}}", "{{a}}", ["foreign {{#if b}}", "foreign {{/if}}"]],
    ["a lost {name}", "{b} {{a}}", "{{a}}", ["foreign {b}"]],
    ["a token written in entities", "{{a}} {{a}}", "{{a}} &#123;&lbrace;a&#x7D;&#125;", ["braces &#123;"]],
    ["a token in entities without their end", "{{a}}", "{{a}} &#123&#123a&#125&#125", ["braces &#123"]],
    ["a token in the escapes of a URL", "{{a}}", "{{a}} https://b.example/%7B%7Ba%7D%7D", ["braces %7B"]],
    ["a token in the escapes of a string", "{{a}}", "{{a}} \\u007b\\u007ba\\x7d\\x7d", ["braces \\u007b"]],
    ["braces in full width", "{{a}}", "{{a}} \uff5b\uff5ba\uff5d\uff5d", ["braces \uff5b"]],
    ["a zero-width character in a name", "{{a}}", "{{a\u200d}}", ["missing {{a}}", "added {{a\u200d}}"]],
    ["a zero-width character between braces", "{{a}}", "{\u200b{a}}", ["missing {{a}}"]],
    ["an empty token", "{{a}}", "{{a}} {{ }}", ["foreign {{ }}"]],
    ["four braces", "{{a}}", "{{{{a}}}}", ["foreign {{{{a}}}}"]],
    ["a stray { b }", "{{a}}", "{{a}} { b }", ["foreign { b }"]],
    ["a lost format of a value", "{a:.2f} {b!r}", "{a} {b}", ["foreign {a:.2f}", "foreign {b!r}"]],
    ["a lost <% %>", "<%= b %> {{a}}", "{{a}}", ["foreign <%= b %>"]],
    ["a token moved into a comment of Markdown", "{{a}}", "[//]: # ({{a}})", ["hidden {{a}}"]],
    ["a token moved into a comment of a template", "{{a}}", "{# {{a}} #}", ["foreign {# {{a}} #}"]],
    [
      "a block closed once of twice",
      "{% if b %}{{a}}{% endif %}{% if b %}c{% endif %}",
      "{% if b %}{{a}} c{% endif %}{% if b %}",
      ["foreign {%endif%}"],
    ],
    ["a block turned around", "{{#if b}}{{a}}{{/if}}", "{{/if}}{{a}}{{#if b}}", ["foreign {{#ifb}}"]],
    ["a part of a path", "{{user.name}}", "{{user}}", ["missing {{user.name}}", "added {{user}}"]],
  ])("fails for %s", (_, source, candidate, expected) => {
    expect(kinds(source, candidate)).toEqual(expect.arrayContaining(expected));
  });

  it("takes one Unicode normal form for the other in a default", () => {
    expect(kinds("{{x|caf\u00e9}}", "{{x|cafe\u0301}}")).toEqual([]);
  });

  it("ignores white space in other template syntax", () => {
    expect(kinds("{%if b%}{{a}}{%endif%} ${ c }", "{% if b %} {{a}} {% endif %} ${c}")).toEqual([]);
    expect(kinds("Hi {{ a }}{ b }", "Hi {{a}}{b}")).toEqual([]);
  });

  it("reads Markdown's fences by their length, in lists and quotes", () => {
    const code = (text: string): boolean =>
      checkParity(text, "{{a}}").warnings.some((issue) => issue.kind === "code");
    expect(code("````\n```\n{{a}}\n```\n````")).toBe(true);
    expect(code("- item\n      ```js\n      {{a}}\n      ```")).toBe(true);
    expect(code("> ```\n> {{a}}\n> ```")).toBe(true);
    expect(code("~~~\n```\n~~~\n{{a}}")).toBe(false);
    expect(code("```js``` and {{a}}")).toBe(false);
    expect(code("`` a tick, then `{{a}}`")).toBe(true);
    expect(code("```\r\nx\r\n```\r\n{{a}}")).toBe(false);
  });

  it("allows what the source has, and JSON examples", () => {
    for (const template of ["{{{a}}} {b} } ${c} {% d %}", "\\{{a}} {{ b", "<!-- {{a}} -->", "&#123;"]) {
      expect(checkParity(template, template)).toEqual({ ok: true, issues: [], warnings: [] });
    }
    expect(kinds("{{a}}", 'Reply as {"answer": {{a}}, "notes": {"n": 1}}.')).toEqual([]);
    expect(kinds("<!-- {{a}} --> {{a}}", "{{a}}")).toEqual([]);
  });

  it("warns where a token lost its code span", () => {
    for (const source of ["`{{a}}`", "``x {{a}} ` y``", "```\n{{a}}\n```"]) {
      expect(checkParity(source, "{{a}}").warnings).toEqual([
        expect.objectContaining({ kind: "code", token: "{{a}}" }),
      ]);
    }
    for (const candidate of ["the `{{a}}` value", "~~~\n{{a}}"])
      expect(checkParity("`{{a}}`", candidate).warnings).toEqual([]);
    expect(checkParity("a ` tick and {{a}}", "{{a}}").warnings).toEqual([]);
  });

  it("takes time linear in the length of the texts", () => {
    const hostile = [
      "{%",
      "{{x|{",
      "${ ",
      "{{a}}<!--",
      "`{{a}}",
      "\\{{",
      "&#0",
      "{a.",
      "[a]: # ",
      "{ ",
      "<%",
      "{a:",
      "``` `",
    ].map((text) => text.repeat(20_000));
    for (const text of hostile) expect(checkParity(text, text).ok).toBe(true);
  });
});
