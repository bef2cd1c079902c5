import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { denoKvStore } from "../../../runtimes/deno/index.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";
import { type DenoKvForTests, denoForTests } from "./deno-for-tests.ts";
import { type SpiedSet, spiedKv } from "./spied-kv.ts";

const deno = denoForTests();
const root = ["hedgemage"];
const HOUR_MS = 3_600_000;
let folder = "";
let kv: DenoKvForTests;

beforeAll(async () => {
  folder = await deno.makeTempDir();
  kv = await deno.openKv(`${folder}/store.sqlite`);
});
afterAll(async () => {
  kv.close();
  await deno.remove(folder, { recursive: true });
});

describe("denoKvStore keeps the rules of stores", () => {
  const cases = storeConformance({
    open: (options) => denoKvStore(() => deno.openKv(`${folder}/store.sqlite`), options),
    chunkBytes: 60_000,
    rows: countRows,
    crashAfter(writes, options) {
      let commits = 0;
      const failing = spiedKv(kv, {
        beforeCommit() {
          commits += 1;
          if (commits > writes) throw new Error("The platform has stopped.");
        },
      });
      return denoKvStore(failing, options);
    },
    damages: {
      "no object": async (key) => void (await kv.set([...root, "head", key], 7)),
      "an object of somebody else": async (key) =>
        void (await kv.set([...root, "head", key], { version: 1 })),
      "no JSON": async (key) => {
        const content = new TextEncoder().encode("{");
        await kv.set([...root, "head", key], { version: "a", content });
      },
      "cells that are missing": async (key) => {
        await kv.set([...root, "head", key], { version: "a", content: { id: "gone", count: 3 } });
      },
    },
  });
  for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);
});

describe("a large value of denoKvStore", () => {
  let kv: DenoKvForTests;
  beforeAll(async () => {
    kv = await deno.openKv(`${folder}/large.sqlite`);
  });
  afterAll(() => kv.close());

  it("leaves nothing behind when it is overwritten, deleted or loses its race", async () => {
    const store = denoKvStore(kv);
    const before = await countRows(kv);
    const { version } = await store.set("large", "a".repeat(1_000_000));
    await store.set("large", "b".repeat(500_000), { ifVersion: version });
    await expect(store.set("large", "c".repeat(900_000), { ifVersion: version })).rejects.toMatchObject({
      code: "STORE_CONFLICT",
    });
    await expect(store.set("large", "c".repeat(900_000), { ifVersion: null })).rejects.toMatchObject({
      code: "STORE_CONFLICT",
    });
    expect((await store.get("large"))?.value).toBe("b".repeat(500_000));
    await store.delete("large");
    expect(await countRows(kv)).toBe(before);
  });

  it("is read whole while another connection overwrites it", async () => {
    const [writer, reader] = [denoKvStore(kv), denoKvStore(() => deno.openKv(`${folder}/large.sqlite`))];
    await writer.set("busy", "0".repeat(300_000));
    let isWriting = true;
    const writing = (async () => {
      for (let round = 1; round <= 30; round += 1)
        await writer.set("busy", String(round % 10).repeat(300_000));
      isWriting = false;
    })();
    while (isWriting) {
      const text = String((await reader.get("busy"))?.value);
      expect(text === text.charAt(0).repeat(300_000)).toBe(true);
    }
    await writing;
    await writer.delete("busy");
    await reader.close?.();
  });

  it("is read anew when it is overwritten between its head and its cells", async () => {
    const store = denoKvStore(kv);
    await store.set("overtaken", "a".repeat(200_000));
    let gets = 0;
    const overtaken = spiedKv(kv, {
      async beforeGet() {
        gets += 1;
      },
    });
    const list = overtaken.list.bind(overtaken);
    overtaken.list = async function* (selector, options) {
      if (gets === 1) await store.set("overtaken", "b".repeat(200_000));
      yield* list(selector, options);
    };
    expect((await denoKvStore(overtaken).get("overtaken"))?.value).toBe("b".repeat(200_000));
    expect(gets).toBe(2);
    await store.delete("overtaken");
  });

  it("is written once more where its cells were taken for abandoned", async () => {
    const before = await countRows(kv);
    const sweeper = denoKvStore(kv, { now: () => Date.now() + 2 * HOUR_MS });
    let commits = 0;
    const slow = spiedKv(kv, {
      async beforeCommit() {
        commits += 1;
        // One for the marker and one for the cells: the third would make them reachable.
        if (commits === 3) await sweeper.set("other", "x".repeat(100_000));
      },
    });
    await denoKvStore(slow).set("slow", "s".repeat(200_000));
    expect((await sweeper.get("slow"))?.value).toBe("s".repeat(200_000));
    expect(commits).toBeGreaterThan(5);
    await sweeper.delete("slow");
    await sweeper.delete("other");
    expect(await countRows(kv)).toBe(before);
  });

  it("is not erased when the error of its commit came after the commit", async () => {
    const store = denoKvStore(kv);
    let commits = 0;
    const unlucky = spiedKv(kv, {});
    unlucky.atomic = () => {
      const atomic = kv.atomic();
      const commit = atomic.commit.bind(atomic);
      atomic.commit = async () => {
        const outcome = await commit();
        commits += 1;
        if (commits === 3) throw new Error("The connection was lost.");
        return outcome;
      };
      return atomic;
    };
    const lost = denoKvStore(unlucky).set("kept", "k".repeat(200_000));
    await expect(lost).rejects.toMatchObject({ code: "STORE_TIMEOUT", key: "kept" });
    expect((await store.get("kept"))?.value).toBe("k".repeat(200_000));
    await store.delete("kept");
  });

  it("goes into a batch of 100 with others", async () => {
    const store = denoKvStore(kv);
    const before = await countRows(kv);
    const keys = Array.from({ length: 100 }, (_, index) => `part ${index}`);
    for (const letter of ["a", "b"]) {
      await store.batch?.(keys.map((key) => ({ type: "set", key, value: letter.repeat(20_000) })));
    }
    for (const key of keys) expect((await store.get(key))?.value).toBe("b".repeat(20_000));
    await store.batch?.(keys.map((key) => ({ type: "delete", key })));
    expect(await countRows(kv)).toBe(before);
  });
});

