import { deleteDB } from "idb";
import { test } from "vitest";
import { indexedDBStore } from "../../runtimes/browser/indexed-db-store.ts";
import { expectShared } from "./harness-bench.ts";

test("H25: a harness on IndexedDB is shared by many writers", async () => {
  const name = `harness-${crypto.randomUUID()}`;
  try {
    await expectShared(() => indexedDBStore(name));
  } finally {
    await deleteDB(name);
  }
});
