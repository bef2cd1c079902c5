import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of the programs that lies in a folder of the PATH, or `undefined`. */
export function findOnPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}
