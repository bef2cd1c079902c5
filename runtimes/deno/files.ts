import type { FileReader } from "../../src/contracts/platform.ts";
import { writeBeside } from "../../src/core/write-beside.ts";

interface DenoEntry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
}

/** The part of `Deno` that reads files, and writes them where it is all there. */
export interface DenoFileSystem {
  readTextFile(path: string): Promise<string>;
  readTextFileSync(path: string): string;
  readFile(path: string): Promise<Uint8Array>;
  readDir(path: string): AsyncIterable<DenoEntry>;
  mkdir?(path: string, options: { recursive: true }): Promise<void>;
  writeTextFile?(path: string, text: string): Promise<void>;
  rename?(from: string, to: string): Promise<void>;
  remove?(path: string): Promise<void>;
}

/**
 * Reads and writes files of a Deno program; needs `--allow-read`, and `--allow-write` to write. `list` goes into subfolders and
 * passes symbolic links over. A file is written beside its place and moved there, so that nobody finds half of it. Paths are
 * relative to the working folder.
 *
 * @example
 * config({ files: denoFiles(Deno) });
 */
export function denoFiles(deno: DenoFileSystem): FileReader {
  const { mkdir, writeTextFile, rename, remove } = deno;
  return {
    readText: (path) => deno.readTextFile(path),
    readBytes: (path) => deno.readFile(path),
    readTextSync: (path) => deno.readTextFileSync(path),
    list: async (path) => (await filesBelow(deno, path.replace(/\/$/, ""))).sort(),
    ...(mkdir &&
      writeTextFile &&
      rename && {
        writeText: (path, text) =>
          writeBeside(path, text, {
            makeFolder: (folder) => mkdir(folder, { recursive: true }),
            write: writeTextFile,
            rename,
            ...(remove && { remove }),
          }),
      }),
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
