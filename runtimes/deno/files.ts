import type { FileReader } from "../../src/contracts/platform.ts";

interface DenoEntry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
}

/** The part of `Deno` that reads files. */
export interface DenoFileSystem {
  readTextFile(path: string): Promise<string>;
  readTextFileSync(path: string): string;
  readFile(path: string): Promise<Uint8Array>;
  readDir(path: string): AsyncIterable<DenoEntry>;
}

/**
 * Reads files of a Deno program; needs `--allow-read`. `list` goes into subfolders and passes symbolic links over. Paths
 * are relative to the working folder.
 *
 * @example
 * config({ files: denoFiles(Deno) });
 */
export function denoFiles(deno: DenoFileSystem): FileReader {
  return {
    readText: (path) => deno.readTextFile(path),
    readBytes: (path) => deno.readFile(path),
    readTextSync: (path) => deno.readTextFileSync(path),
    list: async (path) => (await filesBelow(deno, path.replace(/\/$/, ""))).sort(),
  };
}

async function filesBelow(deno: DenoFileSystem, folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isFile, isDirectory } of deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isFile) files.push(path);
    if (isDirectory) files.push(...(await filesBelow(deno, path)));
  }
  return files;
}
