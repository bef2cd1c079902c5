import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { entries, packageJson, root } from "../../scripts/entries.ts";

describe("the exports of package.json", () => {
  it("each have types and a default, and no condition that makes runtimes differ", () => {
    const targets = Object.values(packageJson.exports).filter((target) => typeof target === "object");
    expect(targets).toHaveLength(entries.length);
    for (const target of targets) expect(Object.keys(target)).toEqual(["types", "default"]);
  });

  it.each(entries)("are built from a source that exists: $specifier", ({ source }) => {
    expect(existsSync(root + source)).toBe(true);
  });

  it("are what the type checker takes the package's names for", () => {
    const { compilerOptions } = JSON.parse(readFileSync(`${root}tsconfig.json`, "utf8"));
    const expected = Object.fromEntries(entries.map(({ specifier, source }) => [specifier, [`./${source}`]]));
    expect(compilerOptions.paths).toEqual(expected);
  });
});
