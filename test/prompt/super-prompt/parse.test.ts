import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PromptParseError } from "../../../src/core/errors/prompt-errors.ts";
import { assembleCodingBrief, assembleSuperPrompt } from "../../../src/prompt/super-prompt/canonical.ts";
import { parseCodingBriefJson, parseSuperPromptJson } from "../../../src/prompt/super-prompt/parse-json.ts";
import {
  parseCodingBriefMarkdown,
  parseSuperPromptMarkdown,
} from "../../../src/prompt/super-prompt/parse-markdown.ts";
import {
  CodingBriefSchema,
  CodingBriefWireSchema,
  PromptQualitySchema,
  SuperPromptWireSchema,
} from "../../../src/prompt/super-prompt/schema.ts";
import { validateJson } from "../../../src/schema/validate-json.ts";

const fields = {
  role: "You are an editor.",
  task: "Edit the text.",
  context: "A blog about birds.",
  chainOfThought: "Read twice, then cut.",
  constraints: ["Be brief.", "Keep names."],
  formatSpec: "Plain text.",
};

function markdown(changes: Record<string, string> = {}): string {
  const texts: Record<string, string> = {
    ROLE: fields.role,
    TASK: fields.task,
    CONTEXT: fields.context,
    APPROACH: fields.chainOfThought,
    CONSTRAINTS: "- Be brief.\n- Keep names.",
    "OUTPUT FORMAT": fields.formatSpec,
    ...changes,
  };
  return Object.entries(texts)
    .map(([heading, text]) => `## ${heading}\n${text}`)
    .join("\n\n");
}

const plain = markdown();

function issueOf(parse: () => unknown): Pick<PromptParseError, "reason" | "issue" | "sections"> | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (!(error instanceof PromptParseError)) throw error;
    const { reason, issue, sections } = error;
    return { reason, issue, sections };
  }
}

