import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { root } from "./entries.ts";

// Checks the types of every part that has settings of its own, two at a time, and tells all errors.

const settings = globSync(["tsconfig{,.src,.page,.workers}.json", "examples/*/tsconfig.json"], {
  cwd: root,
}).sort();
const lanes = await Promise.all([lane(), lane()]);
process.exitCode = Math.max(...lanes);

async function lane(): Promise<number> {
  let worst = 0;
  for (let next = settings.shift(); next; next = settings.shift()) worst = Math.max(worst, await check(next));
  return worst;
}

function check(project: string): Promise<number> {
  const child = spawn("tsc", ["--noEmit", "-p", project], { cwd: root, stdio: "inherit" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
