import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { root } from "./entries.ts";
import { findMiniBrowser } from "./find-mini-browser.ts";
import { findOnPath } from "./find-on-path.ts";
import { failedTests, type TestCounts, testCounts, testProjects, testReport } from "./test-counts.ts";

// The whole check, as `npm test` runs it: each step streams its lines under its own name, and all steps always run.
// `--engines` adds the browser engines that only some machines have, where they are installed.

interface Step {
  name: string;
  command: string[];
}

const vitest = ["vitest", "run", "--reporter=default", "--reporter=json"];
const vitestOnDeno = [
  "deno",
  "run",
  "-A",
  "--unstable-kv",
  "node_modules/vitest/vitest.mjs",
  ...vitest.slice(1),
];

const lint: Step = { name: "lint", command: ["biome", "check", "."] };
const types: Step = { name: "types", command: ["npm", "run", "--silent", "typecheck"] };
const build: Step = { name: "build", command: ["npm", "run", "--silent", "build"] };

rmSync(testReport(""), { recursive: true, force: true });
mkdirSync(testReport(""), { recursive: true });

// Two lanes for two cores: the guards want the build, so they come last in theirs.
const lanes = [
  [build, tests("node"), tests("guards")],
  [lint, types, tests("workerd"), tests("browser"), tests("deno"), ...moreEngines()],
];
const failed = (await Promise.all(lanes.map(runLane))).flat();
report();
process.exitCode = failed.length > 0 ? 1 : 0;

function tests(project: string): Step {
  const runner = project === "deno" ? vitestOnDeno : vitest;
  return {
    name: project,
    command: [...runner, "--project", project, `--outputFile.json=${testReport(project)}`],
  };
}

function moreEngines(): Step[] {
  if (!process.argv.includes("--engines")) return [];
  const installed = {
    firefox: findOnPath("firefox-esr"),
    webkit: findMiniBrowser() && findOnPath("xvfb-run"),
  };
  return Object.entries(installed).flatMap(([project, path]) => {
    if (!path) console.log(`There is no ${project} here; its tests are left out.`);
    return path ? [tests(project)] : [];
  });
}

async function runLane(steps: readonly Step[]): Promise<string[]> {
  const failures: string[] = [];
  for (const step of steps) {
    const started = Date.now();
    const code = await run(step);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${label(step)} ${code === 0 ? "done" : "FAILED"} after ${seconds} s`);
    if (code !== 0) failures.push(step.name);
  }
  return failures;
}

function run(step: Step): Promise<number> {
  const [program = "", ...values] = step.command;
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const child = spawn(program, values, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => {
      if (line.trim() !== "" && !isOnPurpose(line)) console.log(`${label(step)} ${line}`);
    });
  }
  return new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** What workerd prints of an object that a test crashes: that it did, and where in its own binary. */
function isOnPurpose(line: string): boolean {
  return line.endsWith("a crash of the test") || /^stack: \/\S*\/workerd@/.test(line);
}

function label(step: Step): string {
  return `${step.name.padEnd(7)} |`;
}

/** One line for people, then the totals alone on the last line. */
function report(): void {
  const rows = testProjects.flatMap(({ project, title }) => {
    const counts = testCounts(project);
    return counts ? [{ title, counts }] : [];
  });
  const sum = (pick: (counts: TestCounts) => number) =>
    rows.reduce((total, row) => total + pick(row.counts), 0);
  const parts = rows.map(({ title, counts }) => `${count(counts.passed + counts.failed)} ${title}`);
  if (failed.length > 0) console.log(`\nThese steps failed: ${failed.join(", ")}.`);
  // Once more at the end: what failed would otherwise have to be looked for among thousands of lines.
  for (const { project } of testProjects) {
    for (const { file, name, reason } of failedTests(project)) {
      console.log(`${project.padEnd(7)} | ${file}: ${name}\n          ${reason}`);
    }
  }
  console.log(`\n${count(sum((counts) => counts.passed + counts.failed))} tests: ${parts.join(", ")}`);
  console.log(
    `total: ${sum((counts) => counts.passed)} passed, ${sum((counts) => counts.failed)} failed, ${sum((counts) => counts.skipped)} skipped`,
  );
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
