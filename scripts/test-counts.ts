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

/** A test that failed, or a file that could not be run: its file, its name and the first line of why. */
export interface FailedTest {
  file: string;
  name: string;
  reason: string;
}

/** The part of Vitest's report that is read here. */
interface ProjectReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The counts of a project's last run, or `undefined` where there was none. */
export function testCounts(project: string): TestCounts | undefined {
  const report = readReport(project);
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  );
}

/** What failed in a project's last run. */
export function failedTests(project: string): FailedTest[] {
  return (readReport(project)?.testResults ?? []).flatMap(
    ({ name, status, message = "", assertionResults }) => {
      const file = name.replace(root, "");
      const failed = assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0 && status === "failed") return [{ file, name: "", reason: firstLine(message) }];
      return failed.map(({ fullName, failureMessages = [] }) => ({
        file,
        name: fullName,
        reason: firstLine(failureMessages[0] ?? ""),
      }));
    },
  );
}

function readReport(project: string): ProjectReport | undefined {
  if (!existsSync(testReport(project))) return undefined;
  return JSON.parse(readFileSync(testReport(project), "utf8"));
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 300) ?? "";
}
