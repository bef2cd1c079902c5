import type { FileReader } from "../../src/contracts/platform.ts";

interface NodeEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** The part of `node:fs` that reads files. */
export interface NodeFileSystem {
  readFileSync(path: string, encoding: "utf8"): string;
  readonly promises: {
    readFile(path: string): Promise<Uint8Array>;
    readFile(path: string, encoding: "utf8"): Promise<string>;
    readdir(path: string, options: { withFileTypes: true }): Promise<readonly NodeEntry[]>;
  };
}

/**
 * Reads files of a Node program. The file system is handed in, so that this package imports no Node module. `list` goes
 * into subfolders and passes symbolic links over. Paths are relative to the working folder.
 *
 * @example
 * import * as fs from "node:fs";
 * config({ files: nodeFiles(fs) });
 */
export function nodeFiles(fs: NodeFileSystem): FileReader {
  return {
    readText: (path) => fs.promises.readFile(path, "utf8"),
    readBytes: (path) => fs.promises.readFile(path),
    readTextSync: (path) => fs.readFileSync(path, "utf8"),
    list: async (path) => (await filesBelow(fs, path.replace(/\/$/, ""))).sort(),
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
