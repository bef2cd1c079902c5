import { afterEach, describe, expect, test, vi } from "vitest";
import { config } from "../../src/core/config.ts";
import { timedId } from "../../src/core/timed-id.ts";
import { replayHistory } from "../../src/harness/known-entries.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { damagedStore, keysIn } from "../store/damaged-store.ts";
import { watchStore } from "../support/watched-store.ts";
import { change, entriesOf, harnessOn, memory, planOf, refine, start } from "./harness-bench.ts";

afterEach(() => void config({ logger: undefined }));

function watchWarnings(): ReturnType<typeof vi.fn> {
  const warn = vi.fn();
  config({ logger: { warn } });
  return warn;
}

describe("the history", () => {
  test("H29: of 1,000 ids of one moment no two are the same, and ids sort by time", () => {
    const ids = Array.from({ length: 1000 }, () => timedId(start));
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
    const later = [0, 1, 31, 32, start, start + 1, 2 ** 48 - 1].map(timedId);
    expect(later.toSorted()).toEqual(later);
    expect(new Date(start).getTime()).toBe(
      [...(ids[0] ?? "").slice(0, 10)].reduce(
        (sum, sign) => sum * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(sign),
        0,
      ),
    );
  });

  test("is told from the oldest on, and what later ones say of earlier ones is shown with these", async () => {
    const harness = harnessOn(memoryStore());
    expect(await harness.history("local")).toEqual([]);
    const made = [];
    for (let index = 0; index < 25; index += 1) made.push(await refine(harness, [memory(`m${index}`)]));
    expect(await harness.history("local")).toEqual(made.slice(-20));
    expect(await harness.history("local", 3)).toEqual(made.slice(-3));
    expect(await harness.history("local", 1000)).toEqual(made);
    expect(await harness.history("local", 0)).toEqual([]);
    expect(await harness.find("local", made[0]?.id ?? "")).toEqual(made[0]);
    expect(await harness.find("local", "no")).toBeUndefined();
    const [first = "", second = ""] = made.map(({ id }) => id);
    const say = async (outcomes: Record<string, "kept" | "failed" | "unknown">): Promise<unknown> =>
      harness.apply("local", await harness.state("local"), { ...planOf(), outcomes });
    await say({ [first]: "unknown", [second]: "failed" });
    await say({ [first]: "kept" });
    const told = await harness.history("local", 1000);
    expect(told.map(({ outcome }) => outcome).slice(0, 3)).toEqual(["kept", "failed", undefined]);
    expect(told.at(-1)).toMatchObject({ status: "no_edits", outcomes: { [first]: "kept" } });
    expect(replayHistory(told)).toEqual(await harness.state("local"));
  });

  test("H28: of 100 lines one is bad: 99 are told", async () => {
    const warn = watchWarnings();
    const store = memoryStore();
    const harness = harnessOn(store);
    for (let index = 0; index < 100; index += 1) await refine(harness, [memory(`m${index}`)]);
    const keys = (await keysIn(store)).filter((key) => key.includes("/line/"));
    const history = await harness.history("local", 100);
    expect(history).toHaveLength(100);
    const key = keys[49] ?? "";
    const line = structuredClone((await store.get(key))?.value);
    for (const bad of [
      "no line",
      { ...(line as object), summary: "Another one." },
      history[12],
      { id: "x", edits: [] },
      null,
    ]) {
      warn.mockClear();
      await store.set(key, structuredClone(bad) as never);
      expect(await harness.history("local", 100)).toEqual(history.toSpliced(49, 1));
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        "ai.harness",
        "harness.line.skipped",
        expect.stringContaining(key),
        { code: "STORE_CORRUPT" },
      );
    }
    await store.delete(key);
    expect(await harness.history("local", 100)).toHaveLength(99);
    await expect(harness.rollback("local", history[49]?.id ?? "")).rejects.toThrow(/no refinement/);
    expect((await harness.rollback("local", history[48]?.id ?? "")).status).toBe("applied");
    expect((await harness.state("local")).entries).toHaveLength(99);
  });

  test("ends where many lines in a row are missing, whatever number of them the state tells of", async () => {
    const warn = watchWarnings();
    const store = memoryStore();
    for (const id of ["a", "b", "c"]) await refine(harnessOn(store), [memory(id)]);
    const key = "harness/local/chat/head/0000";
    const head = (await store.get(key))?.value as object;
    await store.set(key, { ...head, lines: 1e9 });
    expect(await harnessOn(store).history("local")).toHaveLength(1);
    expect(await harnessOn(store).find("local", "no")).toBeUndefined();
    expect(warn.mock.calls.length).toBeLessThan(100);
  });

  test("an agent that has learned nothing yet asks the store twice", async () => {
    const watch = watchStore(memoryStore());
    const calls = [vi.spyOn(watch.store, "get"), vi.spyOn(watch.store, "list")];
    expect(await harnessOn(watch.store).state("local")).toEqual({ version: 0, entries: [] });
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test("a line that was written anew with a hash of its own does not fit into the chain", async () => {
    const store = memoryStore();
    const other = memoryStore();
    for (let index = 0; index < 5; index += 1) {
      await refine(harnessOn(store), [memory(`m${index}`)]);
      await refine(harnessOn(other), [memory(`other${index}`)]);
    }
    const key = (await keysIn(store)).find((one) => one.endsWith("/line/0000000002")) ?? "";
    await store.set(key, (await other.get(key))?.value ?? null);
    const titles = (await harnessOn(store).history("local")).map(({ edits }) => edits[0]?.edit.title);
    expect(titles).toEqual(["m0", "m1", "m3", "m4"]);
  });

  test("a write is as large as the state and two lines, however long the history is", async () => {
    const watch = watchStore(memoryStore());
    const harness = harnessOn(watch.store);
    await refine(harness, [memory("a")]);
    const sizes: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const before = watch.bytes;
      await refine(harness, [change("a", `Number ${1000 + index}.`)]);
      sizes.push(watch.bytes - before);
    }
    expect(Math.max(...sizes) - (sizes[1] ?? 0)).toBeLessThan(20);
    expect(watch.written).toHaveLength(1 + 60 * 2);
  });
});

