import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { type KVNamespaceLike, kvStore } from "../../../runtimes/workers/index.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";

const cases = storeConformance({
  open: (options) => kvStore(env.TEST_KV, { prefix: "conformance:", coalesceMs: 0, ...options }),
  damages: {
    "a value of another program": (key) => env.TEST_KV.put(`conformance:${key}`, "1"),
    "metadata of another program": (key) =>
      env.TEST_KV.put(`conformance:${key}`, "1", { metadata: { version: 1 } }),
    "a text that is no JSON": (key) =>
      env.TEST_KV.put(`conformance:${key}`, '{"half', { metadata: { version: "1" } }),
  },
});
for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);

describe("R15: one write of a key a second", { timeout: 30_000 }, () => {
  it("a hundred writes at once become two, the last one wins, and all resolve", async () => {
    const kv = counting(env.TEST_KV);
    const store = kvStore(kv, { prefix: "merged:", coalesceMs: 50 });
    const entries = await Promise.all(Array.from({ length: 100 }, (_, index) => store.set("key", index)));
    expect(kv.puts.map(({ value }) => value)).toEqual(["0", "99"]);
    expect(new Set(entries.map(({ version }) => version)).size).toBe(100);
    expect(await kvStore(env.TEST_KV, { prefix: "merged:" }).get("key")).toEqual(entries.at(-1));
  });

  it("writes one after the other keep their distance, writes of other keys do not wait", async () => {
    const kv = counting(env.TEST_KV);
    const store = kvStore(kv, { prefix: "paced:", coalesceMs: 60 });
    for (let count = 0; count < 4; count += 1) await store.set("one", count);
    const times = kv.puts.map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(50);
    kv.puts.length = 0;
    await Promise.all(["a", "b", "c", "d"].map((key) => store.set(key, 1)));
    expect(kv.puts).toHaveLength(4);
  });

  it("a removal among the writes is merged as they are", async () => {
    const kv = counting(env.TEST_KV);
    const store = kvStore(kv, { prefix: "removed:", coalesceMs: 50 });
    await Promise.all([store.set("key", 1), store.set("key", 2), store.delete("key")]);
    expect(kv.puts).toHaveLength(1);
    expect(await env.TEST_KV.get("removed:key")).toBeNull();
  });

  it("what was set is read at once where it was set, before KV has it and while KV shows what was before", async () => {
    const stale = counting(env.TEST_KV);
    const store = kvStore(stale, { prefix: "own:", coalesceMs: 40 });
    await store.set("key", "first");
    stale.getWithMetadata = async () => ({ value: null, metadata: null });
    const pending = store.set("key", "second");
    expect((await store.get("key"))?.value).toBe("second");
    await pending;
    expect((await store.get("key"))?.value).toBe("second");
    await store.delete("key");
    expect(await store.get("key")).toBeUndefined();
    expect(await store.delete("key")).toBe(false);
  });

  it("a limit that another place reaches is waited for once, then it is STORE_UNAVAILABLE for all in the write", async () => {
    const kv = counting(env.TEST_KV);
    const store = kvStore(kv, { prefix: "limited:", coalesceMs: 250 });
    await store.set("key", "old");
    kv.failures = [new Error("KV PUT failed: 429 Too Many Requests")];
    await store.set("key", "after one more try");
    // Enough for both to try twice: either may be the one that tries again.
    kv.failures = Array.from({ length: 4 }, () => new Error("KV PUT failed: 429 Too Many Requests"));
    const failing = await Promise.allSettled([store.set("key", "never 1"), store.set("key", "never 2")]);
    expect(failing.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(Promise.reject((failing[0] as PromiseRejectedResult).reason)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      retryable: true,
      key: "key",
    });
    expect((await store.get("key"))?.value).toBe("after one more try");
    kv.failures = [];
    await store.set("key", "at last");
    expect((await kvStore(env.TEST_KV, { prefix: "limited:" }).get("key"))?.value).toBe("at last");
  });

  it("a request that ended in the middle of its write holds up nobody for longer than a while", async () => {
    vi.useFakeTimers();
    try {
      const kv = counting(env.TEST_KV);
      const { put } = kv;
      const store = kvStore(kv, { prefix: "ended:" });
      kv.put = () => new Promise(() => undefined);
      const ended = expect(store.set("key", "of a request that ended")).rejects.toMatchObject({
        code: "STORE_TIMEOUT",
      });
      kv.put = put;
      const next = store.set("key", "next");
      await vi.advanceTimersByTimeAsync(11_000);
      await vi.waitFor(() => next);
      expect(await env.TEST_KV.get("ended:key")).toBe('"next"');
      await vi.advanceTimersByTimeAsync(30_000);
      await ended;
    } finally {
      vi.useRealTimers();
    }
  });

  it("compare-and-set is refused with the store to use, never silent", async () => {
    const store = kvStore(env.TEST_KV, { prefix: "compared:" });
    const refusals = [
      store.set("key", 1, { ifVersion: null }),
      store.set("key", 1, { ifVersion: "some" }),
      store.delete("key", { ifVersion: "some" }),
    ];
    for (const refused of refusals) {
      await expect(refused).rejects.toMatchObject({
        code: "STORE_UNSUPPORTED",
        message: expect.stringContaining("durableObjectStore"),
      });
    }
    expect(store.batch).toBeUndefined();
    expect(await env.TEST_KV.get("compared:key")).toBeNull();
  });
});

