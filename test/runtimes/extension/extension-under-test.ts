/// <reference types="chrome" />
import { mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Worker } from "playwright-core";
import { root } from "../../../scripts/entries.ts";
import { launchExtensions } from "../../support/launch-extensions.ts";

/** What the extensions under test may do: all that helps a store, the least that it needs, and nothing. */
export const permissions = {
  whole: ["storage", "unlimitedStorage"],
  small: ["storage"],
  none: [],
} as const;

/** The name of an extension under test. */
export type ExtensionName = keyof typeof permissions;

/** Where content scripts run. */
export const site = "http://site.example/";

/** Builds the extensions below a folder. */
export async function buildExtensions(folder: string): Promise<void> {
  for (const [name, granted] of Object.entries(permissions)) {
    const outdir = join(folder, name);
    mkdirSync(outdir, { recursive: true });
    await build({
      entryPoints: [`${root}test/runtimes/extension/store-extension.ts`],
      outdir,
      bundle: true,
      format: "iife",
      target: "chrome124",
    });
    const manifest = {
      manifest_version: 3,
      name,
      version: "1.0.0",
      permissions: granted,
      background: { service_worker: "store-extension.js" },
      content_scripts:
        name === "whole"
          ? [{ matches: [`${site}*`], js: ["store-extension.js"], run_at: "document_end" }]
          : [],
    };
    writeFileSync(join(outdir, "manifest.json"), JSON.stringify(manifest));
    writeFileSync(join(outdir, "page.html"), `<!doctype html><script src="store-extension.js"></script>`);
  }
}

/** Starts Chrome with a profile and the extensions, all below one folder. */
export function launchChrome(folder: string, profile: string): Promise<BrowserContext> {
  const extensions = Object.keys(permissions).map((name) => join(folder, name));
  return launchExtensions(join(folder, profile), extensions);
}

/** The service worker of an extension, once it is there. */
export async function workerOf(context: BrowserContext, wanted: ExtensionName): Promise<Worker> {
  for (;;) {
    for (const worker of context.serviceWorkers()) {
      const name = await worker.evaluate(() => chrome.runtime.getManifest().name).catch(() => undefined);
      if (name === wanted) return worker;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ends the service worker that has this address, as Chrome ends one that has nothing to do. */
export async function stopWorker(context: BrowserContext, url: string): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const targets = await session?.send("Target.getTargets");
  const target = targets?.targetInfos.find((info) => info.type === "service_worker" && info.url === url);
  if (!session || !target) throw new Error(`No service worker runs at ${url}.`);
  await session.send("Target.closeTarget", { targetId: target.targetId });
  await session.detach();
}

/** Kills the Chrome that holds a profile, as the system kills it: Chrome names its process in the profile's lock. */
export function killChrome(folder: string, profile: string): void {
  const holder = readlinkSync(join(folder, profile, "SingletonLock"));
  process.kill(Number(holder.slice(holder.lastIndexOf("-") + 1)), "SIGKILL");
}
