import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** `node build.ts [folder]` makes the folder that Chrome loads; `dist/` beside this file where none is named. */
const here = fileURLToPath(new URL(".", import.meta.url));
const outdir = process.argv[2] ?? `${here}dist`;

cpSync(`${here}public`, outdir, { recursive: true });
await build({
  entryPoints: [`${here}src/panel.ts`, `${here}src/background.ts`],
  outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: "chrome124",
  // One file each: Chrome forbids import() in a service worker, and without splitting esbuild inlines it.
  splitting: false,
});
console.log(`Load the unpacked extension from ${outdir}`);
