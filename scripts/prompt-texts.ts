import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { root } from "./entries.ts";

// Our own prompts are Markdown files, `src/**/texts/*.md`. A module beside each holds its text, so that every runtime and
// bundler can import it. `--check` writes nothing and fails where one is not what its text says.

let stale = 0;
for (const path of globSync("src/**/texts/*.md", { cwd: root }).sort()) {
  const target = path.replace(/\.md$/, ".ts");
  const made = moduleOf(path, readFileSync(root + path, "utf8"));
  if (read(target) === made) continue;
  stale += 1;
  if (process.argv.includes("--check")) console.error(`${target} is not what ${path} says.`);
  else writeFileSync(root + target, made);
}
if (stale > 0 && process.argv.includes("--check")) {
  console.error("Run: npm run prompts");
  process.exitCode = 1;
}

function moduleOf(path: string, text: string): string {
  const file = basename(path, ".md");
  const name = file.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const trimmed = text.trimEnd();
  const escaped = trimmed.replace(/[\\`]|\$\{/g, (match) => `\\${match}`);
  return [
    `// Made from ${file}.md by \`npm run prompts\`: change that file.`,
    "",
    `/** The text of ${file}.md. */`,
    // One line needs no template, and the linter wants none.
    trimmed.includes("\n")
      ? `export const ${name}Text: string = \`${escaped}\`;`
      : `export const ${name}Text: string =\n  ${JSON.stringify(trimmed)};`,
    "",
  ].join("\n");
}

function read(path: string): string | undefined {
  try {
    return readFileSync(root + path, "utf8");
  } catch {
    return undefined;
  }
}