describe("processes on one database file", () => {
  it("a process that is killed between two writes leaves the old value or the new one, and its cells are swept (R16)", async () => {
    const path = `${folder}/killed.sqlite`;
    const database = await deno.openKv(path);
    const store = denoKvStore(database);
    const late = denoKvStore(database, { now: () => Date.now() + 2 * HOUR_MS });
    const found: string[] = [];
    for (let commits = 0; ; commits += 1) {
      await store.set("large", "o".repeat(2_000_000));
      const { success, signal } = await run(path, "die", commits);
      const text = String((await store.get("large"))?.value);
      expect(["o", "n"].map((letter) => letter.repeat(2_000_000)).includes(text)).toBe(true);
      found.push(text.charAt(0));
      if (success) break;
      expect(signal).toBe("SIGKILL");
    }
    expect(found.join("")).toMatch(/^o{4,}n{2,}$/);
    await store.delete("large");
    for (let count = 0; count < 40; count += 1) await late.set("later", count);
    await late.delete("later");
    expect(await countRows(database)).toBe(0);
    database.close();
  }, 60_000);

  it("three processes that raise one counter lose no step", async () => {
    const path = `${folder}/counter.sqlite`;
    const database = await deno.openKv(path);
    const store = denoKvStore(database);
    await store.set("counter", 0);
    const ends = await Promise.all([1, 2, 3].map(() => run(path, "raise", 40)));
    expect(ends.every(({ success }) => success)).toBe(true);
    expect((await store.get("counter"))?.value).toBe(120);
    database.close();
  }, 60_000);
});

