import { describe, expect, it } from "vitest";
import { type RegularExpression, regularExpressionsOf, superlinear } from "./regular-expressions.ts";
import { parseFile, productFiles } from "./source.ts";

/** Files that make an expression from a value: the `pattern` of a JSON Schema, which is the developer's own. */
const makers = ["src/providers/local/fill-scalar.ts", "src/schema/validate-json.ts"];

const found = productFiles().map((file) => ({ path: file.path, ...regularExpressionsOf(file) }));
const literals = found.flatMap((file) => file.literals);

describe("regular expressions", () => {
  it("are proven linear, and are quick on long texts", { timeout: 600_000 }, async () => {
    const findings: string[] = [];
    for (const literal of distinct(literals)) {
      const reason = await superlinear(literal);
      if (reason) findings.push(`${literal.place} /${literal.source}/${literal.flags}: ${reason}`);
    }
    expect(findings).toEqual([]);
  });

  it("are literals, which can be checked", () => {
    expect(found.filter(({ path }) => !makers.includes(path)).flatMap((file) => file.computed)).toEqual([]);
  });

  it.each([
    String.raw`/\s+$/`,
    "/(a|a)*$/",
    String.raw`/\beyJ[-\w]{8,}\.[-\w]{8,}/`,
    String.raw`/\d{1,40}[^x]*\d{1,40}y/`,
  ])("are refused where they backtrack: %s", async (text) => {
    const { literals: bad } = regularExpressionsOf(parseFile("src/bad.ts", `const bad = ${text};`));
    expect(bad).toHaveLength(1);
    for (const literal of bad) expect(await superlinear(literal)).toBeDefined();
  });

  it.each([String.raw`/^\s+/`, String.raw`/[\w-]{1,64}@[\w-]{1,63}/`])("are allowed: %s", async (text) => {
    const { literals: good } = regularExpressionsOf(parseFile("src/good.ts", `const good = ${text};`));
    expect(good).toHaveLength(1);
    for (const literal of good) expect(await superlinear(literal)).toBeUndefined();
  });

  it("are noticed where they are computed", () => {
    const file = parseFile("src/bad.ts", `const a = new RegExp(text);\nconst b = RegExp("a+");`);
    expect(regularExpressionsOf(file).computed).toEqual(["src/bad.ts:1", "src/bad.ts:2"]);
  });
});

function distinct(expressions: readonly RegularExpression[]): RegularExpression[] {
  return [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}
