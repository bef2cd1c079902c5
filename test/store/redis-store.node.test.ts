import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type NodeRedisClientLike,
  type RedisClientLike,
  redisStore,
  type UpstashRedisClientLike,
} from "../../src/store/redis-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";
import { startRedis } from "../support/servers.ts";

const server = await startRedis();

describe.skipIf(!server)("a Redis server", { timeout: 30_000 }, () => {
  const url = `redis://127.0.0.1:${server?.port ?? 0}`;
  const open = () => createClient({ url, socket: { reconnectStrategy: 20 } }).on("error", () => undefined);
  const [left, right] = [open(), open()];
  const ioredis = new Redis(server?.port ?? 0, { lazyConnect: true }).on("error", () => undefined);

  beforeAll(async () => {
    await Promise.all([left.connect(), right.connect(), ioredis.connect()]);
  });

  afterAll(async () => {
    left.destroy();
    right.destroy();
    ioredis.disconnect();
    await server?.stop();
  }, 30_000);

  const clients: Record<string, [RedisClientLike, RedisClientLike]> = {
    "node-redis": [left, right],
    ioredis: [ioredis, left],
    "a client like Upstash's": [upstashLike(left), upstashLike(right)],
  };

  describe.each(Object.keys(clients))("over %s", (client) => {
    let opened = 0;
    const cases = storeConformance({
      open(options) {
        opened += 1;
        return redisStore({ client: clients[client]?.[opened % 2] ?? left, prefix: "suite", ...options });
      },
      schedules: client === "node-redis" ? 1000 : 100,
      rows: async () => (await left.keys("{suite}:value:*")).length + (await left.zCard("{suite}:keys")),
      damages: {
        async "no JSON"(key) {
          await left.set(`{suite}:value:${key}`, "version \n{");
        },
        async "no version"(key) {
          await left.set(`{suite}:value:${key}`, "foreign");
        },
        async empty(key) {
          await left.set(`{suite}:value:${key}`, "");
        },
        async "of another type"(key) {
          await left.del(`{suite}:value:${key}`);
          await left.hSet(`{suite}:value:${key}`, "field", "foreign");
        },
      },
    });
    for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);
  });

  it("leaves nothing behind in the indexes", async () => {
    const store = redisStore({ client: left, prefix: "indexes" });
    await store.set("a", 1, { ttlMs: 60_000 });
    await store.set("b", 1);
    expect((await left.keys("{indexes}:*")).sort()).toEqual(
      ["expiries", "keys", "value:a", "value:b"].map((name) => `{indexes}:${name}`),
    );
    await store.delete("a");
    await store.delete("b");
    expect(await left.keys("{indexes}:*")).toEqual([]);
  });

  it("has Redis remove an entry a minute after its end, when nobody writes", async () => {
    const store = redisStore({ client: left, prefix: "native" });
    await store.set("a", 1, { ttlMs: 5000 });
    const kept = await left.pTTL("{native}:value:a");
    expect(kept).toBeGreaterThan(60_000);
    expect(kept).toBeLessThanOrEqual(65_000);
    await store.set("a", 1);
    expect(await left.pTTL("{native}:value:a")).toBe(-1);
  });

  it("lists past what Redis has removed, and forgets it", async () => {
    const store = redisStore({ client: left, prefix: "evicted" });
    const keys = Array.from({ length: 30 }, (_, index) => `k${String(index).padStart(2, "0")}`);
    for (const key of keys) await store.set(key, 1);
    for (const key of keys.slice(3, 28)) await left.del(`{evicted}:value:${key}`);
    expect(await store.list("k", { limit: 4 })).toEqual({
      keys: ["k00", "k01", "k02", "k28"],
      cursor: "k28",
    });
    expect(await store.list("k", { limit: 4, cursor: "k28" })).toEqual({ keys: ["k29"] });
    expect(await left.zCard("{evicted}:keys")).toBe(5);
  });

  it("keeps prefixes apart", async () => {
    const stores = ["app", "app:a", "ap"].map((prefix) => redisStore({ client: left, prefix }));
    for (const [index, store] of stores.entries()) await store.set("key", index);
    for (const [index, store] of stores.entries()) {
      expect((await store.get("key"))?.value).toBe(index);
      expect((await store.list("")).keys).toEqual(["key"]);
    }
  });

  it("takes a write that its client sends a second time for done", async () => {
    const twice: RedisClientLike = {
      get: (key) => left.get(key),
      async eval(script, keys, parts) {
        await left.eval(script, { keys, arguments: parts });
        return left.eval(script, { keys, arguments: parts });
      },
    };
    const store = redisStore({ client: twice, prefix: "twice" });
    const { version } = await store.set("a", 1, { ifVersion: null });
    await store.set("a", 2, { ifVersion: version });
    expect((await store.get("a"))?.value).toBe(2);
    await expect(store.set("a", 3, { ifVersion: version })).rejects.toMatchObject({ code: "STORE_CONFLICT" });
  });

  it("takes a batch that its client sends a second time for done, also where its first part would lose now", async () => {
    const sent: RedisClientLike = {
      get: (key) => left.get(key),
      async eval(script, keys, parts) {
        await left.eval(script, { keys, arguments: parts });
        return left.eval(script, { keys, arguments: parts });
      },
    };
    const { version } = await redisStore({ client: left, prefix: "again" }).set("old", 1);
    const store = redisStore({ client: sent, prefix: "again" });
    await store.batch?.([
      { type: "delete", key: "old", ifVersion: version },
      { type: "set", key: "new", value: 1, ifVersion: null },
    ]);
    expect((await store.list("")).keys).toEqual(["new"]);
  });

  it("works over a client that puts a prefix of its own before keys", async () => {
    const client = new Redis(server?.port ?? 0, { keyPrefix: "app1:" });
    const store = redisStore({ client, prefix: "keyed" });
    await store.set("a", 1);
    await store.set("b", 2);
    expect((await store.list("")).keys).toEqual(["a", "b"]);
    expect((await store.get("a"))?.value).toBe(1);
    expect((await store.list("")).keys).toEqual(["a", "b"]);
    let now = Date.now();
    const late = redisStore({ client, prefix: "keyed", now: () => now });
    await late.set("c", 3, { ttlMs: 1000 });
    now += 2000;
    await late.set("d", 4);
    expect(await left.exists("app1:{keyed}:value:c")).toBe(0);
    expect((await late.list("")).keys).toEqual(["a", "b", "d"]);
    client.disconnect();
  });

  it("writes nothing where something else has the name of its index", async () => {
    const store = redisStore({ client: left, prefix: "taken" });
    await left.set("{taken}:keys", "foreign");
    await expect(store.set("a", 1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await left.exists("{taken}:value:a")).toBe(0);
  });

  it("lists past many that have expired in a few calls", async () => {
    let now = 1_000_000;
    let calls = 0;
    const counted: RedisClientLike = {
      get: (key) => left.get(key),
      async eval(script, keys, parts) {
        calls += 1;
        return left.eval(script, { keys, arguments: parts });
      },
    };
    const store = redisStore({ client: counted, prefix: "gaps", now: () => now });
    const operations = Array.from({ length: 99 }, (_, index) => ({
      type: "set" as const,
      key: `k${100 + index}`,
      value: index,
      ttlMs: 1000,
    }));
    await store.batch?.([...operations, { type: "set", key: "z", value: 1 }]);
    now += 2000;
    calls = 0;
    expect(await store.list("", { limit: 1 })).toEqual({ keys: ["z"] });
    expect(calls).toBeLessThan(4);
  });

  it("leaves open whether it was written where the connection broke before the answer", async () => {
    const client = open();
    await client.connect();
    const store = redisStore({ client, prefix: "broken" });
    await store.set("a", 1);
    const id = await client.sendCommand(["CLIENT", "ID"]);
    // The server takes the command and gives no answer while it is told to wait.
    await right.sendCommand(["CLIENT", "PAUSE", "10000", "WRITE"]);
    const written = store.set("a", 2);
    const failed = expect(written).rejects.toMatchObject({
      code: "STORE_TIMEOUT",
      message: expect.stringContaining("may have been written"),
    });
    await expect.poll(() => right.sendCommand(["CLIENT", "LIST", "ID", String(id)])).toContain("flags=b");
    await right.sendCommand(["CLIENT", "KILL", "ID", String(id)]);
    await failed;
    await right.sendCommand(["CLIENT", "UNPAUSE"]);
    client.destroy();
  });

  it("is unavailable where the client is closed, and says that nothing was written", async () => {
    const client = open();
    await client.connect();
    client.destroy();
    const ended = new Redis(server?.port ?? 0, { lazyConnect: true });
    await ended.connect();
    await ended.quit();
    await expect.poll(() => ended.status).toBe("end");
    for (const store of [redisStore({ client }), redisStore({ client: ended })]) {
      await expect(store.set("a", 1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await expect(store.list("a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    }
  });

  it("keeps what it confirmed over a crash of the server, and goes on after it", async () => {
    const stores = [left, ioredis].map((client) => redisStore({ client, prefix: "crash" }));
    const first = await stores[0]?.set("a", "kept");
    await server?.restart();
    for (const store of stores) expect(await store.get("a")).toEqual(first);
    const second = await stores[0]?.set("a", "new", { ifVersion: first?.version });
    expect(await stores[1]?.get("a")).toEqual(second);
  });

  it("is over quota where Redis has no memory left, writes nothing, and makes room by removing", async () => {
    const store = redisStore({ client: left, prefix: "full" });
    await store.set("a", "old");
    await store.set("big", "x".repeat(3_000_000));
    const used = Number(/used_memory:(\d+)/.exec(await left.info("memory"))?.[1]);
    await left.configSet("maxmemory", String(used - 1_000_000));
    const refusal = { code: "STORE_QUOTA", message: expect.stringContaining("maxmemory") };
    await expect(store.set("a", "new")).rejects.toMatchObject(refusal);
    const batch = store.batch?.([
      { type: "set", key: "b", value: 1 },
      { type: "delete", key: "a" },
    ]);
    await expect(batch).rejects.toMatchObject(refusal);
    expect((await store.get("a"))?.value).toBe("old");
    expect((await store.list("")).keys).toEqual(["a", "big"]);
    expect(await store.delete("big")).toBe(true);
    await store.set("a", "new");
    await left.configSet("maxmemory", "0");
    expect((await store.get("a"))?.value).toBe("new");
  });
});

/** Upstash's client turns every answer that is JSON into its value, deep inside lists too. */
function upstashLike(client: NodeRedisClientLike): UpstashRedisClientLike {
  const revive = (answer: unknown): unknown => {
    if (Array.isArray(answer)) return answer.map(revive);
    try {
      return typeof answer === "string" ? JSON.parse(answer) : answer;
    } catch {
      return answer;
    }
  };
  return {
    get: async (key) => revive(await client.get(key)),
    eval: async (script, keys, parts) => revive(await client.eval(script, { keys, arguments: parts })),
  };
}
