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

it("a prefix has keys up to the last character of Unicode, and keys before and behind it are not listed", async () => {
  const keys = await inObject("edges", async (storage) => {
    const store = objectStorageStore(storage);
    const inside = ["a", "a\u0001", "a\uffff", "a\u{10000}", `a${"\u{10FFFF}".repeat(127)}`];
    for (const key of ["\u{10FFFF}", "A", "b", "`", ...inside]) await store.set(key, 1);
    const pages = [await store.list("a", { limit: 3 })];
    pages.push(await store.list("a", { limit: 3, cursor: pages[0]?.cursor }));
    return { inside, listed: pages.flatMap((page) => page.keys), cursor: pages[1]?.cursor };
  });
  expect(keys.listed).toEqual(keys.inside);
  expect(keys.cursor).toBeUndefined();
});

it("a large value that expires leaves no part behind, and a sweep has an end", async () => {
  const rows = await inObject("swept", async (storage) => {
    let now = 1000;
    const store = objectStorageStore(storage, { now: () => now });
    for (let count = 0; count < 50; count += 1) {
      await store.set(`brief/${count}`, "x".repeat(600_000), { ttlMs: 10 });
    }
    const left = [rowsOf(storage)];
    now += 10;
    for (let count = 0; count < 4; count += 1) {
      await store.set("kept", count);
      left.push(rowsOf(storage));
    }
    return left;
  });
  expect(rows).toEqual([150, 91, 31, 1, 1]);
});

it.each([
  ["database or disk is full: SQLITE_FULL", "STORE_QUOTA"],
  ["string or blob too big: SQLITE_TOOBIG", "STORE_TOO_LARGE"],
  ["SQL is not enabled for this Durable Object class.", "STORE_UNSUPPORTED"],
  ["disk I/O error: SQLITE_IOERR", "STORE_UNAVAILABLE"],
])("%s is %s", async (message, code) => {
  const fail = (): never => {
    throw new Error(message);
  };
  const store = objectStorageStore({ sql: { exec: fail }, transactionSync: (work) => work() });
  await expect(store.set("key", 1)).rejects.toMatchObject({ code, key: "key" });
  await expect(store.get("key")).rejects.toMatchObject({ code, key: "key" });
});
