import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Plugin } from "vite";

const virtualModule = "virtual:corpus";
const filePrefix = "\0virtual:corpus/";
let absenceTold = false;

/**
 * A vite plugin that hands the shared corpora beside the checkout to tests on every runtime. `virtual:corpus` lists
 * the files; each file is a module of its own, so a suite loads only what it reads. `.gz` is unpacked here, on the
 * machine that serves the modules, because not every runtime has a file system.
 */
export function corpusPlugin(folder: string): Plugin {
  return {
    name: "hedgemage-corpus",
    resolveId(id) {
      if (id === virtualModule) return `\0${virtualModule}`;
      return id.startsWith(filePrefix) ? id : undefined;
    },
    load(id) {
      if (id === `\0${virtualModule}`) return { code: indexModule(folder), map: { mappings: "" } };
      // Without a map: Vitest inlines one, and it would be several times as long as the text.
      if (id.startsWith(filePrefix)) return { code: fileModule(folder, id), map: { mappings: "" } };
      return undefined;
    },
  };
}

/**
 * The path of a file is put together only when it is read. Written out, the imports would be part of the module
 * graph, and Vitest sends what a test file can reach to the runtime ahead of time: all that other suites have read.
 */
function indexModule(folder: string): string {
  const available = existsSync(folder);
  if (!available) tellAbsence();
  return `
    export const corpusAvailable = ${available};
    export const corpusPaths = ${JSON.stringify(available ? listFiles(folder) : [])};
    export async function readCorpus(path) {
      if (!corpusPaths.includes(path)) throw new Error("There is no corpus file " + path + "; see corpusPaths.");
      const module = "/@id/__x00__virtual:corpus/" + path + ".js";
      return (await import(/* @vite-ignore */ module)).default;
    }
  `;
}

function fileModule(folder: string, id: string): string {
  const path = id.slice(filePrefix.length, -".js".length);
  const packed = join(folder, `${path}.gz`);
  const text = existsSync(packed) ? gunzipSync(readFileSync(packed)) : readFileSync(join(folder, path));
  return `export default ${JSON.stringify(text.toString("utf8"))};`;
}

function tellAbsence(): void {
  if (!absenceTold)
    console.log("The shared corpora are not beside the checkout; suites over them are skipped.");
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
