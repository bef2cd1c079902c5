import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";
import { type RegularExpression, regularExpressionsOf, superlinear } from "./regular-expressions.ts";
import { parseFile, productFiles } from "./source.ts";

/** Files that make an expression from a value: the `pattern` of a JSON Schema, which is the developer's own. */
const makers = ["src/providers/local/fill-scalar.ts", "src/schema/validate-json.ts"];

const memory = `${root}.cache/linear-expressions.json`;

const found = productFiles().map((file) => ({ path: file.path, ...regularExpressionsOf(file) }));
const literals = found.flatMap((file) => file.literals);

describe("regular expressions", () => {
  it("are proven linear, and are quick on long texts", { timeout: 900_000 }, async () => {
    const proven = readProven();
    const findings: string[] = [];
    for (const literal of literals) {
      if (proven.has(text(literal))) continue;
      const reason = await superlinear(literal);
      if (reason) findings.push(`${literal.place} ${text(literal)}: ${reason}`);
      else proven.add(text(literal));
    }
    writeProven(proven);
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
    const file = parseFile("src/bad.ts", `const a = new RegExp(text);\nconst b = RegExp("a+" + text, "u");`);
    expect(regularExpressionsOf(file).computed).toEqual(["src/bad.ts:1", "src/bad.ts:2"]);
  });

  it("are checked where they are made later of what is written down", () => {
    const text = 'const a = RegExp("a+");\nconst b = () => new RegExp(String.raw`\\d+`, "gu");';
    const { literals: late, computed } = regularExpressionsOf(parseFile("src/late.ts", text));
    expect(late.map(({ source, flags }) => `/${source}/${flags}`)).toEqual(["/a+/", String.raw`/\d+/gu`]);
    expect(computed).toEqual([]);
  });
});

function text({ source, flags }: RegularExpression): string {
  return `/${source}/${flags}`;
}

/** A proof takes about a second and stays true, so the proven ones are remembered between runs. */
function readProven(): Set<string> {
  return new Set(existsSync(memory) ? JSON.parse(readFileSync(memory, "utf8")) : []);
}

function writeProven(proven: ReadonlySet<string>): void {
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, JSON.stringify([...proven], null, 1));
}
