import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "../../scripts/entries.ts";
import { importsOf, parseFile } from "./source.ts";

/** What a module of dist/ may load, now or later: other modules by their paths in dist/, and packages by their names. */
export interface Reach {
  readonly modules: ReadonlySet<string>;
  /** By the name of the package: the modules that import it. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** Follows every import and `import()` of the built package from the modules on. */
export function reachOf(modules: readonly string[], read: (path: string) => string = readBuilt): Reach {
  const found = new Set(modules);
  const packages = new Map<string, string[]>();
  for (const path of found) {
    for (const { specifier } of importsOf(parseFile(path, read(path)))) {
      if (specifier.startsWith(".")) found.add(posix.join(posix.dirname(path), specifier));
      else packages.set(specifier, [...(packages.get(specifier) ?? []), path]);
    }
  }
  return { modules: found, packages };
}

function readBuilt(path: string): string {
  return readFileSync(`${root}dist/${path}`, "utf8");
}
