import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Plugin } from "vite";

const virtualModule = "virtual:corpus";
const filePrefix = "virtual:corpus/";
let absenceTold = false;

/**
 * A vite plugin that hands the shared corpora beside the checkout to tests on every runtime. `virtual:corpus` lists
 * the files; each file is a module of its own, so a suite loads only what it reads. `.gz` is unpacked here, on the
 * machine that serves the modules, because not every runtime has a file system.
 */
export function corpusPlugin(folder: string): Plugin {
  const available = existsSync(folder);
  return {
    name: "hedgemage-corpus",
    resolveId(id) {
      return id === virtualModule || id.startsWith(filePrefix) ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === `\0${virtualModule}`) {
        if (!available) tellAbsence();
        return indexModule(available ? listFiles(folder) : [], available);
      }
      if (id.startsWith(`\0${filePrefix}`)) return fileModule(folder, id.slice(filePrefix.length + 1));
      return undefined;
    },
  };
}

function indexModule(paths: readonly string[], available: boolean): string {
  const loaders = paths.map(
    (path) => `${JSON.stringify(path)}: () => import(${JSON.stringify(`${filePrefix}${path}.js`)})`,
  );
  return [
    `export const corpusAvailable = ${available};`,
    `const loaders = { ${loaders.join(", ")} };`,
    `export const corpusPaths = Object.keys(loaders);`,
    `export async function readCorpus(path) {`,
    `  const load = loaders[path];`,
    `  if (!load) throw new Error("There is no corpus file " + path + "; see corpusPaths.");`,
    `  return (await load()).default;`,
    `}`,
  ].join("\n");
}

function fileModule(folder: string, name: string): string {
  const path = name.slice(0, -".js".length);
  const packed = join(folder, `${path}.gz`);
  const text = existsSync(packed) ? gunzipSync(readFileSync(packed)) : readFileSync(join(folder, path));
  return `export default ${JSON.stringify(text.toString("utf8"))};`;
}

function tellAbsence(): void {
  if (!absenceTold)
    console.log("The shared corpora are not beside the checkout; the suites over them are skipped.");
  absenceTold = true;
}

/** Text files under the folder, by the path that a test asks for: relative, with slashes, without `.gz`. */
function listFiles(folder: string, within: string = folder): string[] {
  return readdirSync(within)
    .flatMap((name) => {
      const path = join(within, name);
      if (statSync(path).isDirectory()) return listFiles(folder, path);
      return [relative(folder, path).replaceAll("\\", "/").replace(/\.gz$/, "")];
    })
    .sort();
}
