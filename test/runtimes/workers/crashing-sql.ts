import type { ObjectStorage } from "../../../runtimes/workers/index.ts";

/** A storage that refuses every statement that writes, after the first so many. */
export function crashingStorage(storage: ObjectStorage, writes: number): ObjectStorage {
  let left = writes;
  return {
    transactionSync: (work) => storage.transactionSync(work),
    sql: {
      exec(query, ...values) {
        if (!query.startsWith("SELECT")) left -= 1;
        if (left < 0) throw new Error("the platform has stopped");
        return storage.sql.exec(query, ...values);
      },
    },
  };
}

/** Makes the row of a key foreign or damaged, each in another way: statements over the table `t` and its parts. */
export const damagingStatements: Readonly<Record<string, string>> = {
  "a text that is no JSON": "UPDATE t SET text = '{\"half' WHERE key = ?1",
  "no text": "UPDATE t SET text = NULL WHERE key = ?1",
  "bytes in the place of text": "UPDATE t SET text = x'00ff' WHERE key = ?1",
  "an expiry that is no number": "UPDATE t SET expires_at = 'soon' WHERE key = ?1",
  "parts that are missing": "UPDATE t SET parts = 3 WHERE key = ?1",
};
