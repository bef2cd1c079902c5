import { afterEach, describe, expect, test } from "vitest";
import { config } from "../../src/core/config.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { pins } from "../../src/store/pins.ts";
import { damagedStore, keysIn, plainStore } from "./damaged-store.ts";

afterEach(() => void config({ logger: undefined }));

describe.each([
  ["a store", () => pins(memoryStore())],
  ["a store without compare-and-set", () => pins(plainStore())],
])("pins in %s", (_, open) => {
  test("the first value of a key stays until it is replaced or removed", async () => {
    const decisions = open();
    expect(await decisions.get("key")).toBeUndefined();
    const first = await decisions.set("key", { text: "one" });
    expect(first).toMatchObject({
      key: "key",
      value: { text: "one" },
      pinnedAt: expect.stringMatching(/T.*Z$/),
    });
    expect(await decisions.set("key", { text: "two" })).toEqual(first);
    expect(await decisions.get("key")).toEqual(first);
    expect((await decisions.set("key", { text: "three" }, { replace: true })).value).toEqual({
      text: "three",
    });
    expect((await decisions.get("key"))?.value).toEqual({ text: "three" });
    expect(await decisions.delete("key")).toBe(true);
    expect(await decisions.delete("key")).toBe(false);
    expect((await decisions.set("key", null)).value).toBeNull();
    expect((await decisions.set("key", "late")).value).toBeNull();
  });

  test("keys may hold anything and have any length", async () => {
    const decisions = open();
    const keys = ["a", "a/b", "é🙂", "x".repeat(5000), `${"x".repeat(5000)}y`];
    for (const key of keys) await decisions.set(key, key.length);
    for (const key of keys) expect((await decisions.get(key))?.value).toBe(key.length);
    expect((await decisions.list()).toSorted()).toEqual(keys.toSorted());
    expect((await decisions.list("a")).toSorted()).toEqual(["a", "a/b"]);
  });
});

test("an object with get and set will do", async () => {
  const map = new Map<string, string>();
  await pins(map).set("key", "kept");
  expect((await pins(map).get("key"))?.value).toBe("kept");
  expect((await pins(map).set("key", "late")).value).toBe("kept");
});

test("of many that pin at once one wins, and all get its value", async () => {
  const store = memoryStore();
  for (let round = 0; round < 50; round += 1) {
    const pinned = await Promise.all([1, 2, 3].map((who) => pins(store).set(`key ${round}`, who)));
    const held = await pins(store).get(`key ${round}`);
    expect(pinned).toEqual([held, held, held]);
  }
});

test("R23: a damaged pin counts as absent, with a warning, and is pinned anew", async () => {
  const warnings: string[] = [];
  config({ logger: { warn: (_module, action) => warnings.push(action) } });
  const { store, damaged } = damagedStore();
  const decisions = pins(store);
  await decisions.set("key", 1);
  await decisions.set("other", 1);
  const [key = "", other = ""] = await keysIn(store);
  damaged.add(key);
  await store.set(other, "foreign");
  for (const name of ["key", "other"]) {
    expect(await decisions.get(name)).toBeUndefined();
    expect((await decisions.set(name, 2)).value).toBe(2);
    expect((await decisions.set(name, 3)).value).toBe(2);
  }
  expect(warnings).toEqual(Array(4).fill("pin.skipped"));
});

test("a store that fails is not taken for one without pins", async () => {
  const decisions = pins({ get: () => Promise.reject(new Error("offline")), set: () => undefined });
  await expect(decisions.get("key")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await expect(decisions.set("key", 1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("rows that are none of its own are not listed", async () => {
  const store = memoryStore();
  const decisions = pins(store);
  await decisions.set("a/b", 1);
  for (const key of ["pin/a/b", "pin/%61", "pin/%2f", "pin/a b", "pin/%", "pin/=x"]) await store.set(key, 1);
  expect(await decisions.list()).toEqual(["a/b"]);
});

test("undefined is refused, and nothing is pinned", async () => {
  const store = memoryStore();
  const written = Reflect.apply(pins(store).set, undefined, ["key", undefined]);
  await expect(written).rejects.toMatchObject({ code: "STORE_INVALID_VALUE" });
  expect(await keysIn(store)).toEqual([]);
});
