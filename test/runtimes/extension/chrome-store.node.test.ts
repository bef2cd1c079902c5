import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { chromeStore } from "../../../runtimes/extension/index.ts";
import { findFullChromium } from "../../../scripts/find-chromium.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";
import {
  buildExtensions,
  type ExtensionName,
  killChrome,
  launchChrome,
  site,
  stopWorker,
  workerOf,
} from "./extension-under-test.ts";
import type { StoreAnswer, StoreMessage, StoreProbe } from "./store-extension.ts";

// What the extension has as globals; functions that name them run there.
declare const probe: StoreProbe;
declare const openStore: typeof chromeStore;

const hasChromium = findFullChromium() !== undefined;
if (!hasChromium)
  console.log("No full Chromium here: chromeStore is not tested in one. CHROMIUM_PATH names one.");

const names = storeConformance({ open: () => Promise.reject(), rows: () => 0 }).map(({ name }) => name);
const areas = [
  ["local", 26_214_400],
  ["session", 2_000_000],
] as const;

describe.skipIf(!hasChromium)("chromeStore in Chrome", () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgemage-chrome-store-"));
  const workers = new Map<ExtensionName, Worker>();
  let context: BrowserContext;
  let worker: Worker;
  let page: Page;

  beforeAll(async () => {
    await buildExtensions(folder);
    context = await launchChrome(folder, "profile");
    for (const name of ["small", "none"] as const) workers.set(name, await workerOf(context, name));
    worker = await workerOf(context, "whole");
    workers.set("whole", worker);
    page = await context.newPage();
    await page.goto(new URL("page.html", worker.url()).href);
  }, 90_000);

  afterAll(async () => {
    await context?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(areas)("keeps the rules of stores in the service worker, in the area %s", (area, largest) => {
    // The schedules take long, and the locks are the same.
    it.each(names.filter((name) => area === "local" || !name.startsWith("schedules")))(
      "%s",
      async (name) => {
        const outcome = await worker.evaluate(([area, name, largest]) => probe.conform(area, name, largest), [
          area,
          name,
          largest,
        ] as const);
        expect(outcome).toBeUndefined();
      },
      120_000,
    );
  });

  it("the service worker and a page that raise one counter lose no step", async () => {
    await worker.evaluate(() => chrome.storage.local.clear());
    const raise = (): Promise<void> => probe.raise(150);
    await Promise.all([worker.evaluate(raise), page.evaluate(raise)]);
    expect(await page.evaluate(async () => (await openStore().get("counter"))?.value)).toBe(300);
  }, 60_000);

  it("state is there when the service worker was stopped and started again, after every write (R13)", async () => {
    await tell("clear");
    const lives = new Set<string>();
    for (let count = 1; count <= 8; count += 1) {
      const { life, counter } = await tell("raise");
      expect(counter).toBe(count);
      lives.add(life);
      await stopWorker(context, worker.url());
    }
    expect(lives.size).toBe(8);
    // It runs again, in the life after: the tests go on with it.
    expect((await tell("raise")).counter).toBe(9);
  }, 60_000);

  it("a lock goes with the service worker that held it", async () => {
    await worker.evaluate(() => {
      void navigator.locks.request("hedgemage:hedgemage", () => new Promise(() => {}));
    });
    const waiting = page.evaluate(async () => {
      await openStore().set("after the lock", 1);
      return "written";
    });
    await stopWorker(context, worker.url());
    expect(await waiting).toBe("written");
    await tell("clear");
  }, 30_000);

  it("a content script reads and writes, compares nothing, and may not use the area session", async () => {
    await worker.evaluate(async () => {
      await chrome.storage.local.clear();
      await openStore().set("from the worker", 1);
    });
    await context.route(`${site}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>A page" }),
    );
    const visited = await context.newPage();
    await visited.goto(site);
    await visited.waitForFunction(() => document.documentElement.dataset.outcomes);
    const outcomes = await visited.evaluate(() => document.documentElement.dataset.outcomes ?? "");
    expect(JSON.parse(outcomes)).toEqual({
      atomic: false,
      seen: 1,
      compared: "STORE_UNSUPPORTED",
      session: "STORE_UNAVAILABLE false",
    });
    expect(await worker.evaluate(async () => (await openStore().get("from the script"))?.value)).toBe(2);
    await visited.close();
  }, 30_000);

  it.each([
    ["small", "local", 1_000_000, 20, /^STORE_QUOTA: .*unlimitedStorage/],
    ["small", "session", 1_000_000, 20, /^STORE_QUOTA: /],
    ["small", "sync", 7_400, 1, /^done$/],
    ["small", "sync", 7_400, 20, /^STORE_QUOTA: /],
    ["small", "sync", 7_600, 1, /^STORE_TOO_LARGE: .*7500/],
    ["small", "sync", 10, 200, /^STORE_QUOTA: .*120 writes a minute/],
    ["whole", "local", 1_000_000, 20, /^done$/],
    ["none", "local", 10, 1, /^STORE_UNAVAILABLE: .*permission "storage"/],
  ] as const)(
    "%s: %s takes texts of %d bytes %d times: %s",
    async (name, area, bytes, times, expected) => {
      const home = workers.get(name) ?? worker;
      await home.evaluate((area) => chrome.storage?.[area].clear(), area);
      const outcome = await home.evaluate(([area, bytes, times]) => probe.outcome(area, bytes, times), [
        area,
        bytes,
        times,
      ] as const);
      expect(outcome).toMatch(expected);
      await home.evaluate((area) => chrome.storage?.[area].clear(), area);
    },
    60_000,
  );

  async function tell(message: StoreMessage): Promise<StoreAnswer> {
    return page.evaluate((message): Promise<StoreAnswer> => chrome.runtime.sendMessage(message), message);
  }
});

describe.skipIf(!hasChromium)("chromeStore in a Chrome that is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgemage-killed-chrome-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("batches were done wholly or not at all, whenever the browser died (R13)", async () => {
    await buildExtensions(folder);
    const rounds: number[] = [];
    for (const milliseconds of [300, 430, 570]) {
      const context = await launchChrome(folder, "killed");
      const worker = await workerOf(context, "whole");
      const state = await worker.evaluate(async () => {
        const store = openStore({ prefix: "killed" });
        const { keys } = await store.list("");
        const entries = await Promise.all(keys.map(async (key) => [key, (await store.get(key))?.value]));
        return Object.fromEntries(entries);
      });
      if (rounds.length > 0) rounds.push(expectWhole(state));
      else rounds.push(0);
      await worker.evaluate(() => probe.writeForEver());
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      killChrome(folder, "killed");
      await context.close().catch(() => undefined);
    }
    expect(rounds.slice(1).every((round) => round > 0)).toBe(true);
  }, 90_000);

  function expectWhole(state: Record<string, { round: number; text: string } | number>): number {
    const { a, b, even, odd } = state;
    if (typeof a !== "object" || typeof b !== "object") throw new Error("A part of the batch is missing.");
    expect([a.text, b.text]).toEqual(["a".repeat(20_000), "b".repeat(20_000)]);
    expect(b.round).toBe(a.round);
    expect({ even, odd }).toEqual(a.round % 2 === 0 ? { even: a.round } : { odd: a.round });
    return a.round;
  }
});
