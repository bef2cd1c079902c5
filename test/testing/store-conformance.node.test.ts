import { expect, it } from "vitest";
import { type StoreConformanceTarget, storeConformance } from "../../src/testing/store-conformance.ts";
import { type Cells, type Fault, faultyStore } from "./faulty-driver.ts";

function target(fault?: Fault): StoreConformanceTarget {
  const cells: Cells = { heads: new Map(), texts: new Map(), writesLeft: Number.POSITIVE_INFINITY };
  return {
    schedules: 100,
    largestValueBytes: 200_000,
    open(options) {
      cells.writesLeft = Number.POSITIVE_INFINITY;
      return faultyStore(cells, options, fault);
    },
    crashAfter(writes, options) {
      const store = faultyStore(cells, options, fault);
      cells.writesLeft = writes;
      return store;
    },
    rows: () => cells.heads.size + cells.texts.size,
    damages: {
      "the text is lost": (key) => void cells.texts.delete(cells.heads.get(key)?.place ?? ""),
    },
  };
}

/** What the cases whose names begin so say of a store with a fault, by the beginning of their names. */
async function failures(
  fault: Fault | undefined,
  beginnings: readonly string[],
): Promise<Record<string, string>> {
  const failed: Record<string, string> = {};
  for (const { name, run } of storeConformance(target(fault))) {
    const beginning = beginnings.find((each) => name.startsWith(each));
    if (beginning === undefined) continue;
    await run().catch((error: unknown) => {
      failed[beginning] = String(error);
    });
  }
  return failed;
}

it("a store that keeps the contract passes", async () => {
  expect(await failures(undefined, [""])).toEqual({});
});

it.each<[Fault, readonly string[]]>([
  [
    "blind",
    [
      "versions: a write over the version",
      "races: of two writers",
      "schedules: two writers",
      "batches: one part that loses",
    ],
  ],
  ["hasty", ["races: of two writers", "races: a counter", "schedules: two writers"]],
  ["halting", ["batches: one part that loses its race undoes all"]],
  ["torn", ["large values: a reader of a large value", "trouble: a write that breaks off"]],
  ["littering", ["large values: a value may grow and shrink", "trouble: a write that breaks off"]],
  ["haunted", ["expiry: an entry is gone", "versions: what has expired"]],
  ["restless", ["listings: paging goes on"]],
  ["greedy", ["listings: only what begins"]],
  ["folding", ["keys: keys of all scripts", "keys: a prefix is taken letter by letter"]],
  ["forgetful", ["values: a removal says", "races: of removals"]],
  ["silent", ["versions: a write over the version", "races: of two writers", "schedules: two writers"]],
  ["eternal", ["expiry: an entry is gone", "expiry: an entry expires by the real clock"]],
  ["trusting", ["trouble: a row that is foreign or damaged"]],
])("a store that is %s fails the cases about it", async (fault, expected) => {
  expect(Object.keys(await failures(fault, expected)).sort()).toEqual([...expected].sort());
});

it("a case says what should have been, and that the store broke a rule", async () => {
  const { "values: a removal": removal } = await failures("forgetful", ["values: a removal"]);
  expect(removal).toMatch(/The store breaks a rule: .* should be false and is true\./);
});

it("names every case once and gives each its time", () => {
  const cases = storeConformance({ ...target(), timeoutMs: 5 });
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.every(({ timeoutMs }) => timeoutMs === 5)).toBe(true);
});
