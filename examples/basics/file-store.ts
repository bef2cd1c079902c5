import { existsSync, readFileSync, writeFileSync } from "node:fs";
import * as ai from "../../src/index.ts";

/** Texts in one file, for one process at a time. A database takes its place in a program. */
export function fileStore(path: string): ai.Store {
  const entries = new Map<string, string>(existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : []);
  const save = (): void => writeFileSync(path, JSON.stringify([...entries]));
  return ai.storeFrom(
    {
      get: (key) => entries.get(key),
      set: (key, text) => {
        entries.set(key, text);
        save();
      },
      delete: (key) => {
        entries.delete(key);
        save();
      },
      list: (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix)),
    },
    { durable: true },
  );
}
