import { describe, expect, it } from "vitest";
import { packageJson } from "../../scripts/entries.ts";
import { installedPackages } from "./installed-packages.ts";

const allowed = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0"];

describe("licences of the runtime dependencies", () => {
  it("are permissive, all the way down", () => {
    const packages = installedPackages();
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

function refused(packages: readonly { name: string; license?: string }[]): string[] {
  return packages
    .filter(({ license }) => license === undefined || !allowed.includes(license))
    .map(({ name, license }) => `${name}: ${license}`);
}
