import {
  type AdapterSize,
  adapterCases,
  adapterParts,
  adapterText,
  measureAdapter,
  readAdapterBudgets,
} from "./adapter-cases.ts";
import { readBudgets } from "./budget.ts";
import type { Bundler } from "./bundle.ts";
import { comparison, comparisonTarget, ownCases, peerCases } from "./cases.ts";
import { guardCases, measureGuard } from "./guard-cases.ts";
import { bundlers, measure, type Sizes } from "./measure.ts";
import { measurePrompt, promptCases } from "./prompt-cases.ts";
import { measureRag, ragCases } from "./rag-cases.ts";
import { type AddedSize, addedCases, measureAdded } from "./store-cases.ts";

// Prints what hedgemage and its peers add to a page: a table, or one line of JSON with `--json`. With `--budget` it
// prints the sizes of now in the form of budget.json and adapter-budget.json, for the commit that needs more.

const adapterWords = {
  own: "what a chat takes beside the kernel",
  chat: "what a chat takes",
  tools: "with tools and a schema",
  all: "all",
} as const;

interface Result {
  who: string;
  name: string;
  bundler: string;
  sizes: Sizes;
}

interface Added {
  name: string;
  bundler: string;
  target: number | undefined;
  size: AddedSize;
}

const results: Result[] = [];
for (const { name, consumer } of ownCases) {
  for (const [bundler, bundle] of Object.entries(bundlers)) {
    results.push({ who: "hedgemage", name, bundler, sizes: await measure(consumer, bundle) });
  }
}
// Some peers are CommonJS in part, which rollup does not read by itself.
for (const { name, consumer } of peerCases()) {
  const sizes = await measure(consumer, bundlers.esbuild);
  results.push({ who: name, name: comparison, bundler: "esbuild", sizes });
}

const added = await addedBy(addedCases, measureAdded);
const guards = await addedBy(guardCases, measureGuard);
const prompts = await addedBy(promptCases, measurePrompt);
const retrieval = await addedBy(ragCases, measureRag);

const adapters: { name: string; bundler: string; target: number; size: AdapterSize }[] = [];
for (const one of adapterCases) {
  for (const [bundler, bundle] of Object.entries(bundlers)) {
    adapters.push({ name: one.name, bundler, target: one.target, size: await measureAdapter(one, bundle) });
  }
}

if (process.argv.includes("--json")) printJson();
else if (process.argv.includes("--budget")) printBudgets();
else printTables();

/** What each adds to a program, by each bundler. */
async function addedBy<Case extends { readonly name: string; readonly target?: number }>(
  cases: readonly Case[],
  measure: (one: Case, bundler: Bundler) => Promise<AddedSize>,
): Promise<Added[]> {
  const all: Added[] = [];
  for (const one of cases) {
    for (const [bundler, bundle] of Object.entries(bundlers)) {
      all.push({ name: one.name, bundler, target: one.target, size: await measure(one, bundle) });
    }
  }
  return all;
}

function printJson(): void {
  const rows = results.flatMap(({ who, name, bundler, sizes }) =>
    (["first", "whole"] as const).map((part) => ({
      measure: `${name}: ${part === "first" ? "first load" : "all code"} (${bundler})`,
      who,
      value: sizes[part].gzip / 1000,
      unit: "kB gzip",
      better: "lower",
      ...(who === "hedgemage" &&
        name === comparison &&
        part === "first" && { target: comparisonTarget / 1000 }),
    })),
  );
  const addedRows = [...added, ...guards, ...prompts, ...retrieval].map(
    ({ name, bundler, target, size }) => ({
      measure: `${name}: added (${bundler})`,
      who: "hedgemage",
      value: size.added / 1000,
      unit: "kB gzip",
      better: "lower",
      ...(target !== undefined && { target: target / 1000 }),
    }),
  );
  const adapterRows = adapters.flatMap(({ name, bundler, target, size }) =>
    adapterParts.map((part) => ({
      measure: `${name}: ${adapterWords[part]} (${bundler})`,
      who: "hedgemage",
      value: size[part] / 1000,
      unit: "kB gzip",
      better: "lower",
      ...(part === "own" && { target: target / 1000 }),
    })),
  );
  console.log(JSON.stringify({ bench: "size", rows: [...rows, ...addedRows, ...adapterRows] }));
}

