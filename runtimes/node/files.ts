import type { FileReader } from "../../src/contracts/platform.ts";
import { writeBeside } from "../../src/core/write-beside.ts";

interface NodeEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** The part of `node:fs` that reads files, and writes them where it is all there. */
export interface NodeFileSystem {
  readFileSync(path: string, encoding: "utf8"): string;
  readonly promises: {
    readFile(path: string): Promise<Uint8Array>;
    readFile(path: string, encoding: "utf8"): Promise<string>;
    readdir(path: string, options: { withFileTypes: true }): Promise<readonly NodeEntry[]>;
    mkdir?(path: string, options: { recursive: true }): Promise<unknown>;
    writeFile?(path: string, text: string): Promise<void>;
    rename?(from: string, to: string): Promise<void>;
    rm?(path: string, options: { force: true }): Promise<void>;
  };
}

/**
 * Reads and writes files of a Node program. The file system is handed in, so that this package imports no Node module. `list`
 * goes into subfolders and passes symbolic links over. A file is written beside its place and moved there, so that nobody
 * finds half of it. Paths are relative to the working folder.
 *
 * @example
 * import * as fs from "node:fs";
 * config({ files: nodeFiles(fs) });
 */
export function nodeFiles(fs: NodeFileSystem): FileReader {
  const { mkdir, writeFile, rename, rm } = fs.promises;
  return {
    readText: (path) => fs.promises.readFile(path, "utf8"),
    readBytes: (path) => fs.promises.readFile(path),
    readTextSync: (path) => fs.readFileSync(path, "utf8"),
    list: async (path) => (await filesBelow(fs, path.replace(/\/$/, ""))).sort(),
    ...(mkdir &&
      writeFile &&
      rename && {
        writeText: (path, text) =>
          writeBeside(path, text, {
            makeFolder: (folder) => mkdir(folder, { recursive: true }),
            write: writeFile,
            rename,
            ...(rm && { remove: (file) => rm(file, { force: true }) }),
          }),
      }),
  };
}

async function filesBelow(fs: NodeFileSystem, folder: string): Promise<string[]> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true });
  const files = await Promise.all(
    entries.map(async (entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(fs, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return files.flat();
}
