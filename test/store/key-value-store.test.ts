import { describe, expect, test } from "vitest";
import { storeFrom } from "../../src/store/key-value-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";
import { listing } from "./damaged-store.ts";

describe("a store of an object with get, set, delete and list", () => {
  const map = new Map<string, string>();
  const open = (options: object) => storeFrom(listing(map), options);
  for (const { name, run, timeoutMs } of storeConformance({ open })) {
    test(name, run, timeoutMs);
  }
});

test("needs no more than get and set, which may be asynchronous", async () => {
  const map = new Map<string, string>();
  const store = storeFrom({
    get: async (key) => map.get(key) ?? null,
    set: async (key, value) => void map.set(key, value),
  });
  expect(await store.get("key")).toBeUndefined();
  const { version } = await store.set("key", { a: [1, "é"] });
  expect(await store.get("key")).toEqual({ value: { a: [1, "é"] }, version });
  expect(await store.delete("key")).toBe(true);
  expect(await store.get("key")).toBeUndefined();
  expect(await store.delete("key")).toBe(false);
  expect(map.get("key")).not.toContain("é");
  await expect(store.list("")).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
  await expect(store.set("key", 1, { ifVersion: null })).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
  await expect(store.delete("key", { ifVersion: "a" })).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
  expect(await store.get("key")).toBeUndefined();
  expect(store.batch).toBeUndefined();
});

test("a method named remove removes, and methods keep their object", async () => {
  class Client {
    readonly values = new Map<string, unknown>();
    get(key: string): unknown {
      return this.values.get(key);
    }
    set(key: string, value: string): void {
      this.values.set(key, value);
    }
    remove(key: string): void {
      this.values.delete(key);
    }
  }
  const client = new Client();
  const store = storeFrom(client);
  await store.set("key", 1);
  expect(await store.delete("key")).toBe(true);
  expect(client.values.size).toBe(0);
});

test.each([
  ["an object as itself", { a: 1 }, { a: 1 }],
  ["a text as the JSON that it holds", `{"a":1}`, { a: 1 }],
  ["another text as a text", "Hello {{name}}", "Hello {{name}}"],
  ["a number as itself", 7, 7],
  ["an entry of another store's as an object", { "~version": "v", value: [1] }, [1]],
])("reads what others wrote: %s", async (_, found, value) => {
  const store = storeFrom({ get: () => found, set: () => undefined });
  expect((await store.get("key"))?.value).toEqual(value);
});

test("what is not JSON is STORE_CORRUPT, and can be overwritten and deleted", async () => {
  const map = new Map<string, unknown>([
    ["date", new Date(0)],
    ["other", 1n],
  ]);
  const store = storeFrom(map);
  await expect(store.get("date")).rejects.toMatchObject({ code: "STORE_CORRUPT", key: "date" });
  await store.set("date", 1);
  expect((await store.get("date"))?.value).toBe(1);
  expect(await store.delete("other")).toBe(true);
  expect(await store.get("other")).toBeUndefined();
});

test("a failing object is STORE_UNAVAILABLE", async () => {
  const store = storeFrom({
    get() {
      throw new Error("offline");
    },
    set: () => Promise.reject(new Error("offline")),
  });
  await expect(store.get("key")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await expect(store.set("key", 1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("a store is returned as it is", () => {
  const store = memoryStore();
  expect(storeFrom(store)).toBe(store);
});
