import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { root } from "../../scripts/entries.ts";
import { findChromium } from "../../scripts/find-chromium.ts";
import { requireBuild } from "./require-build.ts";
import { watchPage } from "./watch-page.ts";

const outDir = mkdtempSync(join(tmpdir(), "hedgemage-react-"));
let server: PreviewServer;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  await requireBuild();
  vi.stubEnv("NODE_ENV", "production"); // or React would be its development build
  const config = {
    root: `${root}examples/react`,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  } as const;
  await build(config);
  server = await preview({ ...config, preview: { host: "127.0.0.1" } });
  browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(outDir, { recursive: true });
});

beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  complaints = await watchPage(page);
});

afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

test("the React page answers from its documents, cites them and reports, under script-src 'self'", async () => {
  const policy = "meta[http-equiv='Content-Security-Policy']";
  await open();
  expect(await page.locator(policy).getAttribute("content")).toContain("script-src 'self';");

  await page.getByRole("button", { name: "How tall is the tower on the Bell Rock?" }).click();
  await page.locator("article[aria-busy=false]").waitFor();
  expect(await page.locator(".answer").textContent()).toContain("The tower is 35 metres tall");

  await page.locator(".answer a").first().click();
  const source = page.locator(".sources li:target");
  expect(await source.locator("cite").textContent()).toBe("Bell Rock");
  expect(await source.locator("blockquote").textContent()).toContain("35 metres");
  const report = await page.locator("article footer").textContent();
  expect(report).toMatch(/^local model · 2 model calls · 1 tool call · \d+ tokens · \d+\.\d\d s$/);
}, 30_000);

test("the React page says so when the documents hold no answer", async () => {
  await open();
  await ask("Who invented the telephone?");
  await page.locator("article[aria-busy=false]").waitFor();
  expect(await page.locator(".answer").textContent()).toContain("did not find an answer");
  expect(await page.locator(".sources li").count()).toBe(0);
}, 30_000);

test("Stop ends the run of the React page in the middle of its answer", async () => {
  // A clock that stands still holds the model between two words.
  await page.clock.install();
  await open();
  await page.clock.pauseAt(Date.now() + 60_000);
  await ask("Where does Smeaton's tower stand today?");
  await expect.poll(() => page.locator(".answer").textContent()).toBe("It ");

  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator("article[aria-busy=false]").waitFor();
  expect(await page.getByRole("alert").textContent()).toBe("Stopped. AGENT_CANCELLED");
  await page.clock.runFor(10_000);
  expect(await page.locator(".answer").textContent()).toBe("It ");
}, 30_000);

test("the React page shows an error with its code", async () => {
  await open();
  await ask(`Who built the Bell Rock? ${"Tell me about the lamp, too. ".repeat(500)}`);
  await page.locator("article[aria-busy=false]").waitFor();
  expect(await page.getByRole("alert").locator("code").textContent()).toBe("BUDGET_EXCEEDED");
}, 30_000);

test("what somebody typed is shown as text, not as HTML", async () => {
  await open();
  await ask("<img src=x onerror=alert(1)> Who invented the lens?");
  await page.locator("article[aria-busy=false]").waitFor();
  expect(await page.locator("h2").textContent()).toBe("<img src=x onerror=alert(1)> Who invented the lens?");
  expect(await page.locator("article img").count()).toBe(0);
}, 30_000);

async function open(): Promise<void> {
  await page.goto(server.resolvedUrls?.local[0] ?? "");
}

async function ask(question: string): Promise<void> {
  await page.getByLabel("Your question").fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}
