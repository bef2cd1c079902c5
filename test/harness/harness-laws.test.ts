import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HarnessEdit, HarnessRefinement } from "../../src/contracts/harness.ts";
import type { Store } from "../../src/contracts/store.ts";
import type { HarnessStore } from "../../src/harness/harness-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type Fate, faultyStore } from "../support/faulty-store.ts";
import { change, expectWhole, harnessOn, memory, planOf, refine, removal } from "./harness-bench.ts";

/** A store whose every call waits before it is done, and again before its answer is heard. */
function gatedStore(inner: Store, gate: (what: string) => Promise<unknown>): Store {
  const through = async <Value>(what: string, call: () => Promise<Value>): Promise<Value> => {
    await gate(what);
    const end = await call().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    await gate(`answer to ${what}`);
    return end();
  };
  return {
    name: inner.name,
    traits: inner.traits,
    get: (key) => through("get", () => inner.get(key)),
    set: (key, value, options) => through("set", () => inner.set(key, value, options)),
    delete: (key, options) => through("delete", () => inner.delete(key, options)),
    list: (prefix, options) => through("list", () => inner.list(prefix, options)),
  };
}

type Step = { readonly edits: readonly HarnessEdit[] } | { readonly back: number };

const edit: fc.Arbitrary<HarnessEdit> = fc
  .tuple(
    fc.constantFrom(memory, change, (id: string) => removal(id)),
    fc.constantFrom("a", "b", "constructor"),
    fc.nat(99),
  )
  .map(([make, id, number]) => make(id, `${id} ${number}`));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ edits: fc.array(edit, { maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ back: fc.nat(3) }) },
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 1, maxLength: 2 });

/** Does what a writer does, and gives what was confirmed to it. */
async function write(harness: HarnessStore, work: readonly Step[]): Promise<readonly HarnessRefinement[]> {
  const confirmed: HarnessRefinement[] = [];
  for (const one of work) {
    if ("edits" in one) confirmed.push(await refine(harness, one.edits));
    else {
      const target = (await harness.history("local", 4)).at(-1 - one.back);
      if (target) confirmed.push(await harness.rollback("local", target.id));
    }
  }
  return confirmed;
}

describe("two writers", () => {
  test("H25: in 1,000 random schedules no update is lost, versions have no gaps, and the history replays to the state", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, steps, async (scheduler, one, other) => {
        const store = memoryStore();
        const gated = gatedStore(store, (what) => scheduler.schedule(Promise.resolve(), what));
        const both = Promise.all([write(harnessOn(gated), one), write(harnessOn(gated), other)]);
        const confirmed = (await scheduler.waitFor(both)).flat();
        const history = await expectWhole(harnessOn(store));
        expect(new Map(confirmed.map((line) => [line.id, line]))).toEqual(
          new Map(history.map((line) => [line.id, line])),
        );
        expect(history).toHaveLength(confirmed.length);
      }),
      { numRuns: 1000 },
    );
  }, 60_000);

  test("ten at once on one entry all come to an end, each upon the one before", async () => {
    const store = memoryStore();
    await refine(harnessOn(store), [memory("a")]);
    const work = Array.from({ length: 10 }, (_, who) =>
      harnessOn(store).edit("local", [change("a", `By ${who}.`)], { source: "user" }),
    );
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual(Array(10).fill("applied"));
    expect(await expectWhole(harnessOn(store))).toHaveLength(11);
  });
});

describe("a process that dies", () => {
  test("H26: after any await of any change leaves the old state with the old history, or both new", async () => {
    const work: readonly Step[] = [
      { edits: [memory("a"), memory("b")] },
      { edits: [change("a", "New."), removal("b")] },
      { edits: [] },
      { back: 1 },
      { back: 0 },
    ];
    let places = 0;
    for (let at = 0, isDead = true; isDead; at += 1) {
      const store = memoryStore();
      let passed = 0;
      const done: string[] = [];
      const died = new Promise<true>((resolve) => {
        const gate = (): Promise<unknown> => {
          passed += 1;
          if (passed <= at) return Promise.resolve();
          resolve(true);
          return new Promise(() => {});
        };
        const harness = harnessOn(gatedStore(store, gate));
        const live = async (): Promise<void> => {
          for (const one of work) for (const { id } of await write(harness, [one])) done.push(id);
        };
        live().then(() => resolve(true));
      });
      await died;
      isDead = passed > at;
      const next = harnessOn(store);
      const history = await expectWhole(next);
      // What was confirmed is there, and at most the one that was under way besides.
      expect(history.map(({ id }) => id).slice(0, done.length)).toEqual(done);
      expect(history.length - done.length).toBeLessThanOrEqual(1);
      await refine(next, [memory("z")]);
      expect(await expectWhole(next)).toHaveLength(history.length + 1);
      places = at;
    }
    expect(places).toBeGreaterThan(50);
  });

  test("a store that fails, or does the write and does not answer, loses nothing and records nothing twice", async () => {
    const fate = fc.constantFrom<Fate>("done", "done", "fails", "unanswered");
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 12 }), async (fates) => {
        const inner = memoryStore();
        const harness = harnessOn(faultyStore(inner, fates));
        const kept: string[] = [];
        let failures = 0;
        for (let number = 0; number < 6; number += 1) {
          const plan = planOf(memory(`m${number}`));
          await harness.apply("local", undefined, plan).then(
            ({ id }) => kept.push(id),
            () => {
              failures += 1;
            },
          );
        }
        const history = await expectWhole(harnessOn(inner));
        expect(history.map(({ id }) => id)).toEqual(kept);
        expect(history.length + failures).toBe(6);
      }),
      { numRuns: 100 },
    );
  });
});
