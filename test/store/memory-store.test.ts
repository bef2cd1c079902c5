import { expect, it } from "vitest";
import { StoreConflictError } from "../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";

for (const { name, run, timeoutMs } of storeConformance({ open: memoryStore, isShared: false })) {
  it(name, run, timeoutMs);
}

it("tells a lost race by its class and its key", async () => {
  const store = memoryStore();
  await store.set("key", 1);
  const lost = store.set("key", 2, { ifVersion: null });
  await expect(lost).rejects.toBeInstanceOf(StoreConflictError);
  await expect(lost).rejects.toMatchObject({ code: "STORE_CONFLICT", key: "key", store: "memory" });
});

it("holds a state of its own in every store", async () => {
  const [left, right] = [memoryStore(), memoryStore()];
  await left.set("key", 1);
  expect(await right.get("key")).toBeUndefined();
});
