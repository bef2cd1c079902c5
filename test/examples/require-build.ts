import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { entries, root } from "../../scripts/entries.ts";

const lock = `${root}.cache/build.lock`;

/** The examples import the built package by its name, as its users do: builds it where that has not been done. */
export async function requireBuild(): Promise<void> {
  mkdirSync(`${root}.cache`, { recursive: true });
  // Test files run side by side; the first one builds and the others wait for it.
  while (!isBuilt() && !takeLock()) await wait(200);
  if (isBuilt()) return;
  try {
    execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
  } finally {
    rmSync(lock, { recursive: true });
  }
}

function isBuilt(): boolean {
  return !existsSync(lock) && entries.every(({ file }) => existsSync(root + file));
}

function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
