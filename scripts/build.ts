import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { build as bundleWithEsbuild } from "esbuild";
import { type Plugin, rollup } from "rollup";
import { entries, root } from "./entries.ts";
import { stripTypes } from "./strip-types.ts";

/** What a page gets from the one file for script tags, as properties of the global `hedgemage`. */
const scriptTagEntries = [".", "./openai", "./local", "./browser"];

const index = "src/index.ts";
const barrel = "src/ai.ts";
/** What loads on demand, though a feature may share code with it. */
const demanded = [
  "src/agent/on-demand.ts",
  "src/agent/durable/index.ts",
  "src/agent/evaluation/index.ts",
  "src/net/index.ts",
];
/** What makes a library of skills: an agent with the options of one loads it, who has one already does not. */
const skills = "src/skills/skills.ts";
/** What an adapter needs of a feature. */
const decoder = "src/net/stream.ts";
/** The namespace of all errors. */
const everyError = "src/core/errors/index.ts";
/** What every adapter needs though no agent does. */
const estimate = "src/core/text/estimate-tokens.ts";

/** What every agent needs, in one module: bundlers that split by module keep it together, and it compresses as one. */
const engine = ["src/agent/agent.ts", "src/tool/tool.ts"];

/** Where ai.js gets what it exports from: the exports of the engine, and those of everything else. */
const halves = ["engine-exports", "feature-exports"] as const;

/** A statement of a source file that imports or exports from another one when it runs. */
const EXPORTS = /^(?:import|export) (?!type)[^;]*? from "\.[^"]*";/gm;

const missing = entries.filter(({ source }) => !existsSync(root + source));
if (missing.length > 0) {
  const list = missing.map(({ subpath, source }) => `  "${subpath}" needs ${source}`);
  fail(`package.json exports entries that have no source:\n${list.join("\n")}`);
}

rmSync(`${root}dist`, { recursive: true, force: true });
await buildModules().catch((error) => fail(error.message, error.frame ?? ""));
await buildScriptTag().catch((error) => fail(error.message));
buildDeclarations();

/**
 * The engine, each feature's folder, each entry and each piece that loads on demand are a module: a process that imports
 * the package loads a dozen files, not a hundred. `ai.ts` and `index.ts` hold re-exports only, so that bundlers shake
 * `import * as ai` and `import { ai }` alike.
 */
