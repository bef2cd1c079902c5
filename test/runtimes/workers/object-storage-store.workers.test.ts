import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type ObjectStorage, objectStorageStore } from "../../../runtimes/workers/index.ts";
import { type StoreConformanceTarget, storeConformance } from "../../../src/testing/store-conformance.ts";
import { crashingStorage, damagingStatements } from "./crashing-sql.ts";

function targetOf(storage: () => ObjectStorage): StoreConformanceTarget {
  const run = (query: string, ...values: string[]) =>
    storage()
      .sql.exec(query, ...values)
      .toArray();
  const damage = (statement: string) => (key: string) => {
    run(statement.replace(" t ", " hedgemage_entries "), key);
  };
  return {
    open: (options) => objectStorageStore(storage(), options),
    crashAfter: (writes, options) => objectStorageStore(crashingStorage(storage(), writes), options),
    chunkBytes: 500_000,
    rows: () => rowsOf(storage()),
    damages: Object.fromEntries(
      Object.entries(damagingStatements).map(([name, statement]) => [name, damage(statement)]),
    ),
  };
}

function rowsOf(storage: ObjectStorage): number {
  try {
    const query =
      "SELECT (SELECT count(*) FROM hedgemage_entries) + (SELECT count(*) FROM hedgemage_entries_parts) AS rows";
    return Number(storage.sql.exec(query).toArray()[0]?.rows);
  } catch {
    return 0; // before the first write
  }
}

function inObject<Value>(
  name: string,
  work: (storage: DurableObjectStorage) => Promise<Value>,
): Promise<Value> {
  return runInDurableObject(env.TEST_OBJECT.getByName(name), (_, { storage }) => work(storage));
}

const nowhere = targetOf(() => {
  throw new Error("only the names are wanted here");
});

describe("in the object", () => {
  storeConformance(nowhere).forEach(({ name, timeoutMs }, index) => {
    it(name, { timeout: timeoutMs }, async () => {
      // An error is handed out as a value: thrown inside, it would break the object for the next test.
      const failure = await inObject("conformance", async (storage) => {
        const one = storeConformance(targetOf(() => storage))[index];
        return one?.run().then(
          () => "",
          (error: unknown) => String(error),
        );
      });
      expect(failure).toBe("");
    });
  });
});
