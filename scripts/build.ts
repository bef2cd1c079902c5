import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build as bundleWithEsbuild } from "esbuild";
import { rollup } from "rollup";
import { entries, root } from "./entries.ts";
import { stripTypes } from "./strip-types.ts";

/** What a page gets from the one file for script tags, as properties of the global `hedgemage`. */
const scriptTagEntries = [".", "./openai", "./local", "./browser"];

const missing = entries.filter(({ source }) => !existsSync(root + source));
if (missing.length > 0) {
  const list = missing.map(({ subpath, source }) => `  "${subpath}" needs ${source}`);
  fail(`package.json exports entries that have no source:\n${list.join("\n")}`);
}

rmSync(`${root}dist`, { recursive: true, force: true });
await buildModules().catch((error) => fail(error.message, error.frame ?? ""));
await buildScriptTag().catch((error) => fail(error.message));
buildDeclarations();

/** One module for each source file: the form that every bundler shakes, also for `import * as ai`. */
async function buildModules(): Promise<void> {
  const bundle = await rollup({
    input: entries.map(({ source }) => root + source),
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    plugins: [stripTypes()],
    treeshake: { moduleSideEffects: false },
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  await bundle.write({ dir: `${root}dist`, format: "es", preserveModules: true, preserveModulesRoot: root });
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
