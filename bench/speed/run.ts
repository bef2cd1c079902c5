import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { contenderNames, FLOOR, SUBJECT } from "./contenders.ts";
import type { Measure } from "./measure.ts";
import { measures } from "./measures.ts";
import { isReached, table } from "./table.ts";
import { type Result, takeSamples } from "./take-samples.ts";

const USAGE = `node bench/speed/run.ts [--only MEASURE]... [--who CONTENDER]... [--json]
Measures: ${measures.map(({ name }) => name).join(", ")}
It measures the built package, so run "npm run build" first.`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    who: { type: "string", multiple: true },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
});

await main();

async function main(): Promise<void> {
  const unknown = values.only?.find((name) => !measures.some((measure) => measure.name === name));
  if (values.help || unknown !== undefined) return stop(USAGE, values.help ? 0 : 2);
  if (!existsSync(new URL("../../dist/src/index.js", import.meta.url))) {
    return stop('There is no dist/. This bench measures the built package: run "npm run build" first.', 2);
  }
  const names = chosenContenders();
  const rows: object[] = [];
  let missed = 0;
  for (const measure of measures.filter(({ name }) => values.only?.includes(name) ?? true)) {
    const { results, dropped } = await takeSamples(measure, names);
    const subject = results.find(({ who }) => who === SUBJECT);
    if (!subject || !isReached(measure, subject)) missed += 1;
    const floor = results.find(({ who }) => who === FLOOR);
    rows.push(...results.map((result) => jsonRow(measure, result, floor)));
    say(table(measure, results));
    for (const { who, why } of dropped) say(`  ${who}: ${why}`);
    say("");
  }
  if (values.json) console.log(JSON.stringify({ bench: "speed", rows }));
  else say(missed === 0 ? "Every target was reached." : `${missed} targets were missed.`);
}

function chosenContenders(): string[] {
  const isInstalled = (name: string): boolean =>
    existsSync(new URL(`../node_modules/${name}/package.json`, import.meta.url));
  const names = contenderNames(isInstalled);
  if (names.length < contenderNames(() => true).length) {
    say('Peers are missing: "npm run bench:install" installs them. Measuring without them.\n');
  }
  return names.filter((name) => values.who?.includes(name) ?? true);
}

function jsonRow(
  { name, title, unit, better, target }: Measure,
  result: Result,
  floor: Result | undefined,
): object {
  const wanted = "value" in target ? target.value : target.timesFloor * (floor?.value ?? Number.NaN);
  return {
    measure: name,
    title,
    who: result.who,
    value: round(result.value),
    deviation: round(result.deviation),
    unit,
    better,
    ...(result.timesFloor !== undefined && { timesFloor: round(result.timesFloor) }),
    ...(result.who === SUBJECT && Number.isFinite(wanted) && { target: round(wanted) }),
    ...(result.note && { note: result.note }),
  };
}

/** Four figures; what never happened has no number in JSON. */
function round(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : null;
}

/** Text for people. With `--json` it goes aside, so that the one line of JSON stands alone. */
function say(text: string): void {
  (values.json ? console.error : console.log)(text);
}

function stop(message: string, code: number): void {
  console.error(message);
  process.exitCode = code;
}