async function buildModules(): Promise<void> {
  const sources = entries.map(({ source }) => source).filter((source) => source !== index);
  let parts: ((id: string) => string | undefined) | undefined;
  const bundle = await rollup({
    input: {
      ...Object.fromEntries(sources.map((source) => [source.replace(/\.ts$/, ""), root + source])),
      ...Object.fromEntries(halves.map((half) => [`src/${half}`, `${root}src/${half}.ts`])),
    },
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    plugins: [halvesOfBarrel(), stripTypes()],
    treeshake: { moduleSideEffects: false },
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  await bundle.write({
    dir: `${root}dist`,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: ({ name, facadeModuleId, moduleIds }) =>
      `chunks/${folderOfChunk(moduleIds)}${nameOfChunk(name, facadeModuleId)}.js`,
    hoistTransitiveImports: false,
    // Rollup drops the directive where it stands in a source.
    banner: ({ name }) => (name === "runtimes/react/index" ? '"use client";' : ""),
    minifyInternalExports: false,
    manualChunks: (id, { getModuleIds, getModuleInfo }) => {
      const later = (from: string) => (getModuleInfo(from)?.dynamicImporters.length ?? 0) > 0;
      parts ??= partOf((from) => getModuleInfo(from)?.importedIds ?? [], [...getModuleIds()].filter(later));
      return parts(id);
    },
  });
  // Workers compile no bytes: they import the kernel of vector searches as a module.
  copyFileSync(`${root}src/store/vectors/index/kernel.wasm`, `${root}dist/vector-kernel.wasm`);
  copyFileSync(`${root}src/providers/local/words.bin`, `${root}dist/words.bin`);
  writeFileSync(`${root}dist/src/index.js`, readFileSync(root + index, "utf8").replaceAll(".ts", ".js"));
  writeFileSync(`${root}dist/src/ai.js`, halves.map((half) => `export * from "./${half}.js";\n`).join(""));
}

/**
 * The barrel in two halves, of which ai.js is the sum. esbuild takes a module from which one thing is used for used in all
 * that it names: with one half, whatever a feature shares with a piece that loads on demand would be in the first load of
 * those who use neither.
 */
function halvesOfBarrel(): Plugin {
  const ofEngine = staticImports(engine, importsInSource);
  const [first] = halves;
  const pathOf = (half: string): string => `${root}src/${half}.ts`;
  return {
    name: "halves-of-barrel",
    resolveId: (id) => (halves.some((half) => id === pathOf(half)) ? id : null),
    load(id) {
      if (!halves.some((half) => id === pathOf(half))) return null;
      const statements = readFileSync(root + barrel, "utf8").match(EXPORTS) ?? [];
      return statements
        .filter((statement) => {
          const [source = ""] = importsOfText(root + barrel, statement);
          return ofEngine.has(source) === (id === pathOf(first));
        })
        .join("\n");
    },
  };
}

function importsInSource(id: string): string[] {
  return (readFileSync(id, "utf8").match(EXPORTS) ?? []).flatMap((statement) => importsOfText(id, statement));
}

function importsOfText(id: string, statement: string): string[] {
  const [, specifier] = / from "(.*)";$/.exec(statement) ?? [];
  return specifier === undefined ? [] : [posix.join(posix.dirname(id), specifier)];
}

/**
 * Tells the module of dist/ that a source file goes into; `undefined` leaves it to rollup. Each module costs a process that
 * imports everything almost a millisecond, so there are few.
 */
function partOf(
  importsOf: (id: string) => readonly string[],
  later: readonly string[],
): (id: string) => string | undefined {
  const ofEngine = staticImports(engine, importsOf);
  // What all adapters are made of, but for what their pieces on demand need as well.
  const ofAdapters = staticImports(globSync("src/providers/*/index.ts", { cwd: root }), importsOf);
  const ofLater = staticImports(
    later.map((id) => id.slice(root.length)),
    importsOf,
  );
  // What every first call over fetch loads.
  const ofFirstCall = staticImports(
    ["src/providers/adapter/byte-answers.ts", "src/providers/adapter/has-media.ts"],
    importsOf,
  );
  // What OpenAI's protocols share, and what the dialects of JSON Schema do.
  const ofProtocols = shared(["chat-protocol", "responses-protocol"]);
  const ofDecoders = shared(["decoder", "responses-decoder"]);
  const ofSkills = staticImports([skills], importsOf);
  const ofDialects = staticImports(["src/schema/dialects/strict-form.ts"], importsOf);
  // What needs no agent, but has something in common with it.
  const ofCore = staticImports(
    [
      ...globSync("src/providers/*/index.ts", { cwd: root }),
      "src/net/index.ts",
      ...globSync("runtimes/*/*-store.ts", { cwd: root }),
    ],
    importsOf,
  );
  // What a store of a runtime needs, without the views that an application may never use.
  const ofStores = staticImports(globSync("runtimes/*/*-store.ts", { cwd: root }), importsOf);
  // What a piece on demand shares with a feature stays apart, or loading the one would load the other.
  const onDemand = staticImports([...demanded, decoder], importsOf);
  const features = staticImports(
    halves.map((half) => `src/${half}.ts`),
    importsOf,
  );
  /** What two of OpenAI's modules both import. */
  function shared(names: readonly [string, string]): Set<string> {
    const [first, second] = names.map((name) =>
      staticImports([`src/providers/openai/${name}.ts`], importsOf),
    );
    return new Set([...(first ?? [])].filter((id) => second?.has(id)));
  }
  return (id) => {
    if (id === root + estimate) return "core";
    if (ofEngine.has(id)) return ofCore.has(id) ? "core" : "engine";
    const [folder = "", ...path] = id.slice(`${root}src/`.length).replace(/\.ts$/, "").split("/");
    if (ofAdapters.has(id) && !ofLater.has(id) && path[0] === "adapter") return "adapters";
    if (ofFirstCall.has(id) && !ofAdapters.has(id) && folder === "providers") return "first-call";
    if (ofProtocols.has(id) && path[0] === "openai") return "openai-protocols";
    if (ofDecoders.has(id) && path[0] === "openai") return "openai-decoders";
    if (ofSkills.has(id) && folder === "skills") return "skills";
    if (ofDialects.has(id) && !ofAdapters.has(id) && !features.has(id)) return "dialects";
    const isError = id.startsWith(`${root}src/core/errors/`);
    if (id === root + everyError) return "errors";
    const isBarrel = halves.some((half) => id.endsWith(`/${half}.ts`)) || path.at(-1) === "index";
    if (isBarrel || !(features.has(id) || isError)) return undefined;
    if (ofStores.has(id)) return "stores";
    if (isError) return "errors";
    // Entries of other subjects share something with prompts, and would load all of them.
    if (!onDemand.has(id) && folder === "prompt") return "prompts";
    if (!onDemand.has(id)) return folder === "model" || folder === "media" ? "models" : "features";
    // What durable runs need is loaded together; nobody needs a part of it alone.
    if (folder === "store" || path[0] === "hash") return "runs";
    return "shared";
  };
}

/** What holds anything of an adapter stands apart, where a guard knows it. */
function folderOfChunk(sources: readonly string[]): string {
  return sources.some((source) => source.startsWith(`${root}src/providers/`)) ? "providers/" : "";
}

/** The pieces of adapters and of detectors have names that are alike; their folder tells them apart. */
function nameOfChunk(name: string, source: string | null): string {
  const [, folder] = /\/src\/(?:providers|guardrail)\/([^/]+)\//.exec(source ?? "") ?? [];
  return folder === undefined || name.startsWith(folder) ? name : `${folder}-${name}`;
}

/** The modules of the sources, and all that they import before they run. */
function staticImports(
  sources: readonly string[],
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const found = new Set(sources.map((source) => root + source));
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}

async function buildScriptTag(): Promise<void> {
  const sources = entries.filter(({ subpath }) => scriptTagEntries.includes(subpath));
  await bundleWithEsbuild({
    stdin: {
      contents: sources.map(({ source }) => `export * from "./${source}";`).join("\n"),
      resolveDir: root,
    },
    outfile: `${root}dist/hedgemage.min.js`,
    bundle: true,
    minify: true,
    format: "iife",
    globalName: "hedgemage",
    platform: "browser",
    external: ["unpdf"], // a page that reads PDFs maps the name to a file
    target: "es2022",
    logLevel: "warning",
  });
}

/** TypeScript leaves `.ts` in the specifiers of declarations; consumers resolve `.js` with every setting. */
function buildDeclarations(): void {
  for (const settings of ["tsconfig.build.json", "tsconfig.build-page.json"]) {
    const { status } = spawnSync("tsc", ["-p", settings], { cwd: root, stdio: "inherit" });
    if (status !== 0) process.exit(1);
  }
  for (const path of globSync(`${root}dist/**/*.d.ts`)) {
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/((?:from|import\(|declare module) ?"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

function fail(...lines: string[]): never {
  console.error(lines.join("\n"));
  process.exit(1);
}
