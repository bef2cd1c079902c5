import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/find-chromium.ts";
import type { GroupOptions, RagGroup, RagRow } from "../group.ts";
import type { IndexedDBPage } from "../indexed-db/page.ts";

// What the page has as a global; functions that name it run there.
declare const page: IndexedDBPage;

const FEW = 10_000;
const MANY = 100_000;
const ROUNDS = 6;
const contenders = ["hedgemage", "an object for each chunk", "plain blocks of 256 vectors"];
const targets = { write: 160, open: 220, first: 1500, later: 30, memory: 60 };

/** Vectors in IndexedDB, in a page of Chromium with a profile on the disk. Times of a clock, the best of some rounds. */
export const indexedDb: RagGroup = {
  name: "indexed-db",
  title:
    "Chunks with vectors of 384 numbers and 380 characters of text in IndexedDB, in a page of Chromium; a database is opened after the page was loaded anew",
  async *rows({ wants }: GroupOptions) {
    const profile = await mkdtemp(join(tmpdir(), "hedgemage-bench-"));
    const server = await serve();
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: await findChromium(),
      args: ["--no-sandbox", "--enable-precise-memory-info"],
    });
    try {
      const { port } = server.address() as AddressInfo;
      const url = `http://localhost:${port}/`;
      for (const who of contenders.filter(wants)) yield* fewRows(browser, url, who);
      if (wants("hedgemage")) yield* manyRows(browser, url);
    } finally {
      await browser.close();
      server.close();
      await rm(profile, { recursive: true, force: true });
    }
  },
};

async function* fewRows(browser: BrowserContext, url: string, who: string): AsyncIterable<RagRow> {
  const tab = await openPage(browser, url);
  let write = Number.POSITIVE_INFINITY;
  let open = Number.POSITIVE_INFINITY;
  const names = Array.from({ length: ROUNDS }, (_, round) => `${who} ${round}`);
  await tab.evaluate((count) => page.prepare(count), FEW);
  for (const name of names) {
    write = Math.min(write, await tab.evaluate(([one, at]) => page.write(one, at, 1), [who, name] as const));
  }
  for (const name of names) {
    await tab.goto(url);
    await tab.evaluate((count) => page.prepare(count), FEW);
    const { milliseconds } = await tab.evaluate(([one, at]) => page.open(one, at), [who, name] as const);
    open = Math.min(open, milliseconds);
    await tab.evaluate((at) => void indexedDB.deleteDatabase(at), name);
  }
  await tab.close();
  const isOurs = who === "hedgemage";
  const shared = { who, unit: "ms", better: "lower" } as const;
  yield {
    ...shared,
    measure: "indexed-db-write",
    title: `Writing ${FEW.toLocaleString("en-US")} chunks at once`,
    value: write,
    ...(isOurs && { target: targets.write }),
  };
  yield {
    ...shared,
    measure: "indexed-db-open",
    title: `Opening ${FEW.toLocaleString("en-US")} chunks, until a first query is answered`,
    value: open,
    ...(isOurs && { target: targets.open }),
  };
}

async function* manyRows(browser: BrowserContext, url: string): AsyncIterable<RagRow> {
  const who = "hedgemage";
  const run: [string, string] = [who, "many"];
  let tab = await openPage(browser, url);
  await tab.evaluate((count) => page.prepare(count), MANY);
  const written = await tab.evaluate(([one, name]) => page.write(one, name, 10), run);
  const truth = await tab.evaluate(() => page.truth());
  const firsts: number[] = [];
  const laters: number[] = [];
  let found: string[][] = [];
  for (let round = 0; round < 3; round++) {
    await tab.close();
    tab = await openPage(browser, url);
    // The same queries as those of the whole set come with it alone.
    await tab.evaluate((count) => page.prepare(count), MANY);
    const first = await tab.evaluate(([one, name]) => page.open(one, name), run);
    const later = await tab.evaluate(([one, name]) => page.query(one, name), run);
    firsts.push(first.milliseconds);
    laters.push(median(later.milliseconds));
    found = [first.keys, ...later.keys];
  }
  const shared = { who, better: "lower", unit: "ms" } as const;
  const hits = found.flatMap((keys, index) => keys.filter((key) => truth[index]?.includes(key))).length;
  const recall = `recall ${(hits / truth.flat().length).toFixed(4)}; written in ${Math.round(written)} ms`;
  const count = MANY.toLocaleString("en-US");
  yield {
    ...shared,
    measure: "indexed-db-first-query",
    title: `The first query of ${count} chunks after the page was loaded anew`,
    value: Math.min(...firsts),
    target: targets.first,
    note: recall,
  };
  yield {
    ...shared,
    measure: "indexed-db-later-query",
    title: `A later query of ${count} chunks, the median of 39`,
    value: Math.min(...laters),
    target: targets.later,
  };
  yield {
    ...shared,
    unit: "MB",
    measure: "indexed-db-memory",
    title: `What a page keeps in memory of ${count} chunks`,
    value: await memoryOf(tab),
    target: targets.memory,
  };
  await tab.close();
}

/** What the page has in memory without the vectors that it made for the bench, in MB. */
async function memoryOf(tab: Page): Promise<number> {
  await tab.evaluate(() => page.prepare(1));
  const devTools = await tab.context().newCDPSession(tab);
  await devTools.send("HeapProfiler.collectGarbage");
  await devTools.send("HeapProfiler.collectGarbage");
  const usage: { usedSize: number; backingStorageSize?: number } =
    await devTools.send("Runtime.getHeapUsage");
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1e6;
}

async function openPage(browser: BrowserContext, url: string): Promise<Page> {
  const tab = await browser.newPage();
  await tab.goto(url);
  return tab;
}

async function serve(): Promise<Server> {
  const { outputFiles } = await build({
    entryPoints: [new URL("../indexed-db/page.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
  });
  const script = outputFiles[0]?.text ?? "";
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : `<!doctype html><script type="module" src="/page.js"></script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
