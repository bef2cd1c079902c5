import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { type RedisClientLike, redisStore } from "../../src/store/redis-store.ts";

function failing(message: string): RedisClientLike {
  const fail = async (): Promise<never> => {
    throw new Error(message);
  };
  return { get: fail, eval: fail };
}

it.each(["", "a b", "{a}", "a{b", "a*", "ä", "a\n", "a".repeat(101)])("refuses the prefix %j", (prefix) => {
  expect(() => redisStore({ client: failing(""), prefix })).toThrow(ConfigError);
});

it("has no schema", () => {
  expect(redisStore({ client: failing("") }).schema()).toBe("");
});

describe("commands by the convention of each client", () => {
  const parts = ["1000", "a", "-", expect.stringMatching(/^\S+ \n1$/), "", ""];
  const keys = ["{p}:keys", "{p}:expiries", "{p}:value:a"];
  const script = expect.stringContaining("redis.call('SET'");
  const sent = async (client: (log: unknown[][]) => RedisClientLike): Promise<unknown[][]> => {
    const log: unknown[][] = [];
    const store = redisStore({ client: client(log), prefix: "p", now: () => 1000 });
    await store.set("a", 1, { ifVersion: null });
    return log;
  };
  const get = async (): Promise<null> => null;

  it("node-redis", async () => {
    const log = await sent((seen) => ({
      get,
      sendCommand: async () => undefined,
      eval: async (...all: unknown[]) => seen.push(all) && [-1, 0],
    }));
    expect(log).toEqual([[script, { keys, arguments: parts }]]);
  });

  it("ioredis", async () => {
    const log = await sent((seen) => ({ get, call: async (...all: unknown[]) => seen.push(all) && [-1, 0] }));
    expect(log).toEqual([["EVAL", script, 3, ...keys, ...parts]]);
  });

  it("Upstash", async () => {
    const log = await sent((seen) => ({ get, eval: async (...all: unknown[]) => seen.push(all) && [-1, 0] }));
    expect(log).toEqual([[script, keys, parts]]);
  });
});

describe("errors", () => {
  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'.", "STORE_QUOTA"],
    ["ERR Error running script: @user_script:31: OOM command not allowed", "STORE_QUOTA"],
    ["ERR max request size exceeded. Limit: 1048576 bytes", "STORE_TOO_LARGE"],
    ["READONLY You can't write against a read only replica.", "STORE_UNAVAILABLE"],
    ["The client is closed", "STORE_UNAVAILABLE"],
    ["connect ECONNREFUSED 127.0.0.1:6379", "STORE_UNAVAILABLE"],
    ["Socket closed unexpectedly", "STORE_TIMEOUT"],
    ["read ECONNRESET", "STORE_TIMEOUT"],
  ])("%s is %s for a write", async (message, code) => {
    const store = redisStore({ client: failing(message) });
    await expect(store.set("a", 1)).rejects.toMatchObject({
      name: "StoreError",
      code,
      store: "redis",
      key: "a",
    });
    const forReads = code === "STORE_TIMEOUT" ? "STORE_UNAVAILABLE" : code;
    await expect(store.get("a")).rejects.toMatchObject({ code: forReads });
    await expect(store.list("a")).rejects.toMatchObject({ code: forReads });
  });

  it("tell a client that was never connected to connect", async () => {
    const store = redisStore({ client: failing("The client is closed") });
    await expect(store.get("a")).rejects.toThrow("Connect it first.");
  });

  it("never stand with a value in them, though Upstash puts the command into its messages", async () => {
    const messages = ['ERR no, command was: ["EVAL","a secret"]', "broken, command was: a secret"];
    for (const message of messages) {
      const store = redisStore({ client: failing(message) });
      const error = await store.set("a", "a secret").catch((cause: unknown) => cause);
      expect(String(error)).not.toContain("a secret");
      expect(JSON.stringify(error)).not.toContain("a secret");
    }
  });
});