describe("a state that cannot be read", () => {
  const heads = (keys: readonly string[]): readonly string[] => keys.filter((key) => key.includes("/head/"));

  test.each(["foreign", "damaged", "gone"])(
    "counts as empty, stays where it is, and its entries can be had back: %s",
    async (how) => {
      const warn = watchWarnings();
      const { store, damaged } = damagedStore();
      const harness = harnessOn(store);
      await refine(harness, [memory("a"), memory("b")]);
      await refine(harness, [change("a", "New.")]);
      const lost = await harness.state("local");
      await harness.edit("local", [memory("c")], { source: "user" });
      const [key = ""] = heads(await keysIn(store));
      const raw = { v: 1, version: 3, lines: 3, entries: [{ id: 5 }], retired: [] };
      if (how === "foreign") await store.set(key, raw);
      if (how === "damaged") damaged.add(key);
      if (how === "gone") await store.delete(key);

      expect((await harness.state("local")).entries).toEqual([]);
      expect(warn).toHaveBeenCalledWith("ai.harness", "harness.lost", expect.any(String), {
        code: "STORE_CORRUPT",
      });
      expect(await harness.history("local")).toHaveLength(2);

      const next = await refine(harness, [memory("d"), memory("a", "Anew.")]);
      expect(next.edits.map(({ after }) => after?.version)).toEqual([1, 3]);
      expect([...(await entriesOf(harness)).keys()]).toEqual(["a", "d"]);
      const history = await harness.history("local");
      expect(replayHistory(history)).toEqual(await harness.state("local"));
      if (how === "foreign") expect((await store.get(key))?.value).toEqual(raw);
      if (how === "damaged") await expect(store.get(key)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
      expect(heads(await keysIn(store))).toHaveLength(how === "gone" ? 1 : 2);

      await harness.rollback("local", next.id);
      await harness.rollback("local", history.at(-2)?.id ?? "");
      const back = await harness.state("local");
      expect(back.entries.map(({ version: _, updatedAt: __, ...entry }) => entry)).toEqual(
        lost.entries.map(({ version: _, updatedAt: __, ...entry }) => entry),
      );
      expect(replayHistory(await harness.history("local"))).toEqual(back);
    },
  );

  test("one that was never anything else begins anew, and many who find it do so once", async () => {
    watchWarnings();
    const store = memoryStore();
    await store.set("harness/local/chat/head/0000", "what is this?");
    const made = await Promise.all([1, 2, 3, 4].map((who) => refine(harnessOn(store), [memory(`m${who}`)])));
    expect(made.map(({ status }) => status)).toEqual(Array(4).fill("applied"));
    const history = await harnessOn(store).history("local");
    expect(history.map(({ edits }) => edits.length)).toEqual([0, 1, 1, 1, 1]);
    expect(replayHistory(history)).toEqual(await harnessOn(store).state("local"));
  });

  test("a line that an outdated writer of it put in the way is none of the history", async () => {
    watchWarnings();
    const store = memoryStore();
    for (const id of ["a", "b", "c"]) await refine(harnessOn(store), [memory(id)]);
    const [head = ""] = heads(await keysIn(store));
    const lost = (await harnessOn(store).history("local"))[2];
    await store.set(head, "damaged");
    const watch = watchStore(store);
    watch.beforeSet = async (key) => {
      watch.beforeSet = key.includes("/line/") ? undefined : watch.beforeSet;
      if (!watch.beforeSet) await store.set(key, structuredClone(lost) as never);
    };
    const next = await refine(harnessOn(watch.store), [memory("d")]);
    const history = await harnessOn(store).history("local");
    expect(history).toHaveLength(4);
    expect(history.at(-1)).toEqual(next);
    expect(history).not.toContainEqual(lost);
    expect(replayHistory(history)).toEqual(await harnessOn(store).state("local"));
  });
});
