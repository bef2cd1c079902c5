import { readFileSync } from "node:fs";

interface PackageJson {
  name: string;
  version: string;
  exports: Record<string, string | { types: string; default: string }>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** One public entry: `source` is the file of src/ or runtimes/ that it is built from, `file` the one in dist/. */
export interface Entry {
  subpath: string;
  specifier: string;
  source: string;
  file: string;
}

/** The repository's root folder, as an absolute path that ends in a slash. */
export const root: string = new URL("..", import.meta.url).pathname;

/** What package.json says, read once. */
export const packageJson: PackageJson = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

/**
 * The public entries, taken from package.json `exports`: the one list that the build, the test aliases, the size
 * bench and the guards all follow.
 */
export const entries: readonly Entry[] = Object.entries(packageJson.exports).flatMap(([subpath, target]) => {
  if (typeof target === "string") return [];
  const file = target.default.slice("./".length);
  const source = file.replace(/^dist\//, "").replace(/\.js$/, ".ts");
  return [{ subpath, specifier: packageJson.name + subpath.slice(1), source, file }];
});