describe("a super prompt in Markdown", () => {
  it("has its six sections as fields, and itself as the full prompt", () => {
    expect(parseSuperPromptMarkdown(plain)).toEqual({ ...fields, extras: {}, fullPrompt: plain });
  });

  it.each([
    ["CRLF", plain.replaceAll("\n", "\r\n")],
    ["lone CR", plain.replaceAll("\n", "\r")],
    ["BOM", `\uFEFF${plain}`],
    ["U+2028", plain.replaceAll("\n", "\u2028")],
    ["blanks behind headings", plain.replace("## ROLE", "## ROLE \t ")],
  ])("S1: reads the same from %s", (_name, text) => {
    const { fullPrompt: _one, ...read } = parseSuperPromptMarkdown(text);
    expect(read).toEqual({ ...fields, extras: {} });
  });

  it.each(["## Role", "### ROLE", "## ROLE:", "## **ROLE**", "## ROLE ##", "# **role:** #", "##ROLE"])(
    "S2: %s is a heading for a lenient reading only",
    (heading) => {
      const text = plain.replace("## ROLE", heading);
      expect(issueOf(() => parseSuperPromptMarkdown(text))).toEqual({
        reason: "parse_failed",
        issue: "missing_section",
        sections: ["ROLE"],
      });
      const { fullPrompt: _text, ...read } = parseSuperPromptMarkdown(text, { lenient: true });
      expect(read).toEqual({ ...fields, extras: {}, normalized: true });
    },
  );

  it("S2: two blanks behind the hashes are none too many", () => {
    expect(parseSuperPromptMarkdown(plain.replace("## ROLE", "##  ROLE"))).toMatchObject({
      role: fields.role,
    });
  });

  it("S2: a lenient reading takes a heading inside a section for text where the section has its own", () => {
    const task = "Edit.\n\n### Context\nis given below\n\n# role";
    for (const lenient of [false, true]) {
      const read = parseSuperPromptMarkdown(markdown({ TASK: task }), { lenient });
      expect(read).toMatchObject({ task, context: fields.context, role: fields.role });
      expect(read.normalized).toBeUndefined();
    }
    const twice = `${plain.replace("## ROLE", "## Role")}\n\n## role\nAnother.`;
    expect(issueOf(() => parseSuperPromptMarkdown(twice, { lenient: true }))?.issue).toBe(
      "duplicate_heading",
    );
  });

  it("S3: two blanks inside a heading are, unless it is read leniently", () => {
    const text = plain.replace("OUTPUT FORMAT", "OUTPUT  FORMAT");
    expect(issueOf(() => parseSuperPromptMarkdown(text))?.sections).toEqual(["OUTPUT FORMAT"]);
    expect(parseSuperPromptMarkdown(text, { lenient: true })).toMatchObject({ normalized: true });
  });

  const block = '```json\n{"a": 1}\n```';
  const withBlock = markdown({ "OUTPUT FORMAT": `JSON:\n${block}` });

  it.each([
    ["```markdown", "```"],
    ["````md", "````"],
    ["~~~", "~~~"],
    ["```", "```"],
  ])("S4: drops the fence %s around the whole, and keeps a block at its end", (open, close) => {
    const read = parseSuperPromptMarkdown(`${open}\n${withBlock}\n${close}`);
    expect(read).toEqual({ ...fields, formatSpec: `JSON:\n${block}`, extras: {}, fullPrompt: withBlock });
  });

  it("S4: tells a bare block at the end from the end of the fence around", () => {
    const text = markdown({ "OUTPUT FORMAT": "Like:\n```\nname: x\n```" });
    expect(parseSuperPromptMarkdown(`\`\`\`\n${text}\n\`\`\``).formatSpec).toBe("Like:\n```\nname: x\n```");
    expect(parseSuperPromptMarkdown(`\`\`\`markdown\n${withBlock}`).formatSpec).toBe(`JSON:\n${block}`);
    const inside = markdown({ TASK: "Fix:\n```\nx = 1\n```\nand test." });
    expect(parseSuperPromptMarkdown(`\`\`\`markdown\n${inside}\n\`\`\``).task).toBe(
      "Fix:\n```\nx = 1\n```\nand test.",
    );
  });

  it.each(["JSON:\n```json\n{}\n```", "Wrap it in ```", "Use ``` around code.", "~~~\nx\n~~~"])(
    "S5: keeps an output format that ends like a fence: %j",
    (formatSpec) => {
      expect(parseSuperPromptMarkdown(markdown({ "OUTPUT FORMAT": formatSpec })).formatSpec).toBe(formatSpec);
    },
  );

  it("S6: leaves out what stands before and after", () => {
    const before = "Sure, here is your prompt:\n\n";
    const read = parseSuperPromptMarkdown(
      `${before}\`\`\`markdown\n${plain}\n\`\`\`\n\nTell me if it helps!`,
    );
    expect(read).toMatchObject({ formatSpec: fields.formatSpec, fullPrompt: plain });
    expect(read.warnings).toHaveLength(2);
    expect(parseSuperPromptMarkdown(before + plain)).toMatchObject({ role: fields.role, fullPrompt: plain });
    const example = `Like this:\n\`\`\`\n## EXAMPLE\n\`\`\`\n\n${plain}`;
    expect(parseSuperPromptMarkdown(example)).toMatchObject({ formatSpec: fields.formatSpec });
  });

  it("takes headings in a code block for text", () => {
    const context = "A file:\n```\n## TASK\nnot this\n```";
    expect(parseSuperPromptMarkdown(markdown({ CONTEXT: context }))).toMatchObject({
      context,
      task: fields.task,
    });
  });

  it("S8: refuses a section that is there twice", () => {
    expect(issueOf(() => parseSuperPromptMarkdown(`${plain}\n\n## TASK\nAnother.`))).toEqual({
      reason: "parse_failed",
      issue: "duplicate_heading",
      sections: ["TASK"],
    });
  });

  it("S10: keeps sections that nobody asked for", () => {
    const read = parseSuperPromptMarkdown(markdown({ EXAMPLES: "One.\n\n## Two\nis text" }));
    expect(read.extras).toEqual({ EXAMPLES: "One.\n\n## Two\nis text" });
    expect(read.formatSpec).toBe(fields.formatSpec);
  });

  it.each([
    ["", ""],
    ["Sure:\n\n", ""],
    ["```markdown\nSure:\n", "\n```"],
  ])("S10: keeps one that stands first, behind %j", (before, after) => {
    const text = `## NOTES\nOne.\n\n${plain}`;
    expect(parseSuperPromptMarkdown(before + text + after)).toMatchObject({
      ...fields,
      extras: { NOTES: "One." },
      fullPrompt: text,
    });
  });

  it("S10: tells a section by its capitals, and leaves headings without any where they are", () => {
    expect(
      parseSuperPromptMarkdown(markdown({ "EXAMPLES:": "One.", "DO’S AND DON’TS": "Two." })).extras,
    ).toEqual({
      "EXAMPLES:": "One.",
      "DO’S AND DON’TS": "Two.",
    });
    const formatSpec = "用以下标题：\n## 摘要\n\n## 风险";
    expect(parseSuperPromptMarkdown(markdown({ "OUTPUT FORMAT": formatSpec }))).toMatchObject({
      formatSpec,
      extras: {},
    });
  });

  it("reads the sections in whatever order they stand", () => {
    const { fullPrompt: _text, ...read } = parseSuperPromptMarkdown(
      plain.split("\n\n").reverse().join("\n\n"),
    );
    expect(read).toEqual({ ...fields, extras: {} });
  });

  it("S11: needs no APPROACH, but the other five", () => {
    expect(parseSuperPromptMarkdown(plain.replace(/## APPROACH\n.*\n\n/, "")).chainOfThought).toBe("");
    expect(parseSuperPromptMarkdown(markdown({ APPROACH: "" })).chainOfThought).toBe("");
    for (const heading of ["ROLE", "TASK", "CONTEXT", "CONSTRAINTS", "OUTPUT FORMAT"]) {
      const text = plain.replace(`## ${heading}\n`, "");
      expect(issueOf(() => parseSuperPromptMarkdown(text))).toMatchObject({
        issue: "missing_section",
        sections: [heading],
      });
    }
  });

  it("S12: refuses sections without text", () => {
    const text = plain.replace(/^(?!##).*$/gm, "");
    expect(issueOf(() => parseSuperPromptMarkdown(text))).toEqual({
      reason: "parse_failed",
      issue: "empty_section",
      sections: ["ROLE", "TASK", "CONTEXT", "CONSTRAINTS", "OUTPUT FORMAT"],
    });
  });

  it("S13: takes any kind of bullet, nested ones, and joins what was wrapped", () => {
    const list =
      "- one\n* two\n• three\n1. four\n2) five\n+ six\n  - nested\n●seven\n– eight\n3、九\n- wrapped\n  line\n\n---";
    expect(parseSuperPromptMarkdown(markdown({ CONSTRAINTS: list })).constraints).toEqual([
      ..."one two three four five six nested seven eight 九".split(" "),
      "wrapped line",
    ]);
  });

  it("S13: keeps code in a bullet, and words around the list", () => {
    const list = "Keep to this:\n- run\n  ```sh\n  npm ci\n\n  npm test\n  ```\n- done\n\nThat is all.";
    expect(parseSuperPromptMarkdown(markdown({ CONSTRAINTS: list })).constraints).toEqual([
      "Keep to this:",
      "run\n```sh\nnpm ci\n\nnpm test\n```",
      "done",
      "That is all.",
    ]);
  });

  it("S13: takes prose for one item, and says so", () => {
    const read = parseSuperPromptMarkdown(markdown({ CONSTRAINTS: "Be brief.\nBe kind.\n\n**Never** lie." }));
    expect(read.constraints).toEqual(["Be brief. Be kind. **Never** lie."]);
    expect(read.warnings?.[0]).toContain("CONSTRAINTS");
  });
});

describe("a super prompt in JSON", () => {
  const json = JSON.stringify(fields);

  it("S18: gets a full prompt where it has none, which reads as the same object", () => {
    for (const text of [json, JSON.stringify({ ...fields, fullPrompt: "" })]) {
      const read = parseSuperPromptJson(text);
      expect(read).toEqual({ ...fields, extras: {}, fullPrompt: plain });
      expect(parseSuperPromptMarkdown(read.fullPrompt)).toEqual(read);
    }
    expect(parseSuperPromptJson(JSON.stringify({ ...fields, fullPrompt: "Mine." })).fullPrompt).toBe("Mine.");
  });

  it.each([
    ['{"role":null}', "empty_section"],
    ["{}", "empty_section"],
    ['{"role":5}', "invalid_schema"],
    ['{"constraints":"x"}', "invalid_schema"],
    ['{"constraints":["a",null]}', "invalid_schema"],
    ['{"fullPrompt":{}}', "invalid_schema"],
    ["[]", "invalid_schema"],
    ["no JSON at all", "malformed"],
    ['{"role":"x', "truncated"],
    ["", "empty"],
  ])("S14: refuses %s as %s", (text, issue) => {
    expect(issueOf(() => parseSuperPromptJson(text))).toMatchObject({ reason: "parse_failed", issue });
  });

  it("S14: takes null for a field that may be missing", () => {
    expect(parseSuperPromptJson(JSON.stringify({ ...fields, chainOfThought: null })).chainOfThought).toBe("");
  });

  it("S14: takes what its wire schema takes, and gives what the canonical schema says", () => {
    const answers = [
      {},
      { role: null },
      { role: 5 },
      { constraints: "x" },
      { constraints: ["a", null] },
      { constraints: null, extras: null, fullPrompt: null },
      { extras: { A: 1 } },
      { extras: { A: null } },
      { approach: [] },
      { notes: 5 },
      [],
      "text",
    ];
    for (const answer of answers) {
      const fits = validateJson(SuperPromptWireSchema, answer).issues === undefined;
      const issue = issueOf(() => parseSuperPromptJson(JSON.stringify(answer)))?.issue;
      expect(issue === "invalid_schema" || issue === "malformed").toBe(!fits);
    }
    const { fullPrompt: _text, ...bare } = parseSuperPromptMarkdown(plain);
    const read = parseSuperPromptJson(JSON.stringify({ ...bare, extras: { NOTES: "x" } }));
    expect(validateJson(PromptQualitySchema, read).issues).toBeUndefined();
    expect(validateJson(PromptQualitySchema, bare).issues).toHaveLength(1);
    for (const change of [{ role: " " }, { constraints: [] }, { constraints: ["\n"] }, { more: 1 }]) {
      expect(validateJson(PromptQualitySchema, { ...read, ...change }).issues).toBeDefined();
    }
    expect(CodingBriefWireSchema.properties).toHaveProperty("acceptanceCriteria");
    expect(CodingBriefSchema.required).toContain("outOfScope");
  });

  it("S14: an error names fields, and nothing of what the model wrote", () => {
    const parse = (): unknown =>
      parseSuperPromptJson('{"role":5,"constraints":["hush",{"hush":1}],"hush":1}');
    expect(issueOf(parse)?.sections).toEqual(["role", "constraints"]);
    expect(parse).not.toThrow(/hush/);
  });

  it.each([
    ["bare", (text: string) => text],
    ["fenced", (text: string) => `\`\`\`json\n${text}\n\`\`\``],
    ["in a fence JSON", (text: string) => `\`\`\`JSON\n${text}\n\`\`\``],
    ["behind prose", (text: string) => `Here it is:\n${text}\nEnjoy.`],
  ])("S15: reads a text with fences in its strings, %s", (_name, around) => {
    const task = "Return\n```json\n{}\n```\nonly.";
    expect(parseSuperPromptJson(around(JSON.stringify({ ...fields, task }, null, 2))).task).toBe(task);
  });

  it("S17: takes the first name of the approach that is not blank", () => {
    const { chainOfThought: _own, ...others } = fields;
    const text = JSON.stringify({ ...others, reasoningApproach: "", chainOfThought: "x" });
    expect(parseSuperPromptJson(text).chainOfThought).toBe("x");
    for (const chainOfThought of [undefined, "", "x"]) {
      const both = JSON.stringify({ ...others, chainOfThought, reasoningApproach: "y" });
      expect(parseSuperPromptJson(both).chainOfThought).toBe("y");
    }
  });

  it("S10: keeps texts under other names", () => {
    const read = parseSuperPromptJson(
      JSON.stringify({ ...fields, outputExamples: "One.", extras: { NOTES: "Two." } }),
    );
    expect(read.extras).toEqual({ NOTES: "Two.", "OUTPUT EXAMPLES": "One." });
  });

  it("S10: loses no text under a name that is no heading, is a section's, or is there twice", () => {
    const given = {
      ...fields,
      extras: { notes: "One.", ROLE: "Two." },
      Notes: "Three.",
      示例: "Four.",
      "!": "Five.",
      tips: ["a", "b"],
    };
    const text = JSON.stringify(given).replace("}", ',"__proto__":"Six."}').replace(/}$/, ',"size":5}');
    const read = parseSuperPromptJson(text);
    expect(read.extras).toEqual({
      NOTES: "One.\n\nThree.",
      "EXTRA ROLE": "Two.",
      PROTO: "Six.",
      "EXTRA 示例": "Four.",
      EXTRA: "Five.",
      TIPS: "- a\n- b",
    });
    expect(read.warnings).toEqual(['The field "size" is no text; it was left out.']);
    expect(parseSuperPromptMarkdown(read.fullPrompt).extras).toEqual(read.extras);
  });
});

describe("writing and reading", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "## TASK",
      "\\## ROLE",
      "## OUTPUT FORMAT ",
      "```",
      "```js",
      "- a",
      "1. b",
      "",
      "  x",
      "~~~~",
      "## NOTES",
      "### Context",
      "---",
      "•c",
      "- - ```",
      "> ```",
      "\t```",
      "\u00A0```",
      "*",
      "\uFEFF",
    ),
    fc.string({ maxLength: 12 }),
  );
  const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));
  const some = text.map((value) => `x${value}`);

  it("S18: a super prompt comes back as it was", () => {
    const prompt = fc.record({
      role: some,
      task: some,
      context: some,
      chainOfThought: text,
      constraints: fc.array(some, { minLength: 1, maxLength: 4 }),
      formatSpec: some,
      extras: fc.dictionary(fc.constantFrom("NOTES", "Tips", "例", "ROLE"), some, { maxKeys: 2 }),
    });
    fc.assert(
      fc.property(prompt, (given) => {
        const read = parseSuperPromptJson(JSON.stringify(given));
        expect(assembleSuperPrompt(read)).toBe(read.fullPrompt);
        expect(parseSuperPromptMarkdown(read.fullPrompt)).toEqual(read);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("S18: so does a coding brief", () => {
    const list = fc.array(some, { minLength: 1, maxLength: 3 });
    const brief = fc.record({
      goal: some,
      context: some,
      requirements: list,
      constraints: list,
      acceptanceCriteria: list,
      outOfScope: fc.array(some, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(brief, (given) => {
        const read = parseCodingBriefJson(JSON.stringify(given));
        expect(assembleCodingBrief(read)).toBe(read.fullPrompt);
        expect(parseCodingBriefMarkdown(read.fullPrompt)).toEqual(read);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it("takes time linear in the text, whatever stands in it", () => {
    for (const piece of ["```\n", "- \n", "## A\n", "\\", "# ", "1. ", "**", "~~~x\n```\n", " \t"]) {
      const long = markdown({ CONSTRAINTS: `- a\n${piece.repeat(100_000 / piece.length)}` });
      issueOf(() => parseSuperPromptMarkdown(long, { lenient: true }));
    }
  });
});
