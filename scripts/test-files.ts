import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./entries.ts";
import { testProjects, testReport } from "./test-counts.ts";

// Prints how many tests of each file passed on which runtime in the last whole check: `npm run test:counts -- store` for the
// files whose path has `store` in it.

interface Report {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

const wanted = process.argv.slice(2);
const columns = testProjects.filter(({ project, name }) => name && existsSync(testReport(project)));
if (columns.length === 0) {
  console.error('There is no report. "npm test" leaves one behind.');
  process.exit(1);
}

const counts = new Map<string, Map<string, number>>();
for (const { project } of columns) {
  const { testResults }: Report = JSON.parse(readFileSync(testReport(project), "utf8"));
  for (const { name, assertionResults } of testResults) {
    const path = relative(`${root}test`, name);
    if (wanted.length > 0 && !wanted.some((part) => path.includes(part))) continue;
    const passed = assertionResults.filter(({ status }) => status === "passed").length;
    const row = counts.get(path) ?? new Map();
    counts.set(path, row.set(project, passed));
  }
}

const width = Math.max(...[...counts.keys()].map((path) => path.length), 0);
console.log(
  line(
    "",
    columns.map(({ project }) => project),
  ),
);
for (const [path, row] of [...counts].sort()) {
  console.log(
    line(
      path,
      columns.map(({ project }) => String(row.get(project) ?? "-")),
    ),
  );
}

function line(first: string, cells: readonly string[]): string {
  return [first.padEnd(width), ...cells.map((cell) => cell.padStart(8))].join("");
}
