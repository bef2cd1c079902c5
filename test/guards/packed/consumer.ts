import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageJson, root } from "../../../scripts/entries.ts";
import { installedPackages } from "../installed-packages.ts";

export interface Consumer {
  /** A folder outside of the repository where the packed package and its dependencies are installed. */
  folder: string;
  tarball: string;
  /** The paths inside the tarball. */
  files: string[];
}

/**
 * Packs what would be published and installs it for a consumer: the tarball, the runtime dependencies and the
 * optional peers, as copies, so that nothing of the repository is in reach.
 */
export function packConsumer(): Consumer {
  if (!existsSync(`${root}dist`)) throw new Error("There is no dist/. Run `npm run build` first.");
  const folder = mkdtempSync(join(tmpdir(), "hedgemage-consumer-"));
  const options = { cwd: root, encoding: "utf8" } as const;
  const packed = execFileSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    options,
  );
  const tarball = join(folder, JSON.parse(packed)[0].filename);
  const home = join(folder, "node_modules", packageJson.name);
  mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"]);
  for (const { folder: from } of installedPackages({ peers: true })) {
    cpSync(from, join(folder, from.slice(root.length)), { recursive: true });
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  const listing = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" });
  return {
    folder,
    tarball,
    files: listing
      .trim()
      .split("\n")
      .map((path) => path.replace(/^package\//, ""))
      .sort(),
  };
}

/** The package.json inside the tarball. */
export function packedManifest({ folder }: Consumer): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, "node_modules", packageJson.name, "package.json"), "utf8"));
}
