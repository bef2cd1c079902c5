import { describe, expect, it } from "vitest";
import { describeIssues } from "../../src/schema/describe-issues.ts";

describe("describeIssues", () => {
  it("gives a line to each issue, with its place", () => {
    const text = describeIssues([
      { message: "Expected a number", path: ["lines", 0, { key: "price" }] },
      { message: "Expected an object" },
      { message: "Unknown", path: ["a/b", "c~d", Symbol("e")] },
    ]);
    expect(text).toBe(
      "/lines/0/price: Expected a number\n(root): Expected an object\n/a~1b/c~0d/Symbol(e): Unknown",
    );
  });

  it("keeps an issue on one line and within 240 characters", () => {
    expect(describeIssues([{ message: "two\n  lines" }])).toBe("(root): two lines");
    const long = describeIssues([{ message: "x".repeat(10_000) }]);
    expect(long).toHaveLength(240);
    expect(long.endsWith("x…")).toBe(true);
  });

  it("names twelve issues at the most", () => {
    const lines = describeIssues(
      Array.from({ length: 20 }, (_, index) => ({ message: `issue ${index}` })),
    ).split("\n");
    expect(lines).toHaveLength(13);
    expect(lines.at(-1)).toBe("… and 8 more");
    expect(describeIssues([])).toBe("");
  });
});
