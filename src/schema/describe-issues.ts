import type { SchemaIssue } from "../core/errors/agent-errors.ts";

const MAX_ISSUES = 12;
const MAX_LENGTH = 240;

/**
 * Tells in text what a schema found wrong: one line an issue, with the place as a JSON Pointer (RFC 6901). Meant for
 * repair prompts and tool errors, so it names at most twelve issues and 240 characters of each.
 *
 * @example
 * describeIssues([{ message: "Expected a number", path: ["lines", 0, "price"] }]); // "/lines/0/price: Expected a number"
 * describeIssues([{ message: "Expected an object" }]); // "(root): Expected an object"
 */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(({ message, path = [] }) => {
    const line = `${pointer(path) || "(root)"}: ${message}`.replace(/\s+/g, " ");
    return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
  });
  const rest = issues.length - lines.length;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return lines.join("\n");
}

function pointer(path: NonNullable<SchemaIssue["path"]>): string {
  return path
    .map((segment) => String(typeof segment === "object" ? segment.key : segment))
    .map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
