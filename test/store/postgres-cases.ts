import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, it } from "vitest";
import { postgresStore } from "../../src/store/postgres-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";

/** The tests of the driver over PGlite, for every runtime that carries it: workerd has no disk to read PGlite's files from. */
export function postgresCases(): void {
  let started: Promise<PGlite> | undefined;
  const database = (): Promise<PGlite> => {
    started ??= (async () => {
      const client = await PGlite.create();
      await client.query(postgresStore({ client }).schema());
      return client;
    })();
    return started;
  };
  afterAll(async () => (await started)?.close(), 30_000);

  const cases = storeConformance({
    // There is one connection, which does one statement after the other: the races are run on a server.
    schedules: 200,
    open: async (options) => postgresStore({ client: await database(), ...options }),
    rows: async () => {
      const client = await database();
      const { rows } = await client.query<{ count: number }>("SELECT count(*)::int FROM hedgemage_store");
      return rows[0]?.count ?? 0;
    },
    damages: {
      "no JSON": async (key) => {
        const client = await database();
        await client.query("UPDATE hedgemage_store SET value = '{' WHERE key = $1", [key]);
      },
    },
  });
  for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);

  it("keeps the table that is there when the schema is run again", async () => {
    const client = await database();
    const store = postgresStore({ client });
    await store.set("kept", 1);
    await client.query(store.schema());
    expect((await store.get("kept"))?.value).toBe(1);
  });
}