describe("what is in KV", () => {
  it("expires there too, after a minute at least", async () => {
    const kv = counting(env.TEST_KV);
    const store = kvStore(kv, { prefix: "brief:" });
    await store.set("short", 1, { ttlMs: 10 });
    await store.set("long", 1, { ttlMs: 90_500 });
    await store.set("endless", 1);
    expect(kv.puts.map(({ options }) => options.expirationTtl)).toEqual([60, 91, undefined]);
  });

  it("is the value's text, with the version beside it", async () => {
    const { version } = await kvStore(env.TEST_KV, { prefix: "plain:" }).set("key", { a: [1] });
    const { value, metadata } = await env.TEST_KV.getWithMetadata("plain:key");
    expect([value, metadata]).toEqual(['{"a":[1]}', { version }]);
  });

  it("is held in memory only up to a limit", async () => {
    const kv = counting(env.TEST_KV);
    const store = kvStore(kv, { prefix: "held:" });
    const value = "x".repeat(3_000_000);
    for (const key of ["a", "b", "c", "d"]) await store.set(key, value);
    let asked = 0;
    kv.getWithMetadata = async () => {
      asked += 1;
      return { value: null, metadata: null };
    };
    for (const key of ["a", "b", "c", "d"]) await store.get(key);
    expect(asked).toBe(2);
  });
});

describe("options", () => {
  it("a prefix takes its bytes from the key", async () => {
    const store = kvStore(env.TEST_KV, { prefix: "é".repeat(100) });
    expect(store.traits.maxKeyBytes).toBe(312);
    await store.set("k".repeat(312), 1);
    await expect(store.set("k".repeat(313), 1)).rejects.toMatchObject({
      code: "STORE_INVALID_KEY",
      limit: 312,
    });
  });

  it("the two keys that KV does not take are refused", async () => {
    const store = kvStore(env.TEST_KV);
    for (const key of [".", ".."]) {
      await expect(store.set(key, 1)).rejects.toMatchObject({ code: "STORE_INVALID_KEY", key });
      await expect(store.get(key)).rejects.toMatchObject({ code: "STORE_INVALID_KEY" });
    }
  });

  it.each([{ prefix: "x".repeat(512) }, { prefix: "a\0b" }, { coalesceMs: -1 }, { coalesceMs: Number.NaN }])(
    "that cannot work are refused: %j",
    (options) => {
      expect(() => kvStore(env.TEST_KV, options)).toThrow(
        expect.objectContaining({ code: "INVALID_CONFIG" }),
      );
    },
  );

  it.each([
    ["KV put() limit exceeded for the day.", "STORE_QUOTA"],
    ["Network connection lost.", "STORE_UNAVAILABLE"],
  ])("%s is %s", async (message, code) => {
    const kv = counting(env.TEST_KV);
    kv.failures = [new Error(message)];
    await expect(kvStore(kv, { prefix: "full:" }).set("key", 1)).rejects.toMatchObject({ code, key: "key" });
    expect(kv.puts).toHaveLength(0);
  });
});

type PutOptions = Parameters<KVNamespaceLike["put"]>[2];

/** A namespace that counts its writes, and of which the next ones fail. */
function counting(namespace: KVNamespace): KVNamespaceLike & {
  puts: { value: string; at: number; options: PutOptions }[];
  failures: Error[];
} {
  const whole: KVNamespaceLike = namespace;
  const kv: ReturnType<typeof counting> = {
    puts: [],
    failures: [],
    getWithMetadata: whole.getWithMetadata.bind(namespace),
    async put(key, value, options) {
      const failure = kv.failures.shift();
      if (failure) throw failure;
      kv.puts.push({ value, at: Date.now(), options });
      await whole.put(key, value, options);
    },
    delete: (key) => whole.delete(key),
    list: (options) => whole.list(options),
  };
  return kv;
}
