import { execFile } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/entries.ts";
import type { Example } from "./example-blocks.ts";
import { type ExampleModule, exampleModule, type FindImport, sharedImports } from "./example-module.ts";
import type { RunFinding } from "./run-examples.ts";
import { isNode, parseFile } from "./source.ts";

/** An example, and where the names come from that it takes for granted. */
export interface ExampleWithImports extends Example {
  findImport: FindImport;
}

export interface ExampleReport {
  /** `path:line what is wrong`, one line each. */
  problems: string[];
  checked: CheckedExample[];
}

/** An example that is a module. `results` counts the values of it that the comments beside them speak of. */
export interface CheckedExample extends ExampleModule {
  example: Example;
  /** The module's file, in the folder of the consumer. */
  file: string;
}

/** One thing that is wrong, and with which module. */
interface Told {
  file?: string | undefined;
  line: string;
}

const settings = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  target: "es2023",
  module: "nodenext",
  lib: ["es2023", "es2024.promise", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  typeRoots: [`${root}node_modules/@types`],
  types: ["chrome", "node"],
};

/**
 * Compiles examples strictly in the folder of a consumer and runs those that need nothing but the package. The examples
 * of one page may go on with what earlier ones of that page import and export.
 */
export async function checkExamples(
  folder: string,
  examples: readonly ExampleWithImports[],
): Promise<ExampleReport> {
  const problems: string[] = [];
  const checked = write(folder, examples, problems);
  const running = checked.filter(({ needsPrelude }) => !needsPrelude);
  const [compiling, failures] = await Promise.all([compile(folder, checked), run(folder, running)]);
  const broken = new Set(compiling.map(({ file }) => file));
  // What does not compile fails once more when it runs; one line says enough.
  problems.push(
    ...[...compiling, ...failures.filter(({ file }) => !broken.has(file))].map(({ line }) => line),
  );
  return { problems, checked };
}

function write(
  folder: string,
  examples: readonly ExampleWithImports[],
  problems: string[],
): CheckedExample[] {
  const prelude = preludeNames();
  copyFileSync(`${root}test/guards/example-prelude.d.ts`, join(folder, "example-prelude.d.ts"));
  const shared = new Map<string, Map<string, string>>();
  const declared = new Set<string>();
  return examples.flatMap((example) => {
    const { path, line, findImport } = example;
    const file = `${path.replaceAll("/", "__")}-${line}.ts`;
    const ofPage = shared.get(path) ?? new Map<string, string>();
    shared.set(path, ofPage);
    try {
      const module = exampleModule(example, (name) => ofPage.get(name) ?? findImport(name), prelude);
      // What goes on from an example that cannot run cannot run either.
      const needsPrelude =
        module.needsPrelude || [...declared].some((other) => module.text.includes(`"./${other}"`));
      if (needsPrelude) declared.add(file);
      if (path.endsWith(".md")) {
        for (const [name, statement] of sharedImports(example, file)) ofPage.set(name, statement);
      }
      writeFileSync(join(folder, file), module.text);
      return [{ ...module, needsPrelude, example, file }];
    } catch (error) {
      problems.push(`${path}:${line} ${error}`);
      return [];
    }
  });
}

async function compile(folder: string, written: readonly CheckedExample[]): Promise<Told[]> {
  const files = written.map(({ file }) => file);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, files }));
  const output = await start(`${root}node_modules/.bin/tsc`, ["-p", ".", "--pretty", "false"], folder);
  return output.split("\n").flatMap((told) => {
    // Lines that are indented go on about the error above them.
    if (told === "" || told.startsWith(" ")) return [];
    const { file, line, message } =
      /^(?<file>[^(]+)\((?<line>\d+),\d+\): (?<message>.*)/.exec(told)?.groups ?? {};
    const found = written.find((one) => one.file === file);
    if (!found) return [{ line: told }];
    // The module has one line of imports above the example.
    const place = `${found.example.path}:${found.example.line + Number(line) - 2}`;
    return [{ file: found.file, line: `${place} ${message}` }];
  });
}

async function run(folder: string, written: readonly CheckedExample[]): Promise<Told[]> {
  const program = join(folder, "run-examples.ts");
  const results = join(folder, "results.json");
  copyFileSync(`${root}test/guards/run-examples.ts`, program);
  const output = await start(
    process.execPath,
    [program, results, ...written.map(({ file }) => join(folder, file))],
    folder,
  );
  try {
    const findings: RunFinding[] = JSON.parse(readFileSync(results, "utf8"));
    return findings.map(({ file, problem }) => {
      const found = written.find((one) => join(folder, one.file) === file);
      const place = found ? `${found.example.path}:${found.example.line}` : file;
      return { file: found?.file, line: `${place} ${problem}` };
    });
  } catch {
    return [{ line: `The examples do not run to their end: ${output}` }];
  }
}

/** The output of a program, which may well fail. */
function start(program: string, values: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, values, { cwd, timeout: 60_000, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** The names that examples may use without saying where they come from. */
function preludeNames(): string[] {
  const path = "test/guards/example-prelude.d.ts";
  return parseFile(path, readFileSync(root + path, "utf8")).body.flatMap(({ declaration }) => {
    if (!isNode(declaration) || !Array.isArray(declaration.declarations)) return [];
    return declaration.declarations.filter(isNode).map(({ id }) => (isNode(id) ? String(id.name) : ""));
  });
}
