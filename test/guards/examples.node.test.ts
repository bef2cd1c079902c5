import { globSync, readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";
import { checkExamples, type ExampleWithImports } from "./check-examples.ts";
import { docstringExamples, pageExamples } from "./example-blocks.ts";
import { internalImports, publicImports, symbolOf } from "./example-imports.ts";
import { packConsumer } from "./packed/consumer.ts";
import { publicSymbols } from "./public-symbols.ts";
import { parseFile, productFiles } from "./source.ts";

const files = productFiles();
const symbols = publicSymbols();
const allSymbols = publicSymbols(files.map(({ path }) => ({ specifier: path, source: path })));

const pages = globSync(["README.md", "examples/*/README.md"], { cwd: root })
  .sort()
  .flatMap((path) => onPage(path, readFileSync(root + path, "utf8")));

const docstrings = files.flatMap(docstringExamples).map((example): ExampleWithImports => {
  const home = symbolOf(symbols, example);
  const findImport = home ? publicImports(symbols, home) : internalImports(allSymbols, example.path);
  return { ...example, findImport };
});

/** Examples that must be found wrong, and what must be said of each. */
const bad: [code: string, problem: RegExp][] = [
  ["agent({ model: 3 });", /not assignable/],
  ["agency({});", /Cannot find name 'agency'/],
  ["agent({", /Error: bad\/2\.ts:1/],
  ["const [first] = getObservers();\nfirst.collect;", /^bad\/3\.ts:2 .*possibly 'undefined'/],
  ["apiKey.length.nothing;", /'nothing' does not exist/],
  [`throw new TypeError("no");`, /fails: TypeError: no/],
  [`await fetch("https://api.openai.com/v1/models");`, /Examples reach no network/],
  ["totalCost({ input: 1, output: 2 }); // 4", /gives 3 and not 4/],
  ["totalCost({ input: 1, output: 2 });\n// [3]", /gives 3 and not \[ 3 \]/],
  ["const cost = totalCost({ input: 1, output: 2 }); // -3", /gives 3 and not -3/],
  ["getObservers(); // undefined", /gives \[\] and not undefined/],
  ["({ a: 1, b: [{ c: 2 }] }); // { a: 1, b: [{ c: 3 }] }", /gives/],
  ["({ a: 1, b: 2 }); // { a: 1 }", /gives/],
  ["new Map(); // {}", /gives Map/],
  [`"tides"; // "time…"`, /gives 'tides' and not 'time…'/],
  ["getObservers(); // [{ …, name }]", /no value: \[\{ …/],
  ["getObservers(); // [getObservers()]", /no value/],
  ["getObservers(); // throws INVALID_CONFIG", /throws undefined and not INVALID_CONFIG/],
  ["getObservers(); // rejects: nothing", /no value: rejects/],
];

const good = [
  "totalCost({ input: 1, output: 2 }); // 3",
  "totalCost({ input: 1, output: 2 }); // three\n// 4 is what comes next",
  `"tides"; // "ti…"`,
  `await assertUrlAllowed("http://example.com/"); // rejects with OUTBOUND_POLICY: no https`,
  `tool({ name: "", description: "", input: {}, execute() {} }); // throws ConfigError`,
  "const usage: Usage = { input: 1 };\nusage; // { input: 1 }",
  `question.trim(); // "not run"`,
];

const page = [
  `import * as net from "hedgemage/net";\nexport const url = "https://example.com/";`,
  `(await net.guardedFetch(url)).status; // 200`,
  "export const asked = question;",
  `asked; // "not run, since what it goes on from is not"`,
];

const tried: ExampleWithImports[] = [
  ...bad.map(([code], index) => asDocstring(`bad/${index}.ts`, code)),
  ...good.map((code, index) => asDocstring(`good/${index}.ts`, code)),
  ...onPage("good/page.md", page.map((code) => `Text.\n\n\`\`\`ts\n${code}\n\`\`\`\n`).join("\n")),
  ...onPage("bad/page.md", "```ts\nconst inner = 1;\n```\n\n```ts\ninner;\n```\n"),
];

const consumer = packConsumer();
afterAll(() => rmSync(consumer.folder, { recursive: true }));
const report = await checkExamples(consumer.folder, [...pages, ...docstrings, ...tried]);

describe("every example of the pages and docstrings", () => {
  it("compiles for a strict consumer, and gives what it says where it needs nothing but the package", () => {
    const checked = report.checked.filter(({ example }) => !isTried(example.path));
    const run = checked.filter(({ needsPrelude }) => !needsPrelude);
    const values = run.reduce((total, { results }) => total + results, 0);
    console.log(`${checked.length} examples compile, ${run.length} run, ${values} values are compared.`);
    expect(report.problems.filter((problem) => !isTried(problem))).toEqual([]);
    expect(checked).toHaveLength(pages.length + docstrings.length);
    expect(pages.length).toBeGreaterThan(5);
    expect(run.length).toBeGreaterThan(100);
  });
});

describe("the check of examples", () => {
  it.each(bad.map(([code, problem], index) => ({ code, problem, index })))("finds $code wrong", (example) => {
    const found = report.problems.filter((problem) => problem.startsWith(`bad/${example.index}.ts:`));
    expect(found).toEqual([expect.stringMatching(example.problem)]);
  });

  it("lets pages go on with what an example before imports or exports, and with nothing else", () => {
    expect(report.problems.filter((problem) => /^(?:good|bad)\/page/.test(problem))).toEqual([
      "bad/page.md:6 error TS2304: Cannot find name 'inner'.",
    ]);
  });

  it("has nothing against good examples", () => {
    expect(report.problems.filter((problem) => problem.startsWith("good/"))).toEqual([]);
  });

  it("finds every example of a docstring, with its line", () => {
    const text = `/** One.\n * @example\n * a();\n *   b();\n * @example\n * c();\n * @throws never\n */\nlet d;\n/** @see e */`;
    expect(docstringExamples(parseFile("x.ts", text))).toEqual([
      { path: "x.ts", line: 3, offset: 0, code: "a();\n  b();" },
      { path: "x.ts", line: 6, offset: 0, code: "c();" },
    ]);
  });
});

function onPage(path: string, text: string): ExampleWithImports[] {
  return pageExamples(path, text).map((example) => ({ ...example, findImport: publicImports(symbols) }));
}

function asDocstring(path: string, code: string): ExampleWithImports {
  return { path, line: 1, offset: 0, code, findImport: publicImports(symbols) };
}

function isTried(place: string): boolean {
  return /^(?:good|bad)\//.test(place);
}
