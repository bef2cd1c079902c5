import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/contracts/message.ts";
import type { JournalPlace } from "../../src/contracts/snapshot.ts";
import type { Store } from "../../src/contracts/store.ts";
import {
  applyEntry,
  closeJournal,
  Journal,
  type JournalEntry,
  type JournalState,
  journalRuns,
  mergeEntries,
  readJournal,
} from "../../src/store/journal.ts";
import { deleteJournal, replaceJournal } from "../../src/store/journal-removal.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type Fate, faultyStore } from "../support/faulty-store.ts";
import { keysIn } from "./damaged-store.ts";

const fields = fc.constantFrom("a", "b", "c");
const items = fc.array(fc.nat(9), { minLength: 1, maxLength: 3 });
const entries: fc.Arbitrary<JournalEntry> = fc.record(
  {
    set: fc.dictionary(fields, fc.oneof(fc.nat(9), items), { maxKeys: 2 }),
    append: fc.dictionary(fields, items, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);
const running: JournalEntry = { set: { status: "running" } };
const ended: JournalEntry = { set: { status: "completed" } };

const placeIn = (store: Store): JournalPlace => ({ store, prefix: "runs" });
const fold = (all: readonly JournalEntry[]): JournalState =>
  all.reduce<JournalState>((state, entry) => applyEntry(entry, state), {});

describe("a journal", () => {
  it("tells what the fold of its entries tells", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 8 }), async (all) => {
        const place = placeIn(memoryStore());
        const journal = new Journal(place, "run");
        for (const entry of all) await journal.append(entry);
        expect(await readJournal(place, "run")).toMatchObject({ state: fold(all), length: all.length });
      }),
      { numRuns: 100 },
    );
  });

  it("merges two entries to one that does the same", () => {
    fc.assert(
      fc.property(entries, entries, entries, (before, first, second) => {
        expect(fold([before, mergeEntries(first, second)])).toEqual(fold([before, first, second]));
      }),
    );
  });

  it("loses and doubles nothing, whatever the store does to its writes and however they overlap", async () => {
    const fates = fc.array(fc.constantFrom<Fate>("done", "fails", "unanswered"), { maxLength: 20 });
    const steps = fc.array(fc.tuple(entries, fc.boolean()), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, fates, fc.nat(3), async (all, fate, resumeAt) => {
        const disk = memoryStore();
        const place = placeIn(faultyStore(disk, fate));
        let journal = new Journal(place, "run");
        const told = all.map(([entry]) => entry);
        let under: Promise<void>[] = [];
        for (const [index, [entry, waits]] of all.entries()) {
          under.push(journal.append(entry).catch(() => undefined));
          if (!waits) continue;
          await Promise.all(under);
          under = [];
          if (index !== resumeAt) continue;
          // Another process goes on after what is there; the first had brought all out.
          await journal.append({}).catch(() => undefined);
          const reading = await readJournal(placeIn(disk), "run");
          if (reading && isSame(reading.state, fold(told.slice(0, index + 1)))) {
            journal = new Journal(place, "run", reading);
          }
        }
        await Promise.all(under);
        const last = await untilWritten(journal);
        const expected = applyEntry(last, fold(told));
        expect((await readJournal(placeIn(disk), "run"))?.state).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the second of two writers the conflict, and nothing of it is written", async () => {
    const place = placeIn(memoryStore());
    await new Journal(place, "run").append(running);
    const reading = await readJournal(place, "run");
    const first = new Journal(place, "run", reading);
    const second = new Journal(place, "run", reading);
    await first.append({ set: { by: "first" } });
    await expect(second.append({ set: { by: "second" } })).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    expect((await readJournal(place, "run"))?.state).toMatchObject({ by: "first" });
  });

  it("tells of the lost race even where the store cannot be read", async () => {
    const disk = memoryStore();
    await new Journal(placeIn(disk), "run").append(running);
    const reading = await readJournal(placeIn(disk), "run");
    await new Journal(placeIn(disk), "run", reading).append({});
    const store: Store = { ...disk, get: () => Promise.reject(new Error("gone")) };
    const zombie = new Journal(placeIn(store), "run", reading);
    await expect(zombie.append({})).rejects.toMatchObject({ code: "STORE_CONFLICT" });
  });

  it("of a run that is begun twice is the first one's", async () => {
    const place = placeIn(memoryStore());
    await new Journal(place, "run").append({ set: { by: "first" } });
    await expect(new Journal(place, "run").append({ set: { by: "second" } })).rejects.toMatchObject({
      code: "STORE_CONFLICT",
    });
  });
});

