import { expect, it } from "vitest";
import { StoreConflictError } from "../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../src/store/memory-store.ts";

it("keeps a value under a new version at every write", async () => {
  const store = memoryStore();
  const first = await store.set("key", { a: 1 });
  const second = await store.set("key", { a: 2 }, { ifVersion: first.version });
  expect(second.version).not.toBe(first.version);
  expect(await store.get("key")).toEqual({ value: { a: 2 }, version: second.version });
  await expect(store.set("key", 3, { ifVersion: first.version })).rejects.toBeInstanceOf(StoreConflictError);
  await expect(store.set("key", 3, { ifVersion: null })).rejects.toMatchObject({
    code: "STORE_CONFLICT",
    key: "key",
  });
});
