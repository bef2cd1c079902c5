import { afterEach, describe, expect, test } from "vitest";
import type { CheckpointRecord } from "../../src/contracts/checkpoint.ts";
import { config } from "../../src/core/config.ts";
import { from, memory, pg, redis } from "../../src/store/checkpoint.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { damagedStore, keysIn, plainStore } from "./damaged-store.ts";

afterEach(() => void config({ logger: undefined }));

describe.each([
  ["memory", () => memory()],
  ["a store without compare-and-set", () => from(plainStore())],
])("checkpoints in %s", (_, open) => {
  test("the highest turn is live, in whatever order turns were saved", async () => {
    const sessions = open();
    expect(await sessions.load("support", "one")).toBeUndefined();
    for (const turn of [0, 9, 10, 2, 100]) await sessions.save(checkpoint("one", turn));
    expect(await sessions.load("support", "one")).toEqual(checkpoint("one", 100));
    expect(await sessions.load("support", "on")).toBeUndefined();
    expect(await sessions.load("sup", "one")).toBeUndefined();
  });

  test("R23: a turn is saved once; the first one stays", async () => {
    const sessions = open();
    await sessions.save(checkpoint("one", 0, "mine"));
    const again = sessions.save(checkpoint("one", 0, "theirs"));
    await expect(again).rejects.toMatchObject({ name: "StoreConflictError", code: "STORE_CONFLICT" });
    expect((await sessions.load("support", "one"))?.state).toBe("mine");
  });

  test("names and ids never touch each other, whatever they hold", async () => {
    const sessions = open();
    const long = "x".repeat(200);
    const ids = ["a", "a/b", "a%2Fb", "b", "é🙂 م", "=", "..", long, `${long}y`, "🙂".repeat(40)];
    for (const [turn, id] of ids.entries()) await sessions.save(checkpoint(id, turn));
    await sessions.save({ ...checkpoint("b", 50), orchestrator_name: "support/a" });
    await sessions.save({ ...checkpoint("b", 51), orchestrator_name: long });
    for (const [turn, id] of ids.entries()) {
      expect((await sessions.load("support", id))?.turn_index).toBe(turn);
    }
    expect((await sessions.list("support")).toSorted()).toEqual(ids.toSorted());
    expect(await sessions.list(long)).toEqual(["b"]);
    expect((await sessions.list("support", "a")).toSorted()).toEqual(["a", "a%2Fb", "a/b"]);
    expect((await sessions.list("support", "xx")).toSorted()).toEqual([long, `${long}y`]);
    expect(await sessions.list("support", `${long}y`)).toEqual([`${long}y`]);
    expect(await sessions.list("support", "nobody")).toEqual([]);
    await sessions.delete("support", "a");
    expect(await sessions.load("support", "a")).toBeUndefined();
    expect((await sessions.load("support", "a/b"))?.turn_index).toBe(1);
  });

  test("prune keeps the newest turns, and no other session loses one", async () => {
    const sessions = open();
    for (let turn = 0; turn < 7; turn += 1) await sessions.save(checkpoint("one", turn));
    await sessions.save(checkpoint("one more", 0));
    expect(await sessions.prune("support", "one", Number.POSITIVE_INFINITY)).toBe(0);
    expect(await sessions.prune("support", "one", 3)).toBe(4);
    expect(await sessions.prune("support", "one", 3)).toBe(0);
    expect((await sessions.load("support", "one"))?.turn_index).toBe(6);
    await sessions.save(checkpoint("one", 3)); // its place is free again
    expect((await sessions.load("support", "one more"))?.turn_index).toBe(0);
    await expect(sessions.prune("support", "one", 0)).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    await expect(sessions.prune("support", "one", Number.NaN)).rejects.toMatchObject({
      code: "INVALID_CONFIG",
    });
  });

  test("what is no checkpoint is refused, and nothing is written", async () => {
    const sessions = open();
    const good = checkpoint("one", 0);
    const bad: unknown[] = [
      { ...good, turn_index: -1 },
      { ...good, turn_index: 1.5 },
      { ...good, turn_index: 1e15 },
      { ...good, version: undefined },
      { ...good, last_route: [1] },
      { ...good, state: { when: new Date(0) } },
    ];
    for (const record of bad) {
      const saved = sessions.save(record as CheckpointRecord);
      await expect(saved).rejects.toMatchObject({ code: "STORE_INVALID_VALUE" });
    }
    for (const id of ["", "\ud800"]) {
      await expect(sessions.save(checkpoint(id, 0))).rejects.toMatchObject({ code: "STORE_INVALID_KEY" });
    }
    expect(await sessions.list("support")).toEqual([]);
  });

  test("has no table", () => {
    expect(open().schema()).toBe("");
  });
});

