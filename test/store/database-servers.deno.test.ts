import { createClient } from "@redis/client";
import pg from "pg";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { StoreOptions } from "../../src/store/define-store.ts";
import { postgresStore } from "../../src/store/postgres-store.ts";
import { redisStore } from "../../src/store/redis-store.ts";
import type { SchemaStore } from "../../src/store/schema-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";
import { startPostgres, startRedis } from "../support/servers.ts";

const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);

describe.skipIf(!postgres)("a PostgreSQL server", () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: postgres?.port ?? 0, user: "postgres", max: 4 });
  beforeAll(async () => {
    await pool.query(postgresStore({ client: pool }).schema());
  });
  afterAll(async () => {
    await pool.end();
    await postgres?.stop();
  }, 30_000);
  const open = (options: StoreOptions): SchemaStore => postgresStore({ client: pool, ...options });
  for (const { name, run, timeoutMs } of storeConformance({ open, schedules: 100 })) it(name, run, timeoutMs);
});

describe.skipIf(!redis)("a Redis server", () => {
  const client = createClient({ url: `redis://127.0.0.1:${redis?.port ?? 0}` });
  beforeAll(async () => {
    await client.connect();
  });
  afterAll(async () => {
    client.destroy();
    await redis?.stop();
  }, 30_000);
  const open = (options: StoreOptions): SchemaStore => redisStore({ client, ...options });
  for (const { name, run, timeoutMs } of storeConformance({ open, schedules: 100 })) it(name, run, timeoutMs);
});
