import { existsSync, readFileSync } from "node:fs";
import { packageJson, root } from "../../scripts/entries.ts";

export interface InstalledPackage {
  name: string;
  folder: string;
  license?: string;
  dependencies?: Record<string, string>;
}

/** The packages that an installation of ours brings along, all the way down; with the optional peers where asked. */
export function installedPackages({ peers = false }: { peers?: boolean } = {}): InstalledPackage[] {
  const names = [
    ...Object.keys(packageJson.dependencies),
    ...(peers ? Object.keys(packageJson.peerDependencies) : []),
  ];
  return [...collect(names, [root], new Map()).values()];
}

function collect(names: readonly string[], homes: readonly string[], found: Map<string, InstalledPackage>) {
  for (const name of names) {
    const folder = homes
      .map((home) => `${home}node_modules/${name}/`)
      .find((path) => existsSync(`${path}package.json`));
    if (folder === undefined) throw new Error(`The package ${name} is not installed. Run \`npm ci\`.`);
    if (found.has(folder)) continue;
    const manifest = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
    found.set(folder, { ...manifest, folder });
    collect(Object.keys(manifest.dependencies ?? {}), [folder, ...homes], found);
  }
  return found;
}
