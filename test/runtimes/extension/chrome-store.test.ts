import { afterEach, describe, expect, it } from "vitest";
import { type ChromeStoreOptions, chromeStore } from "../../../runtimes/extension/index.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";
import { fakeLocks, fakeStorageArea } from "./fake-storage-area.ts";

// What a storage area of Chrome's is like is proven in Chrome itself: chrome-store.node.test.ts.

describe("chromeStore keeps the rules of stores on any area", () => {
  const area = fakeStorageArea();
  const locks = fakeLocks();
  const cases = storeConformance({
    open: (options) => chromeStore({ ...options, area, locks }),
    largestValueBytes: 1_000_000,
    schedules: 200,
    rows: () => area.items.size,
    crashAfter(writes, options) {
      const crashing = fakeStorageArea(area.items);
      let calls = 0;
      crashing.beforeWrite = () => {
        calls += 1;
        if (calls > writes) throw new Error("The browser is gone.");
      };
      return chromeStore({ ...options, area: crashing, locks });
    },
    damages: {
      "no object": (key) => void area.items.set(`hedgemage:${key}`, 7),
      "an object of somebody else": (key) =>
        void area.items.set(`hedgemage:${key}`, { text: 1, version: "a" }),
      "no JSON": (key) => void area.items.set(`hedgemage:${key}`, { text: "{", version: "a" }),
    },
  });
  for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);
});

describe("chromeStore without locks, as in a content script", () => {
  const cases = storeConformance({
    open: (options) => chromeStore({ ...options, area: fakeStorageArea(), locks: null }),
    isShared: false,
    largestValueBytes: 100_000,
  });
  for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);

  it("says that it compares nothing, and what to do", async () => {
    const store = chromeStore({ area: fakeStorageArea(), locks: null });
    expect(store.traits).toMatchObject({ atomic: false, durable: true, eventual: false });
    const refused = store.set("a", 1, { ifVersion: null });
    await expect(refused).rejects.toMatchObject({ code: "STORE_UNSUPPORTED", retryable: false });
    await expect(refused).rejects.toThrow("service worker");
  });
});

describe("expiry in chromeStore", () => {
  it("an entry without an end keeps living whose old end was left over by a crash", async () => {
    const { area, store, turn } = bench();
    await store.set("a", "brief", { ttlMs: 1000 });
    area.beforeWrite = (call) => {
      if (call === "remove") throw new Error("The browser is gone.");
    };
    await store.set("a", "for ever");
    area.beforeWrite = () => undefined;
    turn(5000);
    expect((await store.list("")).keys).toEqual(["a"]);
    for (let count = 0; count < 40; count += 1) await store.set("b", count);
    expect((await store.get("a"))?.value).toBe("for ever");
    expect([...area.items.keys()].sort()).toEqual(["hedgemage:a", "hedgemage:b"]);
  });

  it("what a batch removed is gone although the removing call never came, and is swept", async () => {
    const { area, store } = bench();
    await store.set("a", 1);
    await store.set("b", 1);
    area.beforeWrite = (call) => {
      if (call === "remove") throw new Error("The browser is gone.");
    };
    await store.batch?.([
      { type: "set", key: "a", value: 2 },
      { type: "delete", key: "b" },
    ]);
    area.beforeWrite = () => undefined;
    expect(await store.get("b")).toBeUndefined();
    expect((await store.list("")).keys).toEqual(["a"]);
    expect(await store.delete("b")).toBe(false);
    await store.set("b", 3, { ifVersion: null });
    for (let count = 0; count < 40; count += 1) await store.set("a", count);
    expect((await store.get("b"))?.value).toBe(3);
    expect([...area.items.keys()].sort()).toEqual(["hedgemage:a", "hedgemage:b"]);
  });

  it("a writing call is one, however much a batch has", async () => {
    const { area, store } = bench();
    const calls: string[] = [];
    await store.set("first", 1);
    await store.set("gone", 1, { ttlMs: 1000 });
    area.beforeWrite = (call, names) => calls.push(`${call} ${names.length}`);
    await store.batch?.([
      { type: "set", key: "a", value: 1, ttlMs: 5000 },
      { type: "set", key: "b", value: 1 },
      { type: "delete", key: "gone" },
    ]);
    expect(calls).toEqual(["set 5", "remove 2"]);
  });
});

