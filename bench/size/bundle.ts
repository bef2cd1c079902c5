import { builtinModules } from "node:module";
import { dirname, resolve } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build, type Plugin, transform } from "esbuild";
import { rollup } from "rollup";

/** One file of a bundle, minified; `imports` names the files that load together with it. */
export interface Chunk {
  name: string;
  code: string;
  isEntry: boolean;
  imports: readonly string[];
}

export interface Bundle {
  chunks: readonly Chunk[];
  /** Node built-ins that the code wants and a browser does not have. */
  builtins: readonly string[];
}

/** What to bundle: some code, and the folder that its imports are looked up from. */
export interface Consumer {
  code: string;
  folder: string;
  /** Of what is loaded later, only these files count, whatever others share with the rest. Default: all. */
  later?: ReadonlySet<string>;
  /** Packages that every program which could use the code has already. */
  external?: readonly string[];
}

/** One way to make a bundle, with code splitting or in one file. */
export type Bundler = (consumer: Consumer, split: boolean) => Promise<Bundle>;

/** Bundles for a browser with esbuild. */
export async function bundleWithEsbuild(
  { code, folder, later, external = [] }: Consumer,
  split: boolean,
): Promise<Bundle> {
  const builtins = new Set<string>();
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    external: [...external],
    splitting: split,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    tsconfigRaw: "{}", // or the paths of our own tsconfig.json would lead to the source
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [leaveBuiltins(builtins), ...(later ? [leaveOthers(later)] : [])],
    absWorkingDir: folder,
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const chunks = Object.entries(metafile.outputs).map(([name, { entryPoint, imports }]) => ({
    name,
    code: texts.get(`${folder.replace(/\/$/, "")}/${name}`) ?? "",
    isEntry: entryPoint === "<stdin>", // dynamic imports are entry points too
    imports: imports
      .filter(({ kind, external }) => kind === "import-statement" && !external)
      .map(({ path }) => path),
  }));
  return { chunks, builtins: [...builtins].sort() };
}

/** Bundles for a browser with rollup; esbuild minifies each file. Reads ES modules only. */
export async function bundleWithRollup(
  { code, folder, later, external = [] }: Consumer,
  split: boolean,
): Promise<Bundle> {
  const entry = `${folder}/consumer.js`;
  const bundle = await rollup({
    input: entry,
    external: [...external],
    plugins: [
      {
        name: "consumer",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
        resolveDynamicImport: (specifier, importer) =>
          later && !later.has(resolve(dirname(importer), String(specifier))) ? false : null,
      },
      nodeResolve({ browser: true }),
    ],
    onLog(level, log) {
      if (level === "warn" && log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: "es", inlineDynamicImports: !split });
  const chunks = output.filter((one) => one.type === "chunk");
  return {
    chunks: await Promise.all(
      chunks.map(async ({ fileName, code, isEntry, imports }) => ({
        name: fileName,
        code: (await transform(code, { minify: true, format: "esm", target: "es2022" })).code,
        isEntry,
        imports,
      })),
    ),
    builtins: [],
  };
}

function leaveOthers(later: ReadonlySet<string>): Plugin {
  return {
    name: "leave-others",
    setup(setup) {
      setup.onResolve({ filter: /./ }, ({ path, kind, resolveDir }) =>
        kind === "dynamic-import" && !later.has(resolve(resolveDir, path))
          ? { path, external: true }
          : undefined,
      );
    },
  };
}

function leaveBuiltins(found: Set<string>): Plugin {
  return {
    name: "leave-builtins",
    setup(setup) {
      setup.onResolve({ filter: /^[a-z:/_]+$/ }, ({ path, kind }) => {
        const name = path.replace(/^node:/, "");
        if (kind === "entry-point" || !builtinModules.includes(name)) return undefined;
        found.add(`node:${name}`);
        return { path, external: true };
      });
    },
  };
}