test("R23: of two writers of one turn exactly one wins, and both read its state", async () => {
  const store = memoryStore();
  const writers = [from(store), from(store)];
  for (let turn = 0; turn < 20; turn += 1) {
    const saved = await Promise.allSettled(
      writers.map((writer, who) => writer.save(checkpoint("one", turn, who))),
    );
    expect(saved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = saved.findIndex(({ status }) => status === "fulfilled");
    for (const writer of writers) expect((await writer.load("support", "one"))?.state).toBe(winner);
  }
});

test("the newest turn of a long session is found with one short page and one read", async () => {
  const store = memoryStore();
  const asked: unknown[] = [];
  const sessions = from({
    ...store,
    get(key) {
      asked.push("get");
      return store.get(key);
    },
    list(prefix, options) {
      asked.push(options?.limit);
      return store.list(prefix, options);
    },
  });
  for (let turn = 0; turn < 50; turn += 1) await sessions.save(checkpoint("one", turn));
  asked.length = 0;
  expect((await sessions.load("support", "one"))?.turn_index).toBe(49);
  expect(asked).toEqual([4, "get"]);
});

describe("R23: a bad row never stops start-up", () => {
  const foreign = {
    damage: "foreign",
    spoil: (store: ReturnType<typeof damagedStore>, key: string) =>
      store.store.set(key, { some: "thing else" }),
  };
  const unreadable = {
    damage: "unreadable",
    spoil: (store: ReturnType<typeof damagedStore>, key: string) => store.damaged.add(key),
  };

  test.each([foreign, unreadable])(
    "a row that is $damage is passed over with a warning",
    async ({ spoil }) => {
      const warnings: string[] = [];
      config({ logger: { warn: (module, action) => warnings.push(`${module} ${action}`) } });
      const place = damagedStore();
      const sessions = from(place.store);
      for (let turn = 0; turn < 6; turn += 1) await sessions.save(checkpoint("one", turn));
      await sessions.save(checkpoint("two", 0));
      const [newest = "", second = ""] = await keysIn(place.store);
      await spoil(place, newest);
      await spoil(place, second);
      expect((await sessions.load("support", "one"))?.turn_index).toBe(3);
      expect(warnings).toEqual(Array(2).fill("ai.store.memory checkpoint.skipped"));
      expect(await sessions.list("support")).toEqual(["one", "two"]);
      expect((await sessions.load("support", "two"))?.turn_index).toBe(0);
    },
  );

  test.each([foreign, unreadable])("the session goes on beside a row that is $damage", async ({ spoil }) => {
    const place = damagedStore();
    const writers = [from(place.store), from(place.store)] as const;
    for (let turn = 0; turn < 3; turn += 1) await writers[0].save(checkpoint("one", turn));
    const [newest = ""] = await keysIn(place.store);
    await spoil(place, newest);
    const saved = await Promise.allSettled(
      writers.map((writer, who) => writer.save(checkpoint("one", 2, who))),
    );
    expect(saved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await writers[0].load("support", "one"))?.turn_index).toBe(2);
    await writers[0].save(checkpoint("one", 3));
    expect((await writers[1].load("support", "one"))?.turn_index).toBe(3);
    // A turn and its repaired twin are one turn.
    await writers[0].prune("support", "one", 2);
    expect(await keysIn(place.store)).toHaveLength(3);
    await writers[0].delete("support", "one");
    expect(await keysIn(place.store)).toEqual([]);
  });

  test("a store that does not answer is not taken for one without sessions", async () => {
    const store = memoryStore();
    const sessions = from({ ...store, list: () => Promise.reject(new Error("offline")) });
    await expect(sessions.load("support", "one")).rejects.toThrow("offline");
  });

  test("a row of another session under a key, as a careless copy makes it, is none of this one's", async () => {
    const store = memoryStore();
    const sessions = from(store);
    await sessions.save(checkpoint("one", 0));
    const [key = ""] = await keysIn(store);
    await store.set(key, checkpoint("two", 0, "secret"));
    expect(await sessions.load("support", "one")).toBeUndefined();
  });
});

describe("options", () => {
  test("ttl is in seconds", async () => {
    let now = 1_000_000;
    const sessions = from(memoryStore({ now: () => now }), { ttl: 60 });
    await sessions.save(checkpoint("one", 0));
    now += 59_999;
    expect((await sessions.load("support", "one"))?.turn_index).toBe(0);
    now += 1;
    expect(await sessions.load("support", "one")).toBeUndefined();
    expect(await sessions.list("support")).toEqual([]);
    await sessions.save(checkpoint("one", 0));
  });

  test("a prefix keeps two kinds of sessions in one store apart", async () => {
    const store = memoryStore();
    const [first, second] = [from(store), from(store, { prefix: "tenant:a" })];
    await first.save(checkpoint("one", 0));
    expect(await second.load("support", "one")).toBeUndefined();
    expect(await second.list("support")).toEqual([]);
  });

  test.each([
    { prefix: "" },
    { prefix: "a/b" },
    { prefix: "1a" },
    { prefix: "a".repeat(65) },
    { ttl: 0 },
    { ttl: Number.NaN },
  ])("%j is refused at construction", (options) => {
    expect(() => memory(options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });

  test("a ttl is refused where the store lets nothing expire", () => {
    const store = memoryStore();
    const keeping = { ...store, traits: { ...store.traits, ttl: false } };
    expect(() => from(keeping, { ttl: 1 })).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });

  test("pg and redis have their own names, refuse unsafe ones, and tell their schema", () => {
    const client = { query: async () => ({ rows: [] }) };
    expect(pg({ client }).schema()).toContain("hedgemage_orchestrator_sessions");
    expect(pg({ client, table: "mine", ttl: 60 }).schema()).toContain("mine");
    expect(() => pg({ client, table: "a; drop table b" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
    const cache = { get: async () => null, call: async () => null };
    expect(redis({ client: cache }).schema()).toBe("");
    expect(() => redis({ client: cache, prefix: "a{b}" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });
});

function checkpoint(session_id: string, turn_index: number, state: string | number = "state") {
  return {
    orchestrator_name: "support",
    session_id,
    turn_index,
    state,
    last_route: ["billing", "refunds"],
    signature: "f00d",
    version: null,
    summarized_through: null,
    lock_acquired_at: null,
    lock_expires_at: null,
    saved_at: "2026-01-01T00:00:00.000Z",
  };
}
