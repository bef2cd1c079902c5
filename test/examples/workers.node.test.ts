import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AnswerLine } from "../../examples/workers/src/stream-answer.ts";
import { root } from "../../scripts/entries.ts";
import { findChromium } from "../../scripts/find-chromium.ts";
import { requireBuild } from "./require-build.ts";
import { watchPage } from "./watch-page.ts";

const config = "examples/workers/wrangler.toml";
const json = { "content-type": "application/json" };
const log: string[] = [];
let wrangler: ChildProcess;
let address: string;

beforeAll(async () => {
  await requireBuild();
  const args = ["dev", "--config", config, "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0"];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" };
  // A group of its own, so that workerd ends with it.
  wrangler = spawn("wrangler", args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [wrangler.stdout, wrangler.stderr]) {
    if (output) createInterface(output).on("line", (line) => log.push(line));
  }
  address = await vi.waitFor(readyAddress, { timeout: 50_000, interval: 100 });
}, 60_000);

afterAll(() => {
  if (wrangler?.pid) process.kill(-wrangler.pid, "SIGTERM");
});

test("the Worker streams an answer with its citation and report, without Node compatibility", async () => {
  expect(readFileSync(root + config, "utf8")).not.toContain("compatibility_flags");
  const response = await ask("Which RFC does status code 418 come from?");
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = await linesOf(response);
  const text = lines.map((line) => (line.type === "text" ? line.delta : "")).join("");
  expect(text).toMatch(/RFC 2324.*\[1\]$/);
  expect(lines.filter(({ type }) => type === "text").length).toBeGreaterThan(5);
  expect(lines[0]).toEqual({
    type: "action",
    text: "Looking for “Which RFC does status code 418 come from?”",
  });
  const end = lines.at(-1);
  expect(end).toMatchObject({ type: "end", status: "completed", modelCalls: 2, toolCalls: 1 });
  expect(end).toMatchObject({ citations: [{ number: 1, source: "Cookies and teapots" }] });
  expect(end).toMatchObject({ tokens: expect.any(Number), milliseconds: expect.any(Number) });
}, 30_000);

test("a client that hangs up cancels the run", async () => {
  const before = log.length;
  const hangUp = new AbortController();
  const response = await ask("Why does HTTP/1.1 demand the Host header?", hangUp.signal);
  await response.body?.getReader().read();
  hangUp.abort();
  await expect
    .poll(() => log.slice(before).join("\n"), { timeout: 15_000 })
    .toContain('"status":"cancelled"');
}, 30_000);

test("the Worker refuses what is no question, with a code", async () => {
  const post = (body: string, headers: Record<string, string> = json): Promise<Response> =>
    fetch(`${address}/ask`, { method: "POST", headers, body });
  const refused = [
    { send: () => post("not JSON"), status: 400 },
    { send: () => post('{"question":" "}'), status: 400 },
    { send: () => post('{"question":"Who?"}', { "content-type": "text/plain" }), status: 400 },
    { send: postAtLength, status: 400 },
    { send: () => post(JSON.stringify({ question: "long ".repeat(1000) })), status: 400 },
    { send: () => fetch(`${address}/ask`), status: 405 },
    { send: () => fetch(`${address}/nothing`), status: 404 },
  ];
  for (const { send, status } of refused) {
    let response = await send();
    // The Worker has no answer of 500: that is the proxy of `wrangler dev`, whose connection broke with the request before.
    for (let tries = 1; response.status === 500 && tries < 4; tries += 1) response = await send();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", message: expect.any(String) });
  }
}, 30_000);

test("the page of the Worker shows the answer and its source, under script-src 'self'", async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const complaints = await watchPage(page);
    const response = await page.goto(address);
    expect(response?.headers()["content-security-policy"]).toContain("script-src 'self';");
    await page.getByLabel("Your question").fill("Who invented the cookie?");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.locator(".sources li").waitFor();
    expect(await page.locator(".answer").textContent()).toContain("Lou Montulli invented the cookie");
    expect(await page.locator(".sources cite").textContent()).toBe("Cookies and teapots");
    expect(await page.locator("footer").textContent()).toMatch(
      /^model calls: 2 · tool calls: 1 · \d+ tokens/,
    );
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}, 30_000);

function ask(question: string, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ question });
  return fetch(`${address}/ask`, { method: "POST", headers: json, body, ...(signal && { signal }) });
}

/** A question behind more blanks than any question needs, in a body that does not declare its length. */
async function postAtLength(): Promise<Response> {
  const body = new Blob([" ".repeat(50_000), '{"question":"Who?"}']).stream();
  return fetch(`${address}/ask`, { method: "POST", headers: json, body, duplex: "half" } as RequestInit);
}

async function linesOf(response: Response): Promise<AnswerLine[]> {
  const lines = (await response.text()).trimEnd().split("\n");
  return lines.map((line): AnswerLine => JSON.parse(line));
}

function readyAddress(): string {
  const ready = log.map((line) => /Ready on (http:\/\/\S+)/.exec(line)?.[1]).find(Boolean);
  if (ready === undefined) throw new Error(`wrangler dev is not ready:\n${log.join("\n")}`);
  return ready;
}
