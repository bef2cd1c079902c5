/** What a file is written with. */
export interface FileWriting {
  makeFolder(path: string): Promise<unknown>;
  write(path: string, text: string): Promise<unknown>;
  rename(from: string, to: string): Promise<unknown>;
  remove?(path: string): Promise<unknown>;
}

/**
 * Writes a text beside the place of its file and moves it there, so that nobody finds half of it. Makes the folder where
 * there is none; what could not be written leaves nothing behind.
 *
 * @example
 * const files = new Map<string, string>();
 * await writeBeside("cassettes/support.json", "{}", {
 *   makeFolder: async () => {},
 *   write: async (path, text) => files.set(path, text),
 *   rename: async (from, to) => files.set(to, files.get(from) ?? "") && files.delete(from),
 * });
 * [...files.keys()]; // ["cassettes/support.json"]
 */
export async function writeBeside(path: string, text: string, files: FileWriting): Promise<void> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder) await files.makeFolder(folder);
  const beside = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await files.write(beside, text);
    await files.rename(beside, path);
  } catch (error) {
    await files.remove?.(beside).catch(() => {});
    throw error;
  }
}
