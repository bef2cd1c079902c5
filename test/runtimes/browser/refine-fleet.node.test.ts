import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/entries.ts";
import { findChromium } from "../../../scripts/find-chromium.ts";
import type { RefineTab } from "./refine-fleet-tab.ts";

// What the page has as a global; functions that name it run there.
declare const tab: RefineTab;

const TABS = 10;

/** How often the refiner was asked for each task, and what its first answers wait for. */
const asked: Record<string, number> = {};
const held: Record<string, Promise<unknown>> = { closed: new Promise(() => {}) };

let server: Server;
let browser: Browser;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/runtimes/browser/refine-fleet-tab.ts`],
    bundle: true,
    format: "esm",
    write: false,
  });
  server = createServer(async (request, response) => {
    if (request.url === "/refiner") {
      response.end(await answer(await textOf(request)));
      return;
    }
    const isScript = request.url === "/tab.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? outputFiles[0]?.text : '<script type="module" src="/tab.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--process-per-site"],
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

describe.concurrent(`${TABS} tabs of Chromium that share one IndexedDB`, { timeout: 120_000 }, () => {
  it("C22: compile a cold key once, and get the same text", async () => {
    const tabs = await openTabs(TABS);
    const done = await Promise.all(tabs.map((page) => page.evaluate(() => tab.refine("cold"))));
    expect(asked.cold).toBe(1);
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(["# Take I\n\nHelp {{name}} of cold."]));
    expect(done.filter(({ from }) => from === "model")).toHaveLength(1);
    expect(done.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it("C22: go on with one pin where the tab that compiles is closed", async () => {
    const [first, ...others] = await openTabs(TABS + 1);
    const closed = first?.evaluate(() => tab.refine("closed")).catch(() => "closed");
    await expect.poll(() => asked.closed, { timeout: 30_000 }).toBe(1);
    const waiting = others.map((page) => page.evaluate(() => tab.refine("closed")));
    await first?.close();
    expect(await closed).toBe("closed");
    const done = await Promise.all(waiting);
    expect(asked.closed).toBe(2);
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(["# Take II\n\nHelp {{name}} of closed."]));
  });

  it("C22: fence the one that comes too late, also without Web Locks", async () => {
    let release = (): void => {};
    held.late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [first, ...others] = await openTabs(TABS + 1);
    const late = first?.evaluate(() => tab.refine("late", "cut off"));
    await expect.poll(() => asked.late, { timeout: 30_000 }).toBe(1);
    const done = await Promise.all(
      others.map((page) => page.evaluate(() => tab.refine("late", "without locks"))),
    );
    const expected = "# Take II\n\nHelp {{name}} of late.";
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set([expected]));
    release();
    expect(await late).toMatchObject({ text: expected, from: "store" });
    expect(asked.late).toBe(2);
  });
});

/** Tabs of a profile of their own. */
async function openTabs(count: number): Promise<Page[]> {
  const context = await browser.newContext();
  return Promise.all(
    Array.from({ length: count }, async () => {
      const page = await context.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      return page;
    }),
  );
}

/** The refiner: each take differs. */
async function answer(body: string): Promise<string> {
  const [, source = ""] = /<prompt-[^>]*>\\n(.*?)\\n<\/prompt-/.exec(body) ?? [];
  const [, task = ""] = / of (.*)\.$/.exec(source) ?? [];
  const take = (asked[task] ?? 0) + 1;
  asked[task] = take;
  if (take === 1) await held[task];
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return `# Take ${"I".repeat(take)}\n\n${source}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
