import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { PGlite } from "@electric-sql/pglite";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { root } from "../../scripts/entries.ts";
import { findChromium } from "../../scripts/find-chromium.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { postgresStore } from "../../src/store/postgres-store.ts";
import { type Timing, timeStore } from "./homes/loop.ts";

// Prints how many small values each store writes and reads in a second in its own runtime, one after the other: a table,
// or one line of JSON with `--json`. It measures the source. No targets: it is the platform that takes the time.

const COUNT = 500;
const homes: Readonly<Record<string, () => Promise<Record<string, Timing>>>> = {
  Node: onNode,
  workerd: onWorkerd,
  Chromium: onChromium,
  Deno: onDeno,
};

const rows: { store: string; home: string; timing: Timing }[] = [];
for (const [home, run] of Object.entries(homes)) {
  try {
    for (const [store, timing] of Object.entries(await run())) rows.push({ store, home, timing });
  } catch (error) {
    console.error(`${home}: ${error instanceof Error ? error.message : error}`);
  }
}
if (process.argv.includes("--json")) {
  const measured = rows.flatMap(({ store, home, timing }) =>
    (["set", "get"] as const).map((verb) => ({
      measure: `${store} on ${home}: ${verb}`,
      who: "hedgemage",
      value: perSecond(timing[verb]),
      unit: "/s",
      better: "higher",
    })),
  );
  console.log(JSON.stringify({ bench: "stores", rows: measured }));
} else {
  for (const { store, home, timing } of rows) {
    const figures = [timing.set, timing.get].map((time) =>
      perSecond(time).toLocaleString("en-US").padStart(8),
    );
    console.log(`${store.padEnd(20)} ${home.padEnd(10)} ${figures[0]} set/s ${figures[1]} get/s`);
  }
}

async function onNode(): Promise<Record<string, Timing>> {
  const client = new PGlite();
  const postgres = postgresStore({ client });
  await client.exec(postgres.schema());
  const memory = await timeStore(memoryStore(), COUNT * 20);
  const inPGlite = await timeStore(postgres, COUNT);
  await client.close();
  return { memoryStore: { set: memory.set / 20, get: memory.get / 20 }, "postgresStore (PGlite)": inPGlite };
}

async function onWorkerd(): Promise<Record<string, Timing>> {
  const options = {
    modules: [{ type: "ESModule" as const, path: "worker.mjs", contents: await bundle("worker-entry.ts") }],
    compatibilityDate: "2026-06-01",
    cf: false as const,
    kvNamespaces: ["KV"],
    d1Databases: ["DB"],
    durableObjects: { STORE: { className: "HedgemageStore", useSQLite: true } },
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  const time = async (path: string): Promise<number> => {
    const begun = performance.now();
    const response = await miniflare.dispatchFetch(`http://bench/${path}/${COUNT}`);
    if (!response.ok) throw new Error(await response.text());
    await response.text();
    return performance.now() - begun;
  };
  const timings: Record<string, Timing> = {};
  for (const store of ["durableObjectStore", "d1Store", "kvStore"]) {
    timings[store] = { set: await time(`${store}/set`), get: await time(`${store}/get`) };
  }
  await miniflare.dispose();
  return timings;
}

async function onChromium(): Promise<Record<string, Timing>> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  const script = await bundle("tab-entry.ts");
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(`<script type="module">${script}</script>`),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = server.address();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
    const timing: Timing = await page.evaluate(`measureStore(${COUNT})`);
    return { indexedDBStore: timing };
  } finally {
    await browser.close();
    server.close();
  }
}

async function onDeno(): Promise<Record<string, Timing>> {
  const folder = mkdtempSync(`${tmpdir()}/hedgemage-bench-`);
  try {
    writeFileSync(`${folder}/entry.js`, await bundle("deno-entry.ts"));
    const args = ["run", "-A", "--unstable-kv", `${folder}/entry.js`, `${folder}/kv.sqlite`, String(COUNT)];
    return { denoKvStore: JSON.parse(execFileSync("deno", args, { encoding: "utf8" })) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}bench/speed/homes/${file}`],
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

function perSecond(milliseconds: number): number {
  return Math.round((COUNT * 1000) / milliseconds);
}
