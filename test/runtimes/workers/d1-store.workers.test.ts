import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type D1DatabaseLike, d1Store } from "../../../runtimes/workers/index.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";
import { damagingStatements } from "./crashing-sql.ts";

beforeAll(async () => {
  await env.TEST_DB.exec(d1Store(env.TEST_DB).schema());
});

const cases = storeConformance({
  open: (options) => d1Store(env.TEST_DB, options),
  crashAfter: (writes, options) => d1Store(crashingDatabase(env.TEST_DB, writes), options),
  chunkBytes: 500_000,
  rows: () => rows(),
  damages: Object.fromEntries(
    Object.entries(damagingStatements).map(([name, statement]) => [
      name,
      async (key: string) => {
        await env.TEST_DB.prepare(statement.replace(" t ", " hedgemage_entries ")).bind(key).run();
      },
    ]),
  ),
});
for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);

describe("tables", () => {
  it("are made by schema() in a table of one's own, and schema() may run twice", async () => {
    const store = d1Store(env.TEST_DB, { table: "Agent_2" });
    await env.TEST_DB.exec(store.schema());
    await env.TEST_DB.exec(store.schema());
    await store.set("key", 1);
    expect((await store.get("key"))?.value).toBe(1);
    expect(await d1Store(env.TEST_DB).get("key")).toBeUndefined();
  });

  it("are never made by the store: a missing one is told with what to do", async () => {
    const store = d1Store(env.TEST_DB, { table: "missing" });
    for (const work of [store.get("a"), store.set("a", 1), store.delete("a"), store.list("")]) {
      await expect(work).rejects.toMatchObject({
        code: "STORE_UNSUPPORTED",
        message: expect.stringContaining("schema()"),
      });
    }
  });

  it("may have a name that means something to SQL", async () => {
    const store = d1Store(env.TEST_DB, { table: "order" });
    await env.TEST_DB.exec(store.schema());
    const { version } = await store.set("a", "x".repeat(1_200_000), { ifVersion: null });
    expect((await store.list("")).keys).toEqual(["a"]);
    await expect(store.set("a", 1, { ifVersion: null })).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    expect(await store.delete("a", { ifVersion: version })).toBe(true);
  });

  it("of something else are told as such", async () => {
    await env.TEST_DB.exec("CREATE TABLE foreigners (key TEXT PRIMARY KEY, text TEXT)");
    const store = d1Store(env.TEST_DB, { table: "foreigners" });
    for (const work of [store.get("a"), store.set("a", 1), store.delete("a"), store.list("")]) {
      await expect(work).rejects.toMatchObject({ code: "STORE_UNSUPPORTED", retryable: false });
    }
  });

  it.each(["", "a b", "1a", "a;drop table b", 'a"b', "a.b", "ä", "x".repeat(64)])(
    "are not named %j",
    (table) => {
      expect(() => d1Store(env.TEST_DB, { table })).toThrow(
        expect.objectContaining({ code: "INVALID_CONFIG" }),
      );
    },
  );
});

describe("trouble", { timeout: 30_000 }, () => {
  it("a conflict in the last of a hundred operations undoes all of them", async () => {
    const store = d1Store(env.TEST_DB);
    await store.set("hundred/99", "theirs");
    const batch = store.batch?.(
      Array.from({ length: 100 }, (_, index) => ({
        type: "set",
        key: `hundred/${String(index).padStart(2, "0")}`,
        value: index,
        ifVersion: null,
      })),
    );
    await expect(batch).rejects.toMatchObject({ code: "STORE_CONFLICT", key: "hundred/99" });
    expect((await store.list("hundred/")).keys).toEqual(["hundred/99"]);
  });

  it.each([
    ["D1_ERROR: database or disk is full: SQLITE_FULL", "STORE_QUOTA"],
    ["D1_ERROR: Exceeded maximum DB size", "STORE_QUOTA"],
    ["D1_ERROR: string or blob too big: SQLITE_TOOBIG", "STORE_TOO_LARGE"],
    ["D1_ERROR: D1 DB is overloaded. Requests queued for too long.", "STORE_UNAVAILABLE"],
    ["D1_ERROR: Network connection lost.", "STORE_TIMEOUT"],
    ["D1_ERROR: D1 DB reset because its code was updated.", "STORE_TIMEOUT"],
  ])("%s is %s, and the old value stays", async (message, code) => {
    await d1Store(env.TEST_DB).set("trouble", "old");
    const failing = { ...like(env.TEST_DB), batch: () => Promise.reject(new Error(message)) };
    await expect(d1Store(failing).set("trouble", "new")).rejects.toMatchObject({ code, key: "trouble" });
    expect((await d1Store(env.TEST_DB).get("trouble"))?.value).toBe("old");
  });

  it("a write whose answer was lost is found and not sent twice", async () => {
    let sent = 0;
    const database = like(env.TEST_DB);
    const deaf: D1DatabaseLike = {
      ...database,
      async batch(statements) {
        sent += 1;
        await database.batch(statements);
        throw new Error("D1_ERROR: Network connection lost.");
      },
    };
    const { version } = await d1Store(deaf).set("lost answer", 1);
    expect(await d1Store(env.TEST_DB).get("lost answer")).toEqual({ value: 1, version });
    await expect(d1Store(deaf).delete("lost answer")).rejects.toMatchObject({ code: "STORE_TIMEOUT" });
    expect(sent).toBe(2);
  });
});

async function rows(): Promise<number> {
  const query =
    "SELECT (SELECT count(*) FROM hedgemage_entries) + (SELECT count(*) FROM hedgemage_entries_parts) AS count";
  return Number(await env.TEST_DB.prepare(query).first("count"));
}

function like(database: D1Database): D1DatabaseLike {
  const whole: D1DatabaseLike = database;
  return {
    prepare: (query) => whole.prepare(query),
    batch: (statements) => whole.batch(statements),
  };
}

/** A database in which one statement of a transaction fails, after the first so many that write. */
function crashingDatabase(database: D1Database, writes: number): D1DatabaseLike {
  const whole = like(database);
  let left = writes;
  return {
    prepare(query) {
      if (!query.startsWith("SELECT")) left -= 1;
      return left === -1
        ? whole.prepare("INSERT INTO hedgemage_entries_parts VALUES (?1, NULL, ?2, ?3, ?4, ?5)")
        : whole.prepare(query);
    },
    batch: (statements) => whole.batch(statements),
  };
}