describe("the database under denoKvStore", () => {
  it("is told when rows may go, a minute after nobody sees them any more", async () => {
    const sets: SpiedSet[] = [];
    const store = denoKvStore(spiedKv(kv, { beforeCommit: (some) => sets.push(...some) }));
    await store.set("brief", 1, { ttlMs: 5_000 });
    await store.set("brief and large", "x".repeat(100_000), { ttlMs: 5_000 });
    await store.set("for long", 1, { ttlMs: 1e300 });
    const expiring = sets.filter(({ key }) => key.includes("head") || key.includes("chunk"));
    // The two cells stay longer than the row that refers to them, which must not be found without them.
    expect(expiring.map(({ expireIn }) => expireIn)).toEqual([65_000, 125_000, 125_000, 65_000, undefined]);
    for (const key of ["brief", "brief and large", "for long"]) await store.delete(key);
  });

  it("is tried again while it is locked", async () => {
    let refusals = 3;
    const locked = spiedKv(kv, {
      beforeCommit() {
        if (refusals-- > 0) throw new Error("database is locked");
      },
    });
    await denoKvStore(locked).set("locked", 1);
    expect(refusals).toBe(-1);
    await denoKvStore(kv).delete("locked");
  });

  it("says that it was closed, and how to have it opened again", async () => {
    const closed = await deno.openKv(`${folder}/closed.sqlite`);
    const store = denoKvStore(closed);
    await store.set("a", 1);
    closed.close();
    for (const use of [store.get("a"), store.set("a", 2), store.delete("a"), store.list("")]) {
      await expect(use).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: false });
    }
    await expect(store.get("a")).rejects.toThrow("() => Deno.openKv(path)");
  });

  it("is opened again after somebody else closed it", async () => {
    const connections: DenoKvForTests[] = [];
    const store = denoKvStore(async () => {
      const connection = await deno.openKv(`${folder}/again.sqlite`);
      connections.push(connection);
      return connection;
    });
    expect(connections).toHaveLength(0);
    await store.set("a", 1);
    connections[0]?.close();
    expect((await store.get("a"))?.value).toBe(1);
    await store.close?.();
    await store.close?.();
    expect((await store.get("a"))?.value).toBe(1);
    expect(connections).toHaveLength(3);
    await store.close?.();
  });

  it("that cannot be opened is an error, and is tried again", async () => {
    let isThere = false;
    const store = denoKvStore(async () => {
      if (!isThere) throw new Error("unable to open database file");
      return deno.openKv(":memory:");
    });
    await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
    isThere = true;
    expect(await store.get("a")).toBeUndefined();
    await store.close?.();
  });

  it("that is full is STORE_QUOTA, and the old value stays", async () => {
    const store = denoKvStore(kv);
    await store.set("full", "old");
    let commits = 0;
    const full = spiedKv(kv, {
      beforeCommit() {
        commits += 1;
        if (commits === 2) throw new Error("database or disk is full");
      },
    });
    await expect(denoKvStore(full).set("full", "x".repeat(2_000_000))).rejects.toMatchObject({
      code: "STORE_QUOTA",
      key: "full",
    });
    expect((await store.get("full"))?.value).toBe("old");
    await store.delete("full");
  });

  it("names its limits where a prefix leaves no room for keys", async () => {
    const store = denoKvStore(kv, { prefix: ["p".repeat(1_600)] });
    await expect(store.set("k".repeat(500), 1)).rejects.toMatchObject({ code: "STORE_TOO_LARGE" });
    await expect(store.set("k".repeat(500), 1)).rejects.toThrow("max 2049 bytes");
  });

  it("holds stores of different prefixes apart, and rows of others are let alone", async () => {
    await kv.set([...root, "head", "a", "deeper"], "foreign");
    await kv.set([...root, "loose", "x"], "foreign");
    await kv.set(["mine", "head", "a"], "foreign");
    const [one, other] = [denoKvStore(kv), denoKvStore(kv, { prefix: ["hedgemage", "head"] })];
    await one.set("a", 1);
    await other.set("a", 2);
    expect((await one.get("a"))?.value).toBe(1);
    expect((await other.get("a"))?.value).toBe(2);
    expect((await one.list("")).keys).toContain("a");
    expect((await kv.get(["mine", "head", "a"])).value).toBe("foreign");
    for (const store of [one, other]) await store.delete("a");
    for (const key of [
      [...root, "head", "a", "deeper"],
      [...root, "loose", "x"],
      ["mine", "head", "a"],
    ]) {
      await kv.delete(key);
    }
  });
});

/** All rows but entries that expire: those the database removes by itself, by the real clock. */
async function countRows(database: DenoKvForTests = kv): Promise<number> {
  let rows = 0;
  for await (const { value } of database.list({ prefix: [] })) {
    const expires =
      typeof value === "object" && value !== null && Reflect.get(value, "expiresAt") !== undefined;
    if (!expires) rows += 1;
  }
  return rows;
}

async function run(path: string, task: string, count: number): ReturnType<typeof runChild> {
  return runChild([path, task, String(count)]);
}

function runChild(
  task: readonly string[],
): Promise<{ readonly success: boolean; readonly signal: string | null }> {
  const script = new URL("kv-process.ts", import.meta.url).pathname;
  const args = ["run", "-A", "--unstable-kv", "--no-check", script, ...task];
  return new deno.Command(deno.execPath(), { args, stdout: "null" }).spawn().status;
}
