import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/entries.ts";
import { findFullChromium } from "../../scripts/find-chromium.ts";
import { launchExtensions } from "../support/launch-extensions.ts";
import { requireBuild } from "./require-build.ts";
import { watchPage } from "./watch-page.ts";

const executablePath = findFullChromium();
if (!executablePath)
  console.log("No full Chromium here: the extension is not tested. CHROMIUM_PATH names one.");

const homes = ["this panel", "service worker"];
const question = "Who decoded the waggle dance?";

describe.skipIf(!executablePath)("the Chrome extension", () => {
  const built = mkdtempSync(join(tmpdir(), "hedgemage-extension-"));
  const profile = mkdtempSync(join(tmpdir(), "hedgemage-profile-"));
  const workerLog: string[] = [];
  let context: BrowserContext;
  let worker: Worker;
  let panel: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    await requireBuild();
    execFileSync("node", [`${root}examples/extension/build.ts`, built]);
    context = await launchExtensions(profile, [built]);
    worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    worker.on("console", (message) => workerLog.push(message.text()));
  }, 60_000);

  afterAll(async () => {
    await context?.close();
    for (const folder of [built, profile]) rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    workerLog.length = 0;
    panel = await context.newPage();
    panel.setDefaultTimeout(10_000);
    complaints = await watchPage(panel);
    await panel.goto(new URL("panel.html", worker.url()).href);
  });

  afterEach(async () => {
    await panel.close();
    expect(complaints).toEqual([]);
  });

  test("it asks for one permission and keeps the default policy", () => {
    const manifest = JSON.parse(readFileSync(join(built, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ manifest_version: 3, permissions: ["sidePanel"] });
    expect(manifest).not.toHaveProperty("host_permissions");
    expect(manifest).not.toHaveProperty("content_security_policy");
  });

  test.each(homes)(
    "it answers from its notes, cites them and reports, from %s",
    async (home) => {
      await choose(home);
      await panel.getByRole("button", { name: "Ask", exact: true }).click();
      await ended();
      expect(await panel.locator(".answer").textContent()).toMatch(
        /^Karl von Frisch decoded the dance.*\[\d\]$/,
      );
      expect(await panel.locator(".sources cite").textContent()).toBe("The waggle dance");
      const report = /^model calls: 2 · tool calls: 1 · \d+ tokens · \d+ ms$/;
      expect(await panel.locator("footer").textContent()).toMatch(report);
      const ranInWorker = home === "service worker";
      await expect.poll(() => workerLog).toEqual(ranInWorker ? ["run completed"] : []);
    },
    30_000,
  );

  test.each(homes)(
    "Stop ends the run in the middle of its answer, in %s",
    async (home) => {
      await choose(home);
      await atFirstWord(() => document.querySelector<HTMLButtonElement>("form > button")?.click());
      await ended();
      expect(await panel.locator(".activity").textContent()).toBe("Stopped. AGENT_CANCELLED");
      expect(await panel.locator(".answer").textContent()).not.toContain("Nobel");
    },
    30_000,
  );

  test("closing the panel cancels the run in the service worker", async () => {
    await choose("service worker");
    await atFirstWord(() => location.replace("about:blank"));
    await expect.poll(() => workerLog, { timeout: 10_000 }).toEqual(["run cancelled"]);
  }, 30_000);

  async function choose(home: string): Promise<void> {
    await panel.getByLabel(home).check();
    await panel.getByLabel("Your question").fill(question);
  }

  async function ended(): Promise<void> {
    await panel.locator("article[aria-busy=false]").waitFor();
  }

  /** Asks, and acts in the page as soon as it shows the first word: from out here that could come too late. */
  async function atFirstWord(act: () => void): Promise<void> {
    await panel.evaluate(`
      new MutationObserver((_, observer) => {
        observer.disconnect();
        setTimeout(${act}); // the event that asked may still be going on, and a form submits one at a time
      }).observe(document.querySelector(".answer"), { childList: true });
    `);
    await panel.getByRole("button", { name: "Ask", exact: true }).click();
  }
});