function printBudgets(): void {
  const budgets = ownCases.map(({ name }) => {
    const own = results.filter((result) => result.who === "hedgemage" && result.name === name);
    const most = (part: "first" | "whole") => roundedMost(own.map((one) => one.sizes[part].gzip));
    return [name, { first: most("first"), whole: most("whole") }];
  });
  console.log(JSON.stringify(Object.fromEntries(budgets), null, 2));
  const adapterBudgets = adapterCases.map(({ name }) => {
    const own = adapters.filter((one) => one.name === name);
    return [
      name,
      Object.fromEntries(adapterParts.map((part) => [part, roundedMost(own.map(({ size }) => size[part]))])),
    ];
  });
  console.log(JSON.stringify(Object.fromEntries(adapterBudgets), null, 2));
}

/** The larger of the bundlers' sizes, up to the next hundred bytes. */
function roundedMost(sizes: readonly number[]): number {
  return Math.ceil(Math.max(...sizes) / 100) * 100;
}

function printTables(): void {
  const budgets = readBudgets();
  console.log("hedgemage in a browser, in kB. First: what loads at the start. All: with what loads later.\n");
  printTable(
    ["", "bundler", "first, min", "first, gzip", "budget", "all, min", "all, gzip", "budget"],
    results
      .filter(({ who }) => who === "hedgemage")
      .map(({ name, bundler, sizes: { first, whole } }) => [
        name,
        bundler,
        kilobytes(first.minified),
        kilobytes(first.gzip),
        kilobytes(budgets[name]?.first),
        kilobytes(whole.minified),
        kilobytes(whole.gzip),
        kilobytes(budgets[name]?.whole),
      ]),
  );
  printAdded(
    "What a store adds to a program that has an agent, and what it is alone, in kB after gzip.",
    added,
  );
  printAdded("What guards add to one: every module that runs load in fact, in kB after gzip.", guards);
  printAdded("What prompts add to one, in the same way.", prompts);
  printAdded("What retrieval adds to one, in the same way.", retrieval);
  console.log(`\n${adapterText}\n`);
  const most = readAdapterBudgets();
  printTable(
    ["", "bundler", "own", "target", "budget", "chat", "budget", "with tools", "budget", "all", "budget"],
    adapters.map(({ name, bundler, target, size }) => [
      name,
      bundler,
      kilobytes(size.own),
      kilobytes(target),
      ...adapterParts.flatMap((part) => [
        ...(part === "own" ? [] : [kilobytes(size[part])]),
        kilobytes(most[name]?.[part]),
      ]),
    ]),
  );
  console.log(`\nThe same program with others (${comparison}), by esbuild, in kB after gzip.\n`);
  const rivals = results.filter(({ name, bundler }) => name === comparison && bundler === "esbuild");
  printTable(
    ["", "first", "all", "Node built-ins that it wants"],
    rivals.map(({ who, sizes: { first, whole, builtins } }) => [
      who,
      kilobytes(first.gzip),
      kilobytes(whole.gzip),
      builtins.join(" ") || "none",
    ]),
  );
  if (rivals.length === 1) console.log("\nThe others are not installed; `npm run bench:install` does it.");
}

function printAdded(title: string, sizes: readonly Added[]): void {
  console.log(`\n${title}\n`);
  printTable(
    ["", "bundler", "added", "target", "alone"],
    sizes.map(({ name, bundler, target, size }) => [
      name,
      bundler,
      kilobytes(size.added),
      kilobytes(target),
      kilobytes(size.alone),
    ]),
  );
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const cells = line.map((cell, column) => pad(cell, widths[column] ?? 0, column));
    console.log(cells.join("  ").trimEnd());
  }
}

/** Words to the left, numbers to the right. */
function pad(cell: string, width: number, column: number): string {
  return column > 0 && /^[\d.]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}

function kilobytes(bytes: number | undefined): string {
  return bytes === undefined ? "-" : (bytes / 1000).toFixed(1);
}
