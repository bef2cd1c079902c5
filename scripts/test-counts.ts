import { existsSync, readFileSync } from "node:fs";
import { root } from "./entries.ts";

/** How many tests of one Vitest project ran, from the report that the last whole check left behind. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The Vitest projects; `name` is the runtime's, and the guards have none. `title` fits behind a number. */
export const testProjects: readonly { project: string; name?: string; title: string }[] = [
  { project: "node", name: "Node", title: "on Node" },
  { project: "workerd", name: "workerd (Cloudflare Workers)", title: "on workerd" },
  { project: "browser", name: "Chromium", title: "on Chromium" },
  { project: "deno", name: "Deno", title: "on Deno" },
  { project: "firefox", name: "Firefox", title: "on Firefox" },
  { project: "webkit", name: "WebKit", title: "on WebKit" },
  { project: "guards", title: "of the package itself" },
];

/** The file of a project's report; for the empty name, the folder of all reports. */
export function testReport(project: string): string {
  return `${root}.cache/tests/${project && `${project}.json`}`;
}

/** The counts of a project's last run, or `undefined` where there was none. */
export function testCounts(project: string): TestCounts | undefined {
  if (!existsSync(testReport(project))) return undefined;
  const report = JSON.parse(readFileSync(testReport(project), "utf8"));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
