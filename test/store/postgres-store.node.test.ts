import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresStore } from "../../src/store/postgres-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";
import { startPostgres } from "../support/servers.ts";

const server = await startPostgres();
const pools: pg.Pool[] = [];

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server?.stop();
}, 30_000);

describe.skipIf(!server)("a PostgreSQL server", { timeout: 30_000 }, () => {
  const [left, right] = [poolOf(), poolOf()];
  beforeAll(async () => {
    await left.query(postgresStore({ client: left }).schema());
  });

  let opened = 0;
  const cases = storeConformance({
    open(options) {
      opened += 1;
      return postgresStore({ client: opened % 2 ? left : right, ...options });
    },
    rows: async () => (await left.query("SELECT count(*)::int FROM hedgemage_store")).rows[0].count,
    damages: {
      async "no JSON"(key) {
        await left.query("UPDATE hedgemage_store SET value = '{' WHERE key = $1", [key]);
      },
    },
  });
  for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);

  it("lets one of two batches make the same entries, whatever their order", async () => {
    const stores = [left, right].map((client) => postgresStore({ client }));
    for (let round = 0; round < 100; round += 1) {
      const keys = Array.from({ length: 8 }, (_, index) => `made/${round}/${index}`);
      const batches = stores.map((store, index) =>
        store.batch?.(
          (index ? keys.toReversed() : keys).map((key) => ({
            type: "set",
            key,
            value: index,
            ifVersion: null,
          })),
        ),
      );
      const ends = await Promise.allSettled(batches);
      const winner = ends.findIndex(({ status }) => status === "fulfilled");
      expect(ends[1 - winner]).toMatchObject({ reason: { code: "STORE_CONFLICT" } });
      const values = await Promise.all(keys.map(async (key) => (await stores[0]?.get(key))?.value));
      expect(values).toEqual(keys.map(() => winner));
    }
  });

  it("does racing batches one after the other, also where no version is asked for", async () => {
    const stores = [left, right].map((client) => postgresStore({ client }));
    const seen = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      const [x, y] = [`serial/${round}/x`, `serial/${round}/y`];
      await Promise.all([
        stores[0]?.batch?.([
          { type: "set", key: x, value: "left" },
          { type: "delete", key: y },
        ]),
        stores[1]?.batch?.([
          { type: "set", key: y, value: "right" },
          { type: "set", key: x, value: "right" },
        ]),
      ]);
      const [atX, atY] = await Promise.all([x, y].map((key) => stores[0]?.get(key)));
      seen.add(`${atX?.value} ${atY?.value}`);
    }
    for (const state of seen) expect(["left undefined", "right right"]).toContain(state);
  });

  it("names the part of a batch that lost", async () => {
    const store = postgresStore({ client: left });
    await store.set("named/b", 1);
    const batch = store.batch?.([
      { type: "set", key: "named/c", value: 2 },
      { type: "set", key: "named/b", value: 2, ifVersion: null },
      { type: "delete", key: "named/a" },
    ]);
    await expect(batch).rejects.toMatchObject({ code: "STORE_CONFLICT", key: "named/b" });
    expect(await store.get("named/c")).toBeUndefined();
  });

  it.each(["repeatable read", "serializable"])("counts right where transactions are %s", async (level) => {
    const pool = poolOf({ options: `-c default_transaction_isolation=${level.replace(" ", "\\ ")}` });
    expect((await pool.query("SHOW transaction_isolation")).rows[0].transaction_isolation).toBe(level);
    const store = postgresStore({ client: pool });
    const key = `counter/${level}`;
    await store.set(key, 0);
    const count = async (): Promise<void> => {
      for (let done = 0; done < 10; ) {
        const entry = await store.get(key);
        const written = store.set(key, Number(entry?.value) + 1, { ifVersion: entry?.version });
        await written.then(
          () => (done += 1),
          (error) => expect(error.code).toBe("STORE_CONFLICT"),
        );
      }
    };
    await Promise.all([count(), count(), count()]);
    expect((await store.get(key))?.value).toBe(30);
  });

  it("starts a write again that was chosen to end a deadlock", async () => {
    const store = postgresStore({ client: left });
    await store.set("deadlock/a", 0);
    await store.set("deadlock/b", 0);
    const other = await right.connect();
    const lock = "SELECT FROM hedgemage_store WHERE key = $1 FOR UPDATE";
    // The write finds the deadlock first, because the other one looks for it later.
    await other.query("BEGIN");
    await other.query("SET LOCAL deadlock_timeout = '1min'");
    await other.query(lock, ["deadlock/b"]);
    const written = store.batch?.([
      { type: "set", key: "deadlock/a", value: 1 },
      { type: "set", key: "deadlock/b", value: 1 },
    ]);
    await waitingWrite();
    await other.query(lock, ["deadlock/a"]);
    await other.query("COMMIT");
    other.release();
    await written;
    expect((await store.get("deadlock/b"))?.value).toBe(1);
  });

  it("says that nothing was written where the server ended the connection", async () => {
    const store = postgresStore({ client: left });
    await store.set("killed", "old");
    const release = await lockRow("killed");
    const written = store.set("killed", "new");
    const failed = expect(written).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", key: "killed" });
    await right.query("SELECT pg_terminate_backend($1)", [await waitingWrite()]);
    await failed;
    await release();
    expect((await store.get("killed"))?.value).toBe("old");
    await store.set("killed", "new");
  });

  it("leaves open whether it was written where the connection broke before the answer", async () => {
    const client = new pg.Client({ host: "127.0.0.1", port: server?.port ?? 0, user: "postgres" });
    client.on("error", () => undefined);
    await client.connect();
    const store = postgresStore({ client });
    const release = await lockRow("killed");
    const written = store.set("killed", "perhaps");
    const failed = expect(written).rejects.toMatchObject({
      code: "STORE_TIMEOUT",
      message: expect.stringMatching(/"killed".*may have been written/),
    });
    await waitingWrite();
    await client.end();
    await failed;
    await release();
  });

  it("keeps what it confirmed over a crash of the server, and goes on after it", async () => {
    const store = postgresStore({ client: left });
    const { version } = await store.set("crash", "kept");
    await server?.restart(async () => {
      await expect(store.get("crash")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      const written = store.set("crash", "lost");
      await expect(written).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    });
    expect(await store.get("crash")).toEqual({ value: "kept", version });
    await store.set("crash", "new", { ifVersion: version });
    expect((await store.get("crash"))?.value).toBe("new");
  });

  it("says what to do where the table is missing, another one or forbidden", async () => {
    await left.query("CREATE TABLE foreign_table (key text PRIMARY KEY, data jsonb)");
    await left.query("CREATE ROLE guest LOGIN");
    const guest = poolOf({ user: "guest", database: "postgres" });
    const stores = [
      postgresStore({ client: left, table: "missing" }),
      postgresStore({ client: left, table: "missing.missing" }),
      postgresStore({ client: left, table: "foreign_table" }),
      postgresStore({ client: guest }),
    ];
    for (const store of stores) {
      const refusal = { code: "STORE_UNSUPPORTED", message: expect.stringContaining("schema()") };
      await expect(store.get("a")).rejects.toMatchObject(refusal);
      await expect(store.set("a", 1)).rejects.toMatchObject(refusal);
      await expect(store.list("")).rejects.toMatchObject(refusal);
    }
  });

  it.each(["user", "Sessions", "app.state", "App.order"])("keeps to a table called %s", async (table) => {
    const [schema] = table.includes(".") ? table.split(".") : [];
    if (schema) await left.query(`CREATE SCHEMA "${schema}"`);
    const store = postgresStore({ client: left, table });
    await left.query(store.schema());
    await left.query(store.schema());
    await store.set("a", table, { ttlMs: 60_000 });
    expect((await store.get("a"))?.value).toBe(table);
    expect(await postgresStore({ client: left }).get("a")).toBeUndefined();
    const columns = "SELECT count(*)::int FROM pg_indexes WHERE tablename = $1";
    expect((await left.query(columns, [table.split(".").at(-1)])).rows[0].count).toBe(2);
  });

  it("orders keys by code point, whatever the language of the database", async () => {
    await left.query(
      "CREATE DATABASE english LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C' TEMPLATE template0",
    );
    const pool = poolOf({ database: "english" });
    const store = postgresStore({ client: pool });
    await pool.query(store.schema());
    const keys = ["B", "_", "a", "b", "ä", "é", "中", "😀"];
    for (const key of keys.toReversed()) await store.set(`x${key}`, 1);
    expect((await store.list("x")).keys).toEqual(keys.map((key) => `x${key}`));
  });

  it("finds keys by the index in a large table", async () => {
    const fill = `INSERT INTO hedgemage_store (key, value, version, expires_at)
      SELECT 'many/' || i, '1', 'v', CASE WHEN i % 2 = 0 THEN 1e15 END FROM generate_series(1, 20000) i`;
    await left.query(fill);
    await left.query("ANALYZE hedgemage_store");
    const plans: string[] = [];
    const client = {
      async query(text: string, values?: unknown[]) {
        const { rows } = await left.query(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
        return left.query(text, values);
      },
    };
    const store = postgresStore({ client });
    await store.get("many/7");
    await store.list("many/77");
    await store.batch?.([
      { type: "set", key: "many/7", value: 2, ttlMs: 1000 },
      { type: "delete", key: "many/8" },
    ]);
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).not.toContain("Seq Scan");
  });

  /** Locks a row until it is told to let go. */
  async function lockRow(key: string): Promise<() => Promise<void>> {
    const client = await right.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM hedgemage_store WHERE key = $1 FOR UPDATE", [key]);
    return async () => {
      await client.query("COMMIT");
      client.release();
    };
  }

  /** The process of the write that waits for a lock. */
  async function waitingWrite(): Promise<number> {
    const text =
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'WITH present%'";
    for (;;) {
      const { rows } = await right.query(text);
      if (rows.length > 0) return rows[0].pid;
    }
  }
});

function poolOf(options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    host: "127.0.0.1",
    port: server?.port ?? 0,
    user: "postgres",
    max: 4,
    ...options,
  });
  pool.on("error", () => undefined); // an idle connection that the server ended
  pools.push(pool);
  return pool;
}