describe("an area that differs", () => {
  it("has no getKeys before Chrome 130", async () => {
    const { getKeys: _none, ...area } = fakeStorageArea();
    const store = chromeStore({ area, locks: fakeLocks() });
    await store.set("b", 1);
    await store.set("a", 1, { ttlMs: 60_000 });
    expect(await store.list("", { limit: 1 })).toEqual({ keys: ["a"], cursor: "a" });
  });

  it("holds items of others and other stores, which are let alone", async () => {
    const { area, store } = bench();
    area.items.set("settings", { theme: "dark" });
    area.items.set("hedgemage:", "no key");
    area.items.set("hedgemage!", "no end");
    area.items.set("hedgemage!b", "no number");
    const other = chromeStore({ area, locks: fakeLocks(), prefix: "other" });
    await store.set("a", 1);
    await other.set("a", 2);
    expect((await store.get("a"))?.value).toBe(1);
    expect((await other.get("a"))?.value).toBe(2);
    expect((await store.list("")).keys).toEqual(["a"]);
    for (let count = 0; count < 40; count += 1) await store.set("a", count);
    expect(area.items.get("settings")).toEqual({ theme: "dark" });
    expect((await other.list("")).keys).toEqual(["a"]);
  });

  it.each(["a:b", "a!"])("a prefix like %s is refused", (prefix) => {
    expect(() => chromeStore({ prefix })).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});

describe("the areas of an extension", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "chrome");
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, "chrome", before);
    else Reflect.deleteProperty(globalThis, "chrome");
  });

  it("sync compares nothing, since other devices write too", async () => {
    extension({ storage: { sync: fakeStorageArea() } });
    const store = chromeStore({ area: "sync", locks: fakeLocks() });
    expect(store.traits).toMatchObject({
      atomic: false,
      durable: true,
      eventual: true,
      maxValueBytes: 7_500,
    });
    await expect(store.set("a", 1, { ifVersion: null })).rejects.toThrow("other devices");
    await store.set("a", 1);
    expect((await store.get("a"))?.value).toBe(1);
  });

  it("session is not durable", () => {
    expect(chromeStore({ area: "session", locks: fakeLocks() }).traits).toMatchObject({
      atomic: true,
      durable: false,
    });
  });

  it.each([undefined, {}, { storage: {} }])(
    "without the permission the error names it: %j",
    async (chrome) => {
      extension(chrome);
      const store = chromeStore();
      expect(store.traits.atomic).toBe(false);
      for (const use of [store.get("a"), store.set("a", 1), store.list("")]) {
        await expect(use).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: false });
      }
      await expect(store.get("a")).rejects.toThrow('the permission "storage"');
    },
  );

  it("an incognito window and a content script have locks of their own, so nothing is compared there", () => {
    const getURL = (): string => globalThis.location?.href ?? "chrome-extension://id/";
    extension({ runtime: { getURL: () => "chrome-extension://somebody-else/" } });
    expect(chromeStore().traits.atomic).toBe(false);
    extension({ runtime: { getURL }, extension: { inIncognitoContext: true } });
    expect(chromeStore().traits.atomic).toBe(false);
  });

  function extension(chrome: unknown): void {
    Object.defineProperty(globalThis, "chrome", { value: chrome, configurable: true, writable: true });
  }
});

describe("what an area says when it fails", () => {
  it.each([
    ["QUOTA_BYTES_PER_ITEM quota exceeded", "STORE_TOO_LARGE", false],
    ["Resource::kQuotaBytesPerItem quota exceeded", "STORE_TOO_LARGE", false],
    ["QUOTA_BYTES quota exceeded", "STORE_QUOTA", false],
    ["Resource::kQuotaBytes quota exceeded", "STORE_QUOTA", false],
    ["Session storage quota bytes exceeded. Values were not stored.", "STORE_QUOTA", false],
    ["Resource::kMaxItems quota exceeded", "STORE_QUOTA", false],
    ["This request exceeds the MAX_WRITE_OPERATIONS_PER_MINUTE quota.", "STORE_QUOTA", false],
    ["QuotaExceededError: storage.sync API call exceeded its quota limitations.", "STORE_QUOTA", false],
    ["IO error: MANIFEST: No space left on device", "STORE_QUOTA", false],
    ["Extension context invalidated.", "STORE_UNAVAILABLE", false],
    ["Access to storage is not allowed from this context.", "STORE_UNAVAILABLE", false],
    ["An unexpected error occurred", "STORE_UNAVAILABLE", true],
  ])("%s", async (message, code, retryable) => {
    const { area, store } = bench();
    await store.set("a", "old");
    area.beforeWrite = () => {
      throw new Error(message);
    };
    const failed = store.set("a", "new");
    await expect(failed).rejects.toMatchObject({ code, retryable, store: "chrome", key: "a" });
    area.beforeWrite = () => undefined;
    expect((await store.get("a"))?.value).toBe("old");
  });
});

function bench(options: ChromeStoreOptions = {}): {
  readonly area: ReturnType<typeof fakeStorageArea>;
  readonly store: Store;
  turn(milliseconds: number): void;
} {
  const area = fakeStorageArea();
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const store = chromeStore({ area, locks: fakeLocks(), now, ...options });
  return {
    area,
    store,
    turn(milliseconds) {
      ahead += milliseconds;
    },
  };
}
