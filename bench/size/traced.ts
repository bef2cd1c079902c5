import { execFile } from "node:child_process";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { root } from "../../scripts/entries.ts";

/** Starts to note which modules of dist/ the process loads. The list grows. */
export function traceModules(): readonly string[] {
  const dist = pathToFileURL(`${root}dist/`).href;
  const loaded: string[] = [];
  registerHooks({
    load(url, context, next) {
      if (url.startsWith(dist)) loaded.push(url.slice(dist.length));
      return next(url, context);
    },
  });
  return loaded;
}

const known = new Map<string, Promise<ReadonlySet<string>>>();

/** The modules that a script prints as those that it loaded, in a process of its own, as paths. */
export function modulesLoadedBy(script: string, ...given: readonly string[]): Promise<ReadonlySet<string>> {
  const key = [script, ...given].join(" ");
  const loading = known.get(key) ?? runScript(script, given);
  known.set(key, loading);
  return loading;
}

async function runScript(script: string, given: readonly string[]): Promise<ReadonlySet<string>> {
  const path = new URL(script, import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...given]);
  const files: readonly string[] = JSON.parse(stdout);
  return new Set(files.map((file) => `${root}dist/${file}`));
}
