import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  durableObjectStore,
  HedgemageStore,
  type ObjectNamespace,
  type ObjectStorage,
} from "../../../runtimes/workers/index.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";
import { damagingStatements } from "./crashing-sql.ts";

const object = "conformance";

const cases = storeConformance({
  open: (options) => durableObjectStore(env.TEST_STORE, { object, ...options }),
  chunkBytes: 500_000,
  rows: async () => Number((await inObject(object, rowsQuery))[0]?.rows),
  damages: Object.fromEntries(
    Object.entries(damagingStatements).map(([name, statement]) => [
      name,
      async (key: string) => {
        await inObject(object, statement.replace(" t ", " hedgemage_entries "), key);
      },
    ]),
  ),
});
for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);

describe("an object", { timeout: 30_000 }, () => {
  it("that is evicted comes back with all that was confirmed", async () => {
    const store = durableObjectStore(env.TEST_STORE, { object: "evicted" });
    const large = "é".repeat(2_000_000);
    const { version } = await store.set("a", large);
    await store.set("b", 1, { ttlMs: 60_000 });
    for (let round = 0; round < 3; round += 1) {
      await evictDurableObject(env.TEST_STORE.getByName("evicted"));
      expect(await store.get("a")).toEqual({ value: large, version });
      expect((await store.list("")).keys).toEqual(["a", "b"]);
    }
    await expect(store.set("a", 2, { ifVersion: null })).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    await store.set("a", 2, { ifVersion: version });
  });

  // workerd itself logs what is cut off as an uncaught exception.
  it("that is aborted while commits are on their way has each of them wholly or not at all", {
    timeout: 60_000,
  }, async () => {
    const store = durableObjectStore(env.TEST_STORE, { object: "aborted" });
    const ends: Record<string, number> = {};
    for (let round = 0; round < 12; round += 1) {
      const batches = Array.from({ length: 4 }, (_, index) => {
        const value = `${round}.${index}`;
        const filler = "x".repeat(index * 400_000);
        const written = store.batch?.([
          { type: "set", key: `${index}/left`, value },
          { type: "set", key: `${index}/middle`, value: value + filler },
          { type: "set", key: `${index}/right`, value },
        ]);
        return written?.then(
          () => value,
          (error: { code: string }) => error.code,
        );
      });
      for (let turn = 0; turn < round * 2; turn += 1) await Promise.resolve();
      if (round % 3 === 2) await Promise.race(batches);
      await abort("aborted");
      for (const [index, end] of (await Promise.all(batches)).entries()) {
        const parts = await Promise.all(
          ["left", "middle", "right"].map(async (part) => (await store.get(`${index}/${part}`))?.value),
        );
        const [left = "none", middle = "none", right = "none"] = parts.map((part) =>
          part === undefined ? undefined : String(part).replaceAll("x", ""),
        );
        expect([middle, right]).toEqual([left, left]);
        const outcome = end === `${round}.${index}` ? "done" : String(end);
        ends[outcome] = (ends[outcome] ?? 0) + 1;
        // What was confirmed is there; what was not may be.
        if (outcome === "done") expect(left).toBe(end);
      }
    }
    // How many an abort cuts off is the machine's affair; that nobody is told anything else is not.
    expect(Object.keys(ends).filter((end) => end !== "done" && end !== "STORE_TIMEOUT")).toEqual([]);
    expect(ends.done).toBeGreaterThan(0);
  });

  it("that was only read has no tables that would be paid for", async () => {
    const store = durableObjectStore(env.TEST_STORE, { object: "empty" });
    expect(await store.get("a")).toBeUndefined();
    expect(await store.list("")).toEqual({ keys: [] });
    const tables = "SELECT name FROM sqlite_master WHERE name LIKE 'hedgemage%'";
    expect(await inObject("empty", tables)).toEqual([]);
  });

  it("whose storage the application empties makes its tables anew", async () => {
    const store = durableObjectStore(env.TEST_STORE, { object: "emptied" });
    await store.set("a", 1);
    await runInDurableObject(env.TEST_STORE.getByName("emptied"), (_, { storage }) => storage.deleteAll());
    expect(await store.get("a")).toBeUndefined();
    await store.set("a", 2);
    expect((await store.get("a"))?.value).toBe(2);
  });

  it("without SQLite is told with what to do", async () => {
    const store = durableObjectStore(env.TEST_STORE_WITHOUT_SQL);
    await expect(store.set("a", 1)).rejects.toMatchObject({
      code: "STORE_UNSUPPORTED",
      message: expect.stringContaining("new_sqlite_classes"),
    });
  });

  it("of another class is told with what to do", async () => {
    const other: ObjectNamespace = {
      getByName: () => ({ fetch: async () => new Response("Hello from another class.") }),
    };
    await expect(durableObjectStore(other).get("a")).rejects.toMatchObject({
      code: "STORE_UNSUPPORTED",
      message: expect.stringContaining("class_name"),
    });
  });

  it("answers nobody else, and R19: speaks over fetch, so that there is no stub to dispose of", async () => {
    for (const body of ["", "{}", "{}\n", '{"do":"drop"}\n', "null\n"]) {
      const response = await env.TEST_STORE.getByName("asked").fetch("https://x/", { method: "POST", body });
      expect(await response.text()).toContain("STORE_UNSUPPORTED");
    }
    let unread = 0;
    const counting: ObjectNamespace = {
      getByName: (name) => ({
        async fetch(url, init) {
          const response = await env.TEST_STORE.getByName(name).fetch(url, init);
          unread += 1;
          return {
            status: response.status,
            text() {
              unread -= 1;
              return response.text();
            },
          };
        },
      }),
    };
    const store = durableObjectStore(counting, { object: "asked" });
    await store.set("a", 1);
    await store.get("a");
    await store.list("");
    await store.set("a", 1, { ifVersion: null }).catch(() => undefined);
    await store.batch?.([{ type: "delete", key: "a" }]);
    expect(unread).toBe(0);
  });
});

