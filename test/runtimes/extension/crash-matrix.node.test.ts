import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it, vi } from "vitest";
import { root } from "../../../scripts/entries.ts";
import { findFullChromium } from "../../../scripts/find-chromium.ts";
import type { Drained } from "../../support/crash-matrix/drain-together.ts";
import { expectDrained } from "../../support/crash-matrix/expect-drained.ts";
import { runApprovals } from "../../support/crash-matrix/run-approvals.ts";
import { closeMatrix, runMatrix, type StartLife } from "../../support/crash-matrix/run-matrix.ts";
import { startWitness } from "../../support/crash-matrix/witness.ts";
import { launchExtensions } from "../../support/launch-extensions.ts";
import type { CrashExtension, CrashMessage, CrashPlace } from "./crash-matrix-extension.ts";

// What the extension has as a global; functions that name it run there.
declare const crashes: CrashExtension;

const executablePath = findFullChromium();
if (!executablePath)
  console.log("No full Chromium here: service workers are not stopped. CHROMIUM_PATH names one.");

const homes = ["chrome.storage", "IndexedDB"] as const;
/** An alarm takes a second to go off, so that most lives begin with a message. */
const alarmEvery = 12;

/** One extension for each, so that both are stopped side by side. */
const modes = ["per-trip", "per-call"] as const;
type Mode = (typeof modes)[number];

/** An extension that is loaded: its page, and the power over its service worker. */
interface Loaded {
  readonly page: Page;
  readonly stop: () => Promise<void>;
}

describe.skipIf(!executablePath)("R13: agents in the service worker of an extension", () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgemage-worker-crashes-"));
  let context: BrowserContext;
  const loaded = new Map<Mode, Loaded>();

  beforeAll(async () => {
    for (const mode of modes) await buildExtension(mode);
    const extensions = modes.map((mode) => join(folder, mode));
    context = await launchExtensions(join(folder, "profile"), extensions);
    await vi.waitUntil(() => context.serviceWorkers().length === modes.length, { timeout: 30_000 });
    for (const worker of context.serviceWorkers()) {
      const name = await worker.evaluate(() => chrome.runtime.getManifest().name);
      const page = await context.newPage();
      await page.goto(new URL("page.html", worker.url()).href);
      loaded.set(name as Mode, { page, stop: await powerOver(worker.url(), page) });
    }
  }, 90_000);

  afterAll(async () => {
    await context?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(homes)(
    "that is stopped between any two events, saved in %s: the next message or alarm takes each run up, no settled call is repeated, usage is counted once",
    async (home) => {
      const matrices = modes.map(async (mode) => {
        const witness = await startWitness();
        try {
          return await runMatrix(lifeIn(extension(mode), home), witness, [mode]);
        } finally {
          witness.close();
        }
      });
      closeMatrix(`MV3 service worker stopped, ${home}`, await Promise.all(matrices));
    },
    240_000,
  );

  it("whose calls wait for a person take each decision once, whenever it is stopped", async () => {
    const rows = homes.map(async (home, index) => {
      const mode = modes[index] ?? "per-call";
      const witness = await startWitness();
      try {
        const row = `MV3 service worker stopped, ${home}`;
        await runApprovals(row, lifeIn(extension(mode), home), witness, mode);
      } finally {
        witness.close();
      }
    });
    await Promise.all(rows);
  }, 120_000);

  it.each(homes)(
    "that drains %s while a page does: one of them runs each run, the other is told STORE_CONFLICT, nothing is done twice",
    async (home) => {
      const { page } = extension("per-call");
      const witness = await startWitness();
      const place: CrashPlace = { home, witness: witness.url };
      const other = await context.newPage();
      await other.goto(page.url());
      const settled = await other.evaluate((place) => crashes.begin(place, 1), place);
      await other.close();
      const effects = new Map(Object.keys(settled).map((runId) => [runId, witness.effects(runId)]));
      const inPage = page.evaluate((place) => crashes.drain(place, true), place);
      const inWorker = page.evaluate((message): Promise<Drained> => chrome.runtime.sendMessage(message), {
        place,
        drain: true,
      } satisfies CrashMessage);
      const drained = await Promise.all([inPage, inWorker]);
      expectDrained(witness, { settled, effects }, drained, ["STORE_CONFLICT", "answer"]);
      witness.close();
    },
    60_000,
  );

  function until(isSo: () => boolean, timeout = 10_000): Promise<boolean> {
    return vi.waitUntil(isSo, { interval: 5, timeout });
  }

  function extension(mode: Mode): Loaded {
    const one = loaded.get(mode);
    if (!one) throw new Error(`The extension ${mode} is not loaded.`);
    return one;
  }

  function lifeIn({ page, stop }: Loaded, home: CrashPlace["home"]): StartLife {
    let lives = 0;
    return async (witness) => {
      const place: CrashPlace = { home, witness: witness.url };
      lives += 1;
      if (lives % alarmEvery === 0) {
        const name = JSON.stringify(place);
        await page.evaluate((name) => chrome.alarms.create(name, { when: Date.now() }), name);
      } else {
        const message: CrashMessage = { place };
        await page.evaluate((message) => void chrome.runtime.sendMessage(message), message);
      }
      return stop;
    };
  }

  async function buildExtension(mode: Mode): Promise<void> {
    const outdir = join(folder, mode);
    mkdirSync(outdir, { recursive: true });
    await build({
      entryPoints: [`${root}test/runtimes/extension/crash-matrix-extension.ts`],
      outdir,
      bundle: true,
      format: "iife",
      target: "chrome124",
    });
    const manifest = {
      manifest_version: 3,
      name: mode,
      version: "1.0.0",
      permissions: ["storage", "unlimitedStorage", "alarms"],
      host_permissions: ["http://127.0.0.1/*"],
      background: { service_worker: "crash-matrix-extension.js" },
    };
    writeFileSync(join(outdir, "manifest.json"), JSON.stringify(manifest));
    const page = `<!doctype html><script src="crash-matrix-extension.js"></script>`;
    writeFileSync(join(outdir, "page.html"), page);
  }

  /** Stops a service worker as the browser does, whatever it is at. */
  async function powerOver(url: string, page: Page): Promise<() => Promise<void>> {
    const session: CDPSession = await context.newCDPSession(page);
    let status = "";
    const version = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
        const own = versions.find(({ scriptURL }) => scriptURL === url);
        if (!own) return;
        status = own.runningStatus;
        resolve(own.versionId);
      });
    });
    await session.send("ServiceWorker.enable");
    const versionId = await version;
    return async () => {
      // What it did is heard here before Chrome tells of its start.
      await until(() => status === "running");
      // Asked again, where the worker was just about to start anew.
      for (let tries = 0; tries < 5; tries += 1) {
        await session.send("ServiceWorker.stopWorker", { versionId });
        if (await until(() => status === "stopped", 2_000).catch(() => false)) return;
      }
      throw new Error(`The service worker is ${status}, and does not stop.`);
    };
  }
});
