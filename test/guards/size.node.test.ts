import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  adapterCases,
  measureAdapter,
  overAdapterBudget,
  readAdapterBudgets,
} from "../../bench/size/adapter-cases.ts";
import { overBudget, readBudgets } from "../../bench/size/budget.ts";
import { ownCases } from "../../bench/size/cases.ts";
import { guardCases, measureGuard } from "../../bench/size/guard-cases.ts";
import { bundlers, measure } from "../../bench/size/measure.ts";
import { measurePrompt, promptCases } from "../../bench/size/prompt-cases.ts";
import { measureRag, ragCases } from "../../bench/size/rag-cases.ts";
import { addedCases, measureAdded } from "../../bench/size/store-cases.ts";
import { root } from "../../scripts/entries.ts";
import { withTables } from "../../scripts/readme-tables.ts";
import { staleNumbers } from "./stale-numbers.ts";

const budgets = readBudgets();
const adapterBudgets = readAdapterBudgets();

describe.each(Object.entries(bundlers))("the size by %s", (_, bundler) => {
  it.each(ownCases)("of $name is within its budget", async ({ name, consumer }) => {
    expect(overBudget(name, await measure(consumer, bundler), budgets[name])).toEqual([]);
  });

  it.each(addedCases)("of $name is at most $target bytes more", async (one) => {
    expect((await measureAdded(one, bundler)).added).toBeLessThanOrEqual(one.target);
  });

  it.each(guardCases)("of $name is at most $budget bytes more", async (one) => {
    expect((await measureGuard(one, bundler)).added).toBeLessThanOrEqual(one.budget);
  });

  it.each(promptCases)("of $name is at most $budget bytes more", async (one) => {
    expect((await measurePrompt(one, bundler)).added).toBeLessThanOrEqual(one.budget);
  });

  it.each(ragCases)("of $name is at most $budget bytes more", async (one) => {
    expect((await measureRag(one, bundler)).added).toBeLessThanOrEqual(one.budget);
  });

  it.each(adapterCases)("of $name is within what it may add", async (one) => {
    const size = await measureAdapter(one, bundler);
    expect(overAdapterBudget(one.name, size, adapterBudgets[one.name])).toEqual([]);
    expect(size.chat).toBeGreaterThan(3_000);
    expect(size.all).toBeGreaterThan(size.tools);
  });

  it("counts what is loaded later as part of the whole only", async () => {
    const later = `export const later = () => import("hedgemage");`;
    const { first, whole } = await measure({ code: later, folder: root }, bundler);
    expect(first.gzip).toBeLessThan(1_000);
    expect(whole.gzip).toBeGreaterThan(first.gzip * 5);
  });
});

describe("the size budget", () => {
  it("names every case and no other", () => {
    expect(Object.keys(budgets).sort()).toEqual(ownCases.map(({ name }) => name).sort());
    expect(Object.keys(adapterBudgets)).toEqual(adapterCases.map(({ name }) => name));
  });

  it("refuses one byte more, and a case without a budget", () => {
    const size = { minified: 300, gzip: 101 };
    const sizes = { first: size, whole: size, builtins: [] };
    expect(overBudget("a case", sizes, { first: 101, whole: 101 })).toEqual([]);
    expect(overBudget("a case", sizes, { first: 100, whole: 101 })).toHaveLength(1);
    expect(overBudget("a case", sizes, undefined)).toHaveLength(1);
    const added = { own: 1, chat: 1, tools: 2, all: 3 };
    expect(overAdapterBudget("an adapter", added, added)).toEqual([]);
    expect(overAdapterBudget("an adapter", added, { ...added, tools: 1 })).toHaveLength(1);
    expect(overAdapterBudget("an adapter", added, undefined)).toHaveLength(1);
  });
});

describe("the tables of the README", () => {
  it.skipIf(!existsSync(`${root}README.md`))("tell the sizes of now", async () => {
    const text = readFileSync(`${root}README.md`, "utf8");
    expect(text).toContain("<!-- generated:sizes -->");
    expect(staleNumbers(text, await withTables(text, ["sizes"]))).toEqual([]);
  });

  it("are replaced between their marks only", async () => {
    const text = "before <!-- generated:sizes -->\nold\n<!-- /generated --> after";
    const written = await withTables(text, ["sizes"]);
    expect(written).toMatch(/^before <!-- generated:sizes -->\n\|[\s\S]*\|\n<!-- \/generated --> after$/);
    expect(written).not.toContain("old");
  });

  it("are stale where a number is off by more than a twentieth, or a row is missing", () => {
    expect(staleNumbers("a 10.0 b 20.0", "a 10.4 b 20.0")).toEqual([]);
    expect(staleNumbers("a 10.0 b 20.0", "a 11.0 b 20.0")).toEqual(["10.0 is 11.0 now"]);
    expect(staleNumbers("a 10.0", "a 10.0 b 20.0")).toHaveLength(1);
  });
});