describe("an object that fails", { timeout: 30_000 }, () => {
  it.each([
    ["Durable Object reset because its code was updated.", {}],
    ["Network connection lost.", { retryable: true }],
    ["internal error; reference = abc", { retryable: true, durableObjectReset: true }],
  ])("once (%s) is read again, and written once", async (message, fields) => {
    const failing = failingNamespace(Object.assign(new Error(message), fields));
    const store = durableObjectStore(failing, { object: "failing" });
    await durableObjectStore(env.TEST_STORE, { object: "failing" }).set("a", "old");
    failing.failures = 1;
    expect((await store.get("a"))?.value).toBe("old");
    failing.failures = 1;
    expect((await store.list("")).keys).toEqual(["a"]);
    failing.failures = 2;
    await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
    // Nothing was done, but nobody can know: another may have written since.
    failing.failures = 1;
    failing.sent = 0;
    await expect(store.set("a", "new")).rejects.toMatchObject({ code: "STORE_TIMEOUT", retryable: true });
    expect(failing.writes).toBe(1);
    expect((await store.get("a"))?.value).toBe("old");
  });

  it("that did the write and lost the answer has it confirmed, without a second write", async () => {
    const deaf = failingNamespace(new Error("Network connection lost."), "after");
    const store = durableObjectStore(deaf, { object: "deaf" });
    deaf.failures = 1;
    const { version } = await store.set("a", 1, { ifVersion: null });
    expect(await store.get("a")).toEqual({ value: 1, version });
    expect(deaf.writes).toBe(1);
    deaf.failures = 1;
    await expect(store.delete("a")).rejects.toMatchObject({ code: "STORE_TIMEOUT" });
    expect(deaf.writes).toBe(2);
  });

  it("because it is overloaded is left alone", async () => {
    const busy = failingNamespace(
      Object.assign(new Error("Durable Object is overloaded."), { overloaded: true }),
    );
    const store = durableObjectStore(busy, { object: "busy" });
    for (const work of [() => store.get("a"), () => store.set("a", 1), () => store.list("")]) {
      busy.failures = 9;
      busy.sent = 0;
      await expect(work()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
      expect(busy.sent).toBe(1);
    }
  });

  it("because its disk is full says so", async () => {
    const object = new HedgemageStore({ storage: brokenStorage("database or disk is full: SQLITE_FULL") });
    const full: ObjectNamespace = {
      getByName: () => ({ fetch: (url, init) => object.fetch(new Request(url, init)) }),
    };
    await expect(durableObjectStore(full).set("a", 1)).rejects.toMatchObject({
      code: "STORE_QUOTA",
      category: "quota",
      key: "a",
    });
  });
});

describe("entries over several objects", () => {
  const spread = { shard: (key: string) => `session ${key.split("/", 1)[0]}` };

  it("are each in the object of their key", async () => {
    const store = durableObjectStore(env.TEST_STORE, spread);
    await Promise.all(["1/a", "1/b", "2/a"].map((key) => store.set(key, key)));
    expect((await store.get("2/a"))?.value).toBe("2/a");
    const first = durableObjectStore(env.TEST_STORE, { object: "session 1" });
    expect((await first.list("")).keys).toEqual(["1/a", "1/b"]);
    await store.batch?.([
      { type: "delete", key: "1/a" },
      { type: "set", key: "1/c", value: 1 },
    ]);
    expect((await first.list("")).keys).toEqual(["1/b", "1/c"]);
  });

  it("are not changed in one step", async () => {
    const store = durableObjectStore(env.TEST_STORE, spread);
    const batch = store.batch?.([
      { type: "set", key: "3/a", value: 1 },
      { type: "set", key: "4/a", value: 1 },
    ]);
    await expect(batch).rejects.toMatchObject({ code: "STORE_UNSUPPORTED", key: "4/a" });
    expect(await store.get("3/a")).toBeUndefined();
  });

  it("are listed where the prefix tells the object, and not by half", async () => {
    const store = durableObjectStore(env.TEST_STORE, {
      ...spread,
      shardOfPrefix: (prefix) => (prefix.includes("/") ? spread.shard(prefix) : undefined),
    });
    await store.set("5/a", 1);
    expect((await store.list("5/")).keys).toEqual(["5/a"]);
    await expect(store.list("5")).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
    await expect(durableObjectStore(env.TEST_STORE, spread).list("5/")).rejects.toMatchObject({
      message: expect.stringContaining("shardOfPrefix"),
    });
  });
});

it("a batch larger than an object's memory allows is refused", async () => {
  const store = durableObjectStore(env.TEST_STORE, { object: "large" });
  const value = "x".repeat(17_000_000);
  const batch = store.batch?.(["a", "b"].map((key) => ({ type: "set", key, value })));
  await expect(batch).rejects.toMatchObject({ code: "STORE_TOO_LARGE", limit: 33_554_432 });
  expect((await store.list("")).keys).toEqual([]);
});

const rowsQuery =
  "SELECT (SELECT count(*) FROM hedgemage_entries) + (SELECT count(*) FROM hedgemage_entries_parts) AS rows";

function inObject(name: string, query: string, ...values: string[]): Promise<Record<string, unknown>[]> {
  return runInDurableObject(env.TEST_STORE.getByName(name), (_, { storage }) =>
    storage.sql.exec(query, ...values).toArray(),
  );
}

function brokenStorage(message: string): ObjectStorage {
  const fail = (): never => {
    throw new Error(message);
  };
  return { sql: { exec: fail }, transactionSync: (work) => work() };
}

/** Ends an object as a crash does: at once, whatever it is doing. */
async function abort(name: string): Promise<void> {
  const stub = env.TEST_STORE.getByName(name);
  await runInDurableObject(stub, (_, state) => state.abort("a crash of the test")).catch(() => undefined);
}

/** The objects of the tests, of which some calls fail: before the object hears of them, or after it did them. */
function failingNamespace(
  error: Error,
  when: "before" | "after" = "before",
): ObjectNamespace & { failures: number; sent: number; writes: number } {
  const namespace: ReturnType<typeof failingNamespace> = {
    failures: 0,
    sent: 0,
    writes: 0,
    getByName: (name) => ({
      async fetch(url, init) {
        namespace.sent += 1;
        if (init.body.startsWith('{"do":"commit"')) namespace.writes += 1;
        const isFailing = namespace.failures > 0;
        namespace.failures -= 1;
        if (isFailing && when === "before") throw error;
        const response = await env.TEST_STORE.getByName(name).fetch(url, init);
        if (!isFailing) return response;
        await response.text();
        throw error;
      },
    }),
  };
  return namespace;
}
