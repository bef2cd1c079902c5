import { packageJson, root } from "../../scripts/entries.ts";
import type { Example } from "./example-blocks.ts";
import type { FindImport } from "./example-module.ts";
import type { PublicSymbol } from "./public-symbols.ts";

/** Namespaces that every reader of the documentation knows. */
const namespaces: Record<string, string> = {
  ai: `import * as ai from "${packageJson.name}";`,
  v: `import * as v from "valibot";`,
};

/** Imports for code that shows the package from outside: from the entry that it speaks of where that has the name. */
export function publicImports(symbols: readonly PublicSymbol[], home?: PublicSymbol): FindImport {
  const preferred = home?.exports[0]?.specifier;
  return (name) => {
    if (namespaces[name]) return namespaces[name];
    const matches = symbols.flatMap((symbol) =>
      symbol.exports
        .filter((one) => one.name === name)
        .map(({ specifier }) => ({ specifier, kind: symbol.kind })),
    );
    const found = matches.find(({ specifier }) => specifier === preferred) ?? matches[0];
    return found && `import { ${found.kind === "type" ? "type " : ""}${name} } from "${found.specifier}";`;
  };
}

/** Imports for code that shows the inside of the package: from the file that it stands in, else from any other. */
export function internalImports(symbols: readonly PublicSymbol[], path: string): FindImport {
  return (name) => {
    const matches = symbols.filter((symbol) => symbol.name === name);
    const found = matches.find(({ file }) => file.path === path) ?? matches[0];
    if (!found) return namespaces[name];
    return `import { ${found.kind === "type" ? "type " : ""}${name} } from "${root}${found.file.path}";`;
  };
}

/** The symbol that the docstring of an example belongs to: its declaration holds or follows the docstring. */
export function symbolOf(
  symbols: readonly PublicSymbol[],
  { path, offset }: Example,
): PublicSymbol | undefined {
  return symbols.find(({ file, statements }) => {
    if (file.path !== path) return false;
    const next = file.body.find(({ end }) => end > offset);
    return next !== undefined && statements.includes(next);
  });
}
