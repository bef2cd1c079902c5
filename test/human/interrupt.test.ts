import { afterEach, describe, expect, test } from "vitest";
import type { PendingInterrupt } from "../../src/contracts/interrupt.ts";
import { config } from "../../src/core/config.ts";
import { from, memory, pg, redis } from "../../src/human/interrupt.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { damagedStore, keysIn, plainStore } from "../store/damaged-store.ts";

afterEach(() => void config({ logger: undefined }));

describe.each([
  ["memory", () => memory()],
  ["a store without compare-and-set", () => from(plainStore(), { allowEventual: true })],
])("interrupts in %s", (_, open) => {
  test("are saved, loaded, saved anew, listed and deleted", async () => {
    const interrupts = open();
    expect(await interrupts.load("one")).toBeUndefined();
    await interrupts.save(pending("one"));
    await interrupts.save(pending("one", "2026-01-02T00:00:00.000Z"));
    await interrupts.save(pending("two/2"));
    await interrupts.save(pending("o".repeat(300)));
    expect(await interrupts.load("one")).toEqual(pending("one", "2026-01-02T00:00:00.000Z"));
    expect((await interrupts.list()).toSorted()).toEqual(["one", "o".repeat(300), "two/2"].toSorted());
    expect((await interrupts.list("o")).toSorted()).toEqual(["one", "o".repeat(300)].toSorted());
    await interrupts.delete("one");
    await interrupts.delete("one");
    expect(await interrupts.load("one")).toBeUndefined();
    expect(interrupts.schema()).toBe("");
  });

  test("are taken once", async () => {
    const interrupts = open();
    await interrupts.save(pending("one"));
    expect(await interrupts.take("one")).toEqual(pending("one"));
    expect(await interrupts.take("one")).toBeUndefined();
    expect(await interrupts.take("never raised")).toBeUndefined();
    expect(await interrupts.list()).toEqual([]);
  });
});

test("R15: of many that decide at once exactly one gets the interrupt", async () => {
  const store = memoryStore();
  for (let round = 0; round < 50; round += 1) {
    const desks = [from(store), from(store), from(store)];
    await desks[0]?.save(pending("one"));
    const taken = await Promise.all(desks.map((desk) => desk.take("one")));
    expect(taken.filter((interrupt) => interrupt !== undefined)).toEqual([pending("one")]);
  }
});

test("an interrupt that is saved anew while it is taken is taken as it is then", async () => {
  const store = memoryStore();
  const renewed = pending("one", "2026-01-02T00:00:00.000Z");
  let reads = 0;
  const interrupts = from({
    ...store,
    async get(key) {
      const entry = await store.get(key);
      reads += 1;
      if (reads === 1) await from(store).save(renewed);
      return entry;
    },
  });
  await interrupts.save(pending("one"));
  expect(await interrupts.take("one")).toEqual(renewed);
  expect(await keysIn(store)).toEqual([]);
});

test("R15: a store without compare-and-set is refused unless it is asked for by name", () => {
  const refused = expect.objectContaining({
    code: "INVALID_CONFIG",
    message: expect.stringMatching(/durableObjectStore.*allowEventual/),
  });
  expect(() => from(plainStore())).toThrow(refused);
  expect(() => from(plainStore(), { allowEventual: false })).toThrow(refused);
  from(plainStore(), { allowEventual: true });
});

test("R23: a damaged interrupt is an error and not a decided one, stops no listing, and can be replaced", async () => {
  const warnings: string[] = [];
  config({ logger: { warn: (_module, action) => warnings.push(action) } });
  const { store, damaged } = damagedStore();
  const interrupts = from(store);
  const id = "x".repeat(300);
  await interrupts.save(pending(id));
  const [key = ""] = await keysIn(store);
  await interrupts.save(pending("two"));
  damaged.add(key);
  await expect(interrupts.load(id)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  await expect(interrupts.take(id)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  expect(await interrupts.list()).toEqual(["two"]);
  expect(warnings).toEqual(["interrupt.skipped"]);
  await interrupts.save(pending(id));
  expect(await interrupts.take(id)).toEqual(pending(id));
  await store.set("interrupt/three", { status: "approved" });
  await expect(interrupts.load("three")).rejects.toMatchObject({
    code: "STORE_CORRUPT",
    key: "interrupt/three",
  });
  await interrupts.delete("three");
});

test("arguments that are not JSON are refused, and nothing is kept", async () => {
  const interrupts = memory();
  const odd = { ...pending("one"), request: { ...pending("one").request, args: { when: new Date(0) } } };
  await expect(interrupts.save(odd)).rejects.toMatchObject({ code: "STORE_INVALID_VALUE" });
  expect(await interrupts.list()).toEqual([]);
});

test("an interrupt waits for its ttl, in seconds", async () => {
  let now = 0;
  const interrupts = from(memoryStore({ now: () => now }), { ttl: 10 });
  await interrupts.save(pending("one"));
  now = 9_999;
  expect(await interrupts.load("one")).toEqual(pending("one"));
  now = 10_000;
  expect(await interrupts.take("one")).toBeUndefined();
});

test("pg and redis have their own names, and refuse unsafe ones", () => {
  const client = { query: async () => ({ rows: [] }) };
  expect(pg({ client }).schema()).toContain("hedgemage_interrupts");
  expect(() => pg({ client, table: "a b" })).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  const cache = { get: async () => null, call: async () => null };
  expect(redis({ client: cache }).schema()).toBe("");
  expect(() => redis({ client: cache, prefix: "a b" })).toThrow(
    expect.objectContaining({ code: "INVALID_CONFIG" }),
  );
});

function pending(interruptId: string, savedAt = "2026-01-01T00:00:00.000Z"): PendingInterrupt {
  return {
    interruptId,
    request: {
      interruptId,
      toolName: "refund",
      args: { amount: 12, notes: [null, "é🙂"] },
      context: { agentName: "support", tripIndex: 0, originalInput: "Refund order 7", tags: ["money"] },
      requestedAt: "2026-01-01T00:00:00.000Z",
    },
    status: "pending",
    savedAt,
  };
}
