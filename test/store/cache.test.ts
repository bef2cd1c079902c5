import { afterEach, describe, expect, test } from "vitest";
import type { Json } from "../../src/contracts/message.ts";
import { config } from "../../src/core/config.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { cache } from "../../src/store/cache.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { damagedStore, keysIn, plainStore } from "./damaged-store.ts";

afterEach(() => void config({ logger: undefined }));

describe.each([
  ["a store", () => cache(memoryStore())],
  ["a plain object", () => cache(new Map<string, string>())],
])("a cache in %s", (_, open) => {
  test("keeps, forgets and replaces values", async () => {
    const answers = open();
    const long = "question ".repeat(1000);
    expect(await answers.get(long)).toBeUndefined();
    expect(await answers.set(long, { a: [1, null] })).toEqual({ stored: true });
    expect(await answers.get(long)).toEqual({ a: [1, null] });
    await answers.set(long, null);
    expect(await answers.get(long)).toBeNull();
    expect(await answers.delete(long)).toBe(true);
    expect(await answers.delete(long)).toBe(false);
    expect(await answers.get(long)).toBeUndefined();
  });
});

describe("remember", () => {
  test("makes a value once, also for many that ask at once, each with a copy of its own", async () => {
    const answers = cache<string[]>(memoryStore());
    let made = 0;
    const make = async () => {
      made += 1;
      return ["made"];
    };
    const all = await Promise.all([1, 2, 3].map(() => answers.remember("key", make)));
    all[0]?.push("changed");
    expect(all.slice(1)).toEqual([["made"], ["made"]]);
    expect(await answers.remember("key", make)).toEqual(["made"]);
    expect(made).toBe(1);
  });

  test("rejects as the making does, which is tried again next time", async () => {
    const answers = cache(memoryStore());
    const failing = () => Promise.reject(new Error("busy"));
    const both = await Promise.allSettled([
      answers.remember("key", failing),
      answers.remember("key", () => "not asked"),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await answers.remember("key", () => "made")).toBe("made");
  });

  test.each([
    ["removed", "after", undefined],
    ["replaced", "newer", "newer"],
  ])("a value that was %s while it was made is not kept", async (what, next, kept) => {
    const answers = cache<string>(memoryStore());
    const gate = Promise.withResolvers<string>();
    const old = answers.remember("key", () => gate.promise);
    if (what === "removed") await answers.delete("key");
    else await answers.set("key", "newer");
    gate.resolve("old");
    expect(await old).toBe("old");
    expect(await answers.get("key")).toBe(kept);
    expect(await answers.remember("key", () => "after")).toBe(next);
  });
});

describe("R23: a store that fails never breaks the caller", () => {
  test("a full store is told as data", async () => {
    const store = memoryStore();
    const quota = new StoreError("STORE_QUOTA", "Full.", { store: "memory" });
    const answers = cache({ ...store, set: () => Promise.reject(quota) });
    expect(await answers.set("key", 1)).toEqual({ stored: false, error: quota });
    expect(await answers.remember("key", () => 2)).toBe(2);
  });

  test("a store that throws anything, and a value that is not JSON, are told as data too", async () => {
    const broken = () => Promise.reject("gone");
    const answers = cache({ ...memoryStore(), get: broken, set: broken });
    expect(await answers.get("key")).toBeUndefined();
    expect(await answers.set("key", 1)).toMatchObject({
      stored: false,
      error: { code: "STORE_UNAVAILABLE" },
    });
    expect(await answers.remember("key", () => "made")).toBe("made");
    const odd = await cache(memoryStore()).set("key", new Date(0) as unknown as Json);
    expect(odd).toMatchObject({ stored: false, error: { code: "STORE_INVALID_VALUE" } });
  });

  test("a damaged, foreign or outdated entry is a miss, with a warning, and is replaced", async () => {
    const warnings: string[] = [];
    config({ logger: { warn: (_module, action) => warnings.push(action) } });
    const { store, damaged } = damagedStore();
    const accepts = (value: Json): value is string => typeof value === "string";
    const answers = cache<string>(store, { accepts });
    for (const key of ["a", "b", "c"]) await answers.set(key, "good");
    damaged.add("cache/a");
    await store.set("cache/b", [1]);
    await store.set("cache/c", { value: 7 });
    for (const key of ["a", "b", "c"]) {
      expect(await answers.get(key)).toBeUndefined();
      expect(await answers.remember(key, () => "new")).toBe("new");
      expect(await answers.get(key)).toBe("new");
    }
    expect(warnings).toEqual(Array(6).fill("cache.missed"));
  });
});

test.each([
  ["memoryStore", (now: () => number) => memoryStore({ now })],
  [
    "a store that lets nothing expire",
    () => ({ ...memoryStore(), traits: { ...memoryStore().traits, ttl: false } }),
  ],
])("values get old in %s", async (_, open) => {
  let time = 1000;
  const now = () => time;
  const answers = cache(open(now), { ttlMs: 50, now });
  await answers.set("key", 1);
  time = 1049;
  expect(await answers.get("key")).toBe(1);
  time = 1050;
  expect(await answers.get("key")).toBeUndefined();
});

describe("maxEntries", () => {
  test("what was not used for longest goes first, what another process left before all", async () => {
    const store = memoryStore();
    for (const key of ["old 1", "old 2", "old 3"]) await cache(store).set(key, 0);
    await store.set("cached/by-another-cache", 0);
    const answers = cache(store, { maxEntries: 3 });
    await answers.get("old 1");
    await answers.set("new 1", 1);
    expect(await keysIn(store)).toEqual([
      "cache/new%201",
      "cache/old%201",
      "cache/old%203",
      "cached/by-another-cache",
    ]);
    await answers.set("new 2", 2);
    await answers.get("old 1");
    await answers.set("new 3", 3);
    expect(await Promise.all(["new 1", "new 2", "new 3", "old 1"].map((key) => answers.get(key)))).toEqual([
      undefined,
      2,
      3,
      0,
    ]);
  });

  test("bounds what this process wrote where the store lists nothing", async () => {
    const map = new Map<string, string>();
    const answers = cache(map, { maxEntries: 2 });
    for (let key = 0; key < 5; key += 1) {
      expect(await answers.set(`key ${key}`, key)).toEqual({ stored: true });
    }
    expect([...map.keys()]).toEqual(["cache/key%203", "cache/key%204"]);
  });

  test("many writes at once stay within the bound", async () => {
    const store = plainStore();
    const answers = cache(store, { maxEntries: 4 });
    await Promise.all(Array.from({ length: 30 }, (_, key) => answers.set(String(key), key)));
    expect(await keysIn(store)).toHaveLength(4);
  });
});

test.each([{ ttlMs: 0 }, { ttlMs: Number.NaN }, { maxEntries: 0 }, { prefix: "a/b" }])(
  "%j is refused",
  (options) => {
    expect(() => cache(memoryStore(), options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  },
);

test("undefined is made and given, and not kept", async () => {
  const warnings: string[] = [];
  config({ logger: { warn: (_module, action) => warnings.push(action) } });
  const store = memoryStore();
  const values = cache(store);
  const nothing = JSON.parse("[]")[0];
  for (let round = 0; round < 2; round += 1) {
    expect(await values.remember("key", () => nothing)).toBeUndefined();
    expect(await values.set("key", nothing)).toMatchObject({
      stored: false,
      error: { code: "STORE_INVALID_VALUE" },
    });
  }
  expect((await store.list("")).keys).toEqual([]);
  expect(warnings).not.toContain("cache.missed");
});
