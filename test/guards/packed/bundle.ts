import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { type LogLevel, type RollupLog, rollup } from "rollup";
import { build as vite } from "vite";

export interface Bundle {
  code: string;
  /** What the bundler left to the page to import. */
  externals: string[];
}

type Bundler = (folder: string, code: string, external?: readonly string[]) => Promise<Bundle>;

/** How each bundler makes one browser module of some code, in a folder with node_modules. */
export const bundlers: Record<string, Bundler> = {
  async esbuild(folder, code, external = []) {
    const result = await esbuild({
      stdin: { contents: code, resolveDir: folder },
      external: [...external],
      bundle: true,
      format: "esm",
      platform: "browser",
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
    return {
      code: result.outputFiles.map(({ text }) => text).join("\n"),
      externals: imports.filter((one) => one.external).map((one) => one.path),
    };
  },

  async rollup(folder, code, external = []) {
    const entry = join(folder, "entry.js");
    const bundle = await rollup({
      input: entry,
      external: [...external],
      plugins: [codeOf(entry, code), nodeResolve({ browser: true })],
      onLog: refuse,
    });
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true });
    return { code: output[0].code, externals: [...output[0].imports, ...output[0].dynamicImports] };
  },

  async vite(folder, code, external = []) {
    const entry = join(folder, "entry.js");
    const result = await vite({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [codeOf(entry, code)],
      build: {
        write: false,
        minify: false,
        lib: { entry, formats: ["es"] },
        rolldownOptions: { external: [...external], onLog: refuse, output: { codeSplitting: false } },
      },
    });
    const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
    const chunks = outputs.filter((output) => output.type === "chunk");
    const own = chunks.map(({ fileName }) => fileName);
    return {
      code: chunks.map(({ code }) => code).join("\n"),
      externals: chunks
        .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
        .filter((name) => !own.includes(name)),
    };
  },
};

function codeOf(entry: string, code: string) {
  return {
    name: "entry",
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? code : null),
  };
}

/**
 * Vite puts an empty module in the place of a Node built-in and rollup an import; both only log it. A directive that is for other
 * bundlers, such as "use client", is no harm.
 */
function refuse(level: LogLevel, log: Pick<RollupLog, "code" | "message">): void {
  if (level === "warn" && log.code !== "MODULE_LEVEL_DIRECTIVE") throw new Error(log.message);
}
