import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readRows } from "../bench/quality/corpora.ts";
import type { Bundler } from "../bench/size/bundle.ts";
import { comparison, ownCases, peerCases, type SizeCase } from "../bench/size/cases.ts";
import { bundlers, measure } from "../bench/size/measure.ts";
import { scoreInjection } from "../src/guardrail/injection/score.ts";
import { injection } from "../src/guardrail/injection.ts";
import { pii } from "../src/guardrail/pii.ts";
import { secrets } from "../src/guardrail/secrets.ts";
import { type QualityMeasure, qualityGroups } from "../test/support/guard-measures.ts";
import { ownDetectors } from "../test/support/own-detectors.ts";
import { root } from "./entries.ts";
import { driverTraits } from "./store-traits.ts";
import { testCounts, testProjects } from "./test-counts.ts";

const readme = `${root}README.md`;

/**
 * The tables that README.md takes from measurements, by the name in its marks (`<!-- generated:NAME -->` up to
 * `<!-- /generated -->`). `npm run readme:tables` writes them; guards tell when one but the first and the peers is old.
 */
export const tables: Readonly<Record<string, () => Promise<string> | string>> = {
  runtimes,
  sizes,
  peers,
  stores,
  quality,
};

/** The text with each marked part replaced by what its table says now. */
export async function withTables(
  text: string,
  names: readonly string[] = Object.keys(tables),
): Promise<string> {
  let result = text;
  for (const name of names) {
    const start = `<!-- generated:${name} -->\n`;
    const from = result.indexOf(start);
    const to = result.indexOf("<!-- /generated -->", from);
    const table = await tables[name]?.();
    if (from < 0 || to < 0 || !table) continue;
    result = `${result.slice(0, from)}${start}${table}${result.slice(to)}`;
  }
  return result;
}

/** Where the last whole check ran how many tests; nothing before there was one. */
function runtimes(): string {
  const rows = testProjects.flatMap(({ project, name }) => {
    const counts = testCounts(project);
    return counts && name ? [`| ${name} | ${counts.passed} |`] : [];
  });
  return rows.length > 0 ? markdown("| Runtime | Tests that pass there |", "| --- | ---: |", rows) : "";
}

async function sizes(): Promise<string> {
  const rows = await Promise.all(ownCases.map((one) => row(one, Object.values(bundlers))));
  return markdown("| kB after gzip | first load | all code |", "| --- | ---: | ---: |", rows);
}

/** Like `sizes`, for one program; empty where the peers are not installed, which leaves the README as it is. */
async function peers(): Promise<string> {
  const others = peerCases();
  if (others.length === 0) return "";
  const own = ownCases
    .filter(({ name }) => name === comparison)
    .map((one) => ({ ...one, name: "**hedgemage**" }));
  const rows: string[] = [];
  for (const one of [...own, ...others]) rows.push(await row(one, [bundlers.esbuild]));
  return markdown(`| ${comparison}: kB after gzip | first load | all code |`, "| --- | ---: | ---: |", rows);
}

/** The larger size of the bundlers. */
async function row({ name, consumer }: SizeCase, by: readonly Bundler[]): Promise<string> {
  const measured = await Promise.all(by.map((bundler) => measure(consumer, bundler)));
  const most = (part: "first" | "whole") => Math.max(...measured.map((one) => one[part].gzip));
  return `| ${name} | ${(most("first") / 1000).toFixed(1)} | ${(most("whole") / 1000).toFixed(1)} |`;
}

/** What each driver says of itself. */
function stores(): string {
  const yes = (is: boolean): string => (is ? "yes" : "**no**");
  const rows = driverTraits().map(({ name, entry, home, traits }) => {
    const { atomic, durable, ttl, eventual, maxValueBytes, maxKeyBytes } = traits;
    const limits = [maxValueBytes, maxKeyBytes].map(bytesOf);
    const reads = eventual ? "**eventual**" : "immediate";
    const cells = [
      `\`${name}\``,
      `\`${entry}\``,
      home,
      yes(atomic),
      yes(durable),
      yes(ttl),
      reads,
      ...limits,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return markdown(
    "| Store | Entry | Where | Atomic | Durable | Expiry | Reads | Largest value | Longest key |",
    "| --- | --- | --- | --- | --- | --- | --- | ---: | ---: |",
    rows,
  );
}

/** How good the detectors are; empty where the corpora are not beside the checkout, which leaves the README as it is. */
async function quality(): Promise<string> {
  const detectors = ownDetectors({ pii, secrets, injection, scoreInjection });
  const rows: string[] = [];
  for (const group of Object.values(qualityGroups)) {
    const values = await group.measure(detectors, readRows);
    if (!values) return "";
    for (const measure of group.measures.filter(isTold)) {
      const { name, title, unit } = measure;
      rows.push(`| ${title} | ${unit === "share" ? values[name]?.toFixed(3) : values[name]} |`);
    }
  }
  return markdown("| What is scored | Score |", "| --- | ---: |", rows);
}

/** Whether a measure has a target, or is one of attacks that are found or of long texts that are none. */
function isTold({ name, target, better }: QualityMeasure): boolean {
  if (target !== undefined) return true;
  return name === "injection-long" || (name.startsWith("injection-") && better === "higher");
}

/** Bytes for people, in the unit that they were chosen in. */
function bytesOf(bytes: number | undefined): string {
  if (bytes === undefined) return "no limit";
  const mebibytes = bytes / 1_048_576;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes.toLocaleString("en-US")} B`;
}

function markdown(head: string, line: string, rows: readonly string[]): string {
  return [head, line, ...rows, ""].join("\n");
}

if (import.meta.main && existsSync(readme))
  writeFileSync(readme, await withTables(readFileSync(readme, "utf8")));
