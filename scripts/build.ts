import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build as bundleWithEsbuild } from "esbuild";
import { rollup } from "rollup";
import { entries, root } from "./entries.ts";
import { stripTypes } from "./strip-types.ts";

/** What a page gets from the one file for script tags, as properties of the global `hedgemage`. */
const scriptTagEntries = [".", "./openai", "./local", "./browser"];

const index = "src/index.ts";
const barrel = "src/ai.ts";

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
 * One module for each entry, one for each piece that loads on demand, and what they share: a process that imports the
 * package loads a dozen files, not a hundred. `ai.ts` stays a module of its own and `index.ts` its two lines, so that
 * bundlers shake `import * as ai` and `import { ai }` alike.
 */
async function buildModules(): Promise<void> {
  const sources = entries.map(({ source }) => source).filter((source) => source !== index);
  const bundle = await rollup({
    input: Object.fromEntries(
      [barrel, ...sources].map((source) => [source.replace(/\.ts$/, ""), root + source]),
    ),
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    plugins: [stripTypes()],
    treeshake: { moduleSideEffects: false },
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  await bundle.write({
    dir: `${root}dist`,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    hoistTransitiveImports: false,
  });
  writeFileSync(`${root}dist/src/index.js`, readFileSync(root + index, "utf8").replaceAll(".ts", ".js"));
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
    target: "es2022",
    logLevel: "warning",
  });
}

/** TypeScript leaves `.ts` in the specifiers of declarations; consumers resolve `.js` with every setting. */
function buildDeclarations(): void {
  const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
  for (const path of globSync(`${root}dist/**/*.d.ts`)) {
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/((?:from|import\() ?"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

function fail(...lines: string[]): never {
  console.error(lines.join("\n"));
  process.exit(1);
}
