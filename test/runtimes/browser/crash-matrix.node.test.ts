import { build } from "esbuild";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../../../scripts/entries.ts";
import { findChromium } from "../../../scripts/find-chromium.ts";
import { expectDrained, type LeftRuns } from "../../support/crash-matrix/expect-drained.ts";
import { runApprovals } from "../../support/crash-matrix/run-approvals.ts";
import { closeMatrix, runMatrix, type StartLife } from "../../support/crash-matrix/run-matrix.ts";
import { startWitness, type Witness } from "../../support/crash-matrix/witness.ts";
import { expected } from "../../support/durable-scenarios.ts";
import type { CrashTab } from "./crash-matrix-tab.ts";

// What the page has as a global; functions that name it run there.
declare const tab: CrashTab;

describe("R13 R23: agents in tabs, saved in IndexedDB", () => {
  let script = "";
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [`${root}test/runtimes/browser/crash-matrix-tab.ts`],
      bundle: true,
      format: "esm",
      write: false,
    });
    script = outputFiles[0]?.text ?? "";
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ["--no-sandbox", "--process-per-site"],
    });
    context = await browser.newContext();
    // Keeps the process that tabs of one site share: starting one takes longer than all else.
    const idle = await startWitness();
    await (await context.newPage()).goto(idle.url);
    idle.close();
  }, 60_000);
  afterAll(() => browser?.close());

  it("are resumed in a new tab from every checkpoint, repeat no settled call and count usage once", async () => {
    const matrices = (["per-trip", "per-call"] as const).map(async (mode) => {
      // An origin of its own has a database of its own.
      const witness = await startWitness(script);
      try {
        return await runMatrix(lifeInTab, witness, [mode]);
      } finally {
        witness.close();
      }
    });
    closeMatrix("tab closed", await Promise.all(matrices));
  }, 240_000);

  it("whose calls wait for a person take each decision once, whenever their tab is closed", async () => {
    const witness = await startWitness(script);
    try {
      await runApprovals("tab closed", lifeInTab, witness, "per-trip");
    } finally {
      witness.close();
    }
  }, 120_000);

  describe("that two tabs drain", () => {
    let witness: Witness;
    beforeEach(async () => {
      witness = await startWitness(script);
    });
    afterEach(() => witness.close());

    it.each([0, 1])(
      "at once, cut after write %d: one tab runs each run, the other is told STORE_CONFLICT, nothing is done twice",
      async (at) => {
        const left = await leaveRuns(at);
        const tabs = await Promise.all([openTab(witness), openTab(witness)]);
        const drained = await Promise.all(tabs.map((page) => page.evaluate(() => tab.drain(true))));
        expectDrained(witness, left, drained, ["STORE_CONFLICT", "answer"]);
        await Promise.all(tabs.map((page) => page.close()));
      },
      60_000,
    );

    it("one while the other is at it: the second tab takes a run over, the first is told STORE_CONFLICT, and only the call under way is done twice", async () => {
      const left = await leaveRuns(0);
      const [first, second] = [await openTab(witness), await openTab(witness)];
      const held = witness.hold("model 2");
      const drainedFirst = first.evaluate(() => tab.drain());
      const release = await held;
      const drainedSecond = await second.evaluate(() => tab.drain());
      release();
      expect(drainedSecond["five trips"]).toBe(expected["five trips"].text);
      expect((await drainedFirst)["five trips"]).toBe("STORE_CONFLICT");
      const { trips, calls } = expected["five trips"];
      const times = [...witness.effects("five trips")].filter(([, count]) => count > 1);
      expect(times).toEqual([["model 2", 2]]);
      expect(witness.effects("five trips").size).toBe(trips + calls.length);
      expectDrained(witness, left, [], undefined, 4);
      await Promise.all([first.close(), second.close()]);
    }, 60_000);

    it("one after the other by a lock: the second tab begins when the first is closed, and nothing is done twice but what was under way", async () => {
      const left = await leaveRuns(0);
      const [first, second] = [await openTab(witness), await openTab(witness)];
      void first.evaluate(() => tab.drainAlone()).catch(() => undefined);
      await expect.poll(() => witness.effects("five trips").get("model 1")).toBe(1);
      const draining = second.evaluate(() => tab.drainAlone());
      await first.close();
      const drained = await draining;
      expect(drained["five trips"]).toBe(expected["five trips"].text);
      expectDrained(witness, left, [drained], undefined, 4);
      await second.close();
    }, 60_000);

    async function leaveRuns(at: number): Promise<LeftRuns> {
      const page = await openTab(witness);
      const settled = await page.evaluate((at) => tab.begin(at), at);
      await page.close();
      const effects = Object.keys(settled).map((runId) => [runId, witness.effects(runId)] as const);
      return { settled, effects: new Map(effects) };
    }
  });

  const lifeInTab: StartLife = async (witness) => {
    const page = await openTab(witness);
    // It is closed before it is done.
    void page.evaluate(() => tab.live()).catch(() => undefined);
    return () => page.close();
  };

  async function openTab(witness: Witness): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${witness.url}tab.html`);
    return page;
  }
});
