import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { isReached, type QualityMeasure, qualityGroups } from "../../test/support/guard-measures.ts";
import type { Contender, Offer, Value } from "./contender.ts";
import { contenders, leftOut, SUBJECT } from "./contenders.ts";
import { readRows } from "./corpora.ts";
import { table } from "./table.ts";
import { timedGroups } from "./timed-groups.ts";

// Scores hedgemage and others on the corpora beside the checkout, all in this process: a table for each measure, or one line of
// JSON with `--json`.

const groupNames = [...Object.keys(qualityGroups), ...Object.keys(timedGroups)];
const USAGE = `node bench/quality/run.ts [--only GROUP]... [--who CONTENDER]... [--json] [--source]
Groups: ${groupNames.join(", ")}
It measures the built package, so run "npm run build" first, or the source with --source.`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    who: { type: "string", multiple: true },
    json: { type: "boolean" },
    source: { type: "boolean" },
    help: { type: "boolean" },
  },
});

await main();

async function main(): Promise<void> {
  const unknown = values.only?.find((name) => !groupNames.includes(name));
  if (values.help || unknown !== undefined) return stop(USAGE, values.help ? 0 : 2);
  if (!values.source && !existsSync(new URL("../../dist/src/guardrail/index.js", import.meta.url))) {
    return stop('There is no dist/. This bench measures the built package: run "npm run build" first.', 2);
  }
  const offers = await load();
  const rows: object[] = [];
  let missed = 0;
  const show = (measure: QualityMeasure, results: readonly Value[]): void => {
    const own = results.find(({ who }) => who === SUBJECT);
    if (own && (own.value === undefined || !isReached(measure, own.value))) missed += 1;
    rows.push(...results.map((result) => jsonRow(measure, result)));
    say(`${table(measure, results)}\n`);
  };
  for (const [name, group] of Object.entries(qualityGroups)) {
    if (!isAsked(name)) continue;
    const found: { who: string; found: Readonly<Record<string, number>> }[] = [];
    for (const [{ who }, { detectors }] of offers) {
      const one = await group.measure(detectors, readRows);
      if (one) found.push({ who, found: one });
    }
    if (found.length === 0)
      say(`${name}: the corpora are not beside the checkout, or nobody has a detector.\n`);
    else {
      for (const measure of group.measures)
        show(
          measure,
          found.map((one) => ({ who: one.who, value: one.found[measure.name] })),
        );
    }
  }
  for (const [name, group] of Object.entries(timedGroups)) {
    if (!isAsked(name)) continue;
    const results = await group.measure(offers);
    for (const measure of group.measures) show(measure, results[measure.name] ?? []);
  }
  if (values.json) console.log(JSON.stringify({ bench: "quality", rows }));
  else if (!offers.some(([{ who }]) => who === SUBJECT)) say(`${SUBJECT} was not measured.`);
  else say(missed === 0 ? "Every target was reached." : `${missed} targets were missed.`);
  process.exit(); // some packages leave timers behind
}

/** Those who are asked for, with what they offer. Who cannot run is told of. */
async function load(): Promise<(readonly [Contender, Offer])[]> {
  const { here, missing } = contenders();
  if (missing.length > 0) {
    say(`Without ${missing.join(", ")}: "npm run bench:install" installs the packages of others.`);
  }
  for (const [name, why] of Object.entries(leftOut)) say(`Without ${name}: ${why}.`);
  const offers: (readonly [Contender, Offer])[] = [];
  for (const one of here.filter(({ who }) => values.who?.includes(who) ?? true)) {
    try {
      offers.push([one, await one.load()]);
    } catch (error) {
      if (one.who === SUBJECT) throw error;
      say(`Without ${one.who}: ${error instanceof Error ? error.message : error}`);
    }
  }
  say("");
  return offers;
}

function isAsked(name: string): boolean {
  return values.only?.includes(name) ?? true;
}

function jsonRow({ name, title, unit, better, target }: QualityMeasure, { who, value, note }: Value): object {
  return {
    measure: name,
    title,
    who,
    value: value === undefined ? null : Number(value.toPrecision(4)),
    unit,
    better,
    ...(who === SUBJECT && target !== undefined && { target }),
    ...(note && { note }),
  };
}

/** Text for people. With `--json` it goes aside, so that the one line of JSON stands alone. */
function say(text: string): void {
  (values.json ? console.error : console.log)(text);
}

function stop(message: string, code: number): void {
  console.error(message);
  process.exitCode = code;
}
