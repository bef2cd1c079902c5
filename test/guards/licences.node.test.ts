import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packageJson, root } from "../../scripts/entries.ts";

const allowed = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0"];

interface InstalledPackage {
  name: string;
  license?: string;
  dependencies?: Record<string, string>;
}

describe("licences of the runtime dependencies", () => {
  it("are permissive, all the way down", () => {
    const packages = [...installedPackages(Object.keys(packageJson.dependencies))];
    expect(packages.length).toBeGreaterThan(0);
    expect(refused(packages)).toEqual([]);
  });

  it.each([undefined, "GPL-3.0", "UNLICENSED"])("are refused for %s", (license) => {
    const one = { name: "one", ...(license && { license }) };
    expect(refused([one])).toEqual([`one: ${license}`]);
  });
});

describe("versions", () => {
  it("of dependencies are exact", () => {
    const ranges = Object.entries(packageJson.dependencies).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(ranges).toEqual([]);
  });
});

function refused(packages: readonly InstalledPackage[]): string[] {
  return packages
    .filter(({ license }) => license === undefined || !allowed.includes(license))
    .map(({ name, license }) => `${name}: ${license}`);
}

function installedPackages(names: readonly string[], seen: Map<string, InstalledPackage> = new Map()) {
  for (const name of names) {
    const path = `${root}node_modules/${name}/package.json`;
    if (seen.has(name) || !existsSync(path)) continue;
    const found: InstalledPackage = JSON.parse(readFileSync(path, "utf8"));
    seen.set(name, found);
    installedPackages(Object.keys(found.dependencies ?? {}), seen);
  }
  return seen.values();
}