describe("the lists of runs", () => {
  it("have a run as open until it ends, and again when it is resumed", async () => {
    const place = placeIn(memoryStore());
    const journal = new Journal(place, "run");
    await journal.append(running);
    expect([await journalRuns(place, "open"), await journalRuns(place, "ended")]).toEqual([["run"], []]);
    await journal.append(ended, true);
    expect([await journalRuns(place, "open"), await journalRuns(place, "ended")]).toEqual([[], ["run"]]);
    await new Journal(place, "run", await readJournal(place, "run")).append(running);
    expect([await journalRuns(place, "open"), await journalRuns(place, "ended")]).toEqual([["run"], []]);
  });

  it("take any id, and a foreign key does no harm", async () => {
    const store = memoryStore();
    const place = placeIn(store);
    const ids = ["a/b", "ü", "x".repeat(600), "東京".repeat(100), "%zz", "=x"];
    for (const id of ids) await new Journal(place, id).append({ set: { status: "running", id } });
    await store.set("runs/open/%zz", true);
    await store.set("runs/open/=foreign", { of: "somebody else" });
    expect((await journalRuns(place, "open")).sort()).toEqual(ids.toSorted());
    for (const id of ids) expect((await readJournal(place, id))?.state).toMatchObject({ id });
  });

  it("refuse an id that is no text to store under", async () => {
    const place = placeIn(memoryStore());
    for (const id of ["", "\ud800"]) {
      await expect(new Journal(place, id).append(running)).rejects.toMatchObject({
        code: "STORE_INVALID_KEY",
      });
    }
  });

  it("are put right where the process died before it could", async () => {
    const store = memoryStore();
    const place = placeIn(store);
    await new Journal(place, "run").append(running);
    await closeJournal(place, "run");
    expect([await journalRuns(place, "open"), await journalRuns(place, "ended")]).toEqual([[], ["run"]]);
    const before = (await store.get("runs/ended/run"))?.version;
    await closeJournal(place, "run");
    expect((await store.get("runs/ended/run"))?.version, "nothing is written for nothing").toBe(before);
  });
});

describe("an entry that is lost or damaged", () => {
  it.each<[string, Json | undefined]>([
    ["lost", undefined],
    ["a text", "x"],
    ["a list", []],
    ["of somebody else", { set: { a: 1 } }],
    ["with a list that is none", { append: { a: null }, by: "x", through: 1 }],
  ])("that is %s is told by its key", async (_name, value) => {
    const store = memoryStore();
    const place = placeIn(store);
    const journal = new Journal(place, "run");
    for (let count = 0; count < 3; count += 1) await journal.append({ append: { a: [count] } });
    if (value === undefined) await store.delete("runs/log/run/000001");
    else await store.set("runs/log/run/000001", value);
    await expect(readJournal(place, "run")).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    await deleteJournal(place, "run");
    expect(await keysIn(store)).toEqual([]);
  });
});

describe("a removal", () => {
  it("that is cut off at any write leaves no run to resume, and is done again", async () => {
    for (let at = 0; at < 8; at += 1) {
      const disk = memoryStore();
      const place = placeIn(disk);
      const journal = new Journal(place, "run");
      for (let count = 0; count < 4; count += 1) await journal.append({ ...running, append: { a: [count] } });
      const { batch: _batch, ...single } = faultyStore(
        disk,
        Array.from({ length: 20 }, (_, write): Fate => (write < at ? "done" : "fails")),
      );
      await deleteJournal(placeIn(single), "run").catch(() => undefined);
      const left = await readJournal(place, "run");
      expect(left?.length ?? 0, `after ${at} removals`).toBe(at === 0 ? 4 : 0);
      if (at < 6) expect(await journalRuns(place, "open")).toEqual(["run"]);
      await deleteJournal(place, "run");
      expect(await keysIn(disk)).toEqual([]);
    }
  });

  it("that was cut off is in nobody's way: a new run of the same id sees nothing of the old one", async () => {
    const store = memoryStore();
    const place = placeIn(store);
    const old = new Journal(place, "run");
    for (let count = 0; count < 5; count += 1) await old.append({ append: { old: [count] } });
    await store.delete("runs/log/run/000000");
    const fresh = new Journal(place, "run");
    for (let count = 0; count < 3; count += 1) {
      await fresh.append({ append: { fresh: [count] } });
      expect((await readJournal(place, "run"))?.state.old).toBeUndefined();
    }
    const resumed = new Journal(place, "run", await readJournal(place, "run"));
    for (let count = 3; count < 8; count += 1) await resumed.append({ append: { fresh: [count] } });
    expect((await readJournal(place, "run"))?.state).toEqual({ fresh: [0, 1, 2, 3, 4, 5, 6, 7] });
  });
});

describe("a journal that is replaced", () => {
  it("tells the new state only, keeps one entry, and is gone on with", async () => {
    const store = memoryStore();
    const place = placeIn(store);
    const journal = new Journal(place, "run");
    for (let count = 0; count < 3; count += 1) await journal.append({ ...running, append: { a: [count] } });
    await replaceJournal(place, "run", { status: "completed", a: [7] });
    expect((await readJournal(place, "run"))?.state).toEqual({ status: "completed", a: [7] });
    expect(await keysIn(store)).toEqual(["runs/ended/run", "runs/log/run/000000"]);
    await new Journal(place, "run", await readJournal(place, "run")).append({ append: { a: [8] } });
    expect((await readJournal(place, "run"))?.state.a).toEqual([7, 8]);
  });
});

describe("entries that expire", () => {
  it("one by one take the whole run with them", async () => {
    let now = 1000;
    const store = memoryStore({ now: () => now });
    const place: JournalPlace = { store, prefix: "runs", ttlMs: 100 };
    const journal = new Journal(place, "run");
    await journal.append({ ...running, append: { a: [1] } });
    now += 60;
    await journal.append({ append: { a: [2] } });
    expect((await readJournal(place, "run"))?.state.a).toEqual([1, 2]);
    now += 60;
    expect(await readJournal(place, "run")).toBeUndefined();
    expect(await journalRuns(place, "open")).toEqual([]);
  });
});

/** Appends until the store takes it: what waited went out before it. */
async function untilWritten(journal: Journal): Promise<JournalEntry> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await journal.append({ set: { last: true } });
      return { set: { last: true } };
    } catch {}
  }
  throw new Error("The store never took the entry.");
}

function isSame(one: JournalState, other: JournalState): boolean {
  const sorted = (state: JournalState): string => JSON.stringify(Object.entries(state).sort());
  return sorted(one) === sorted(other);
}
