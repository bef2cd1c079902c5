import { parseArgs } from "node:util";
import { type ArmName, type ArmResult, arms } from "../../test/support/prompt-worlds/arms.ts";
import { makeWorld, type WorldName, worldKinds } from "../../test/support/prompt-worlds/worlds.ts";
import { inColumns } from "../columns.ts";
import { isFull, type Measure, measures, targetOf } from "./measures.ts";

// Optimizes prompts in worlds in which the worth of every prompt is known, without keys and without a network: a table for each
// world, or one line of JSON with `--json`.

const worldNames = Object.keys(worldKinds) as WorldName[];
const armNames = Object.keys(arms) as ArmName[];
const USAGE = `node bench/refine/run.ts [--world WORLD]... [--arm ARM]... [--seeds COUNT] [--json]
Worlds: ${worldNames.join(", ")}
Arms: ${armNames.join(", ")}`;

const { values } = parseArgs({
  options: {
    world: { type: "string", multiple: true },
    arm: { type: "string", multiple: true },
    seeds: { type: "string", default: "40" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
});

await main(Number(values.seeds));

async function main(seeds: number): Promise<void> {
  const isKnown = (names: readonly string[], asked: readonly string[] = []): boolean =>
    asked.every((name) => names.includes(name));
  if (values.help || !isKnown(worldNames, values.world) || !isKnown(armNames, values.arm) || !(seeds >= 1)) {
    console.error(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const rows: object[] = [];
  let missed = 0;
  for (const world of worldNames.filter((name) => values.world?.includes(name) ?? true)) {
    const lines: string[][] = [["", ...measures.map(({ name }) => name)]];
    for (const arm of armNames.filter((name) => values.arm?.includes(name) ?? true)) {
      const found = meansOf(await runsOf(arm, world, seeds));
      const misses = measures.filter((measure) => !isReached(arm, world, measure, found[measure.name]));
      missed += misses.length;
      // Where there is something to gain, an answer that is the source is neither good nor bad.
      const told = measures.filter(({ name }) => name !== "kept" || isFull(world));
      rows.push(...told.map((measure) => jsonRow(arm, world, measure, found[measure.name])));
      lines.push([
        arm,
        ...measures.map((measure) => shown(measure, found[measure.name])),
        misses.length > 0 ? `TARGET MISSED: ${misses.map(({ name }) => name).join(", ")}` : "",
      ]);
    }
    const { title } = worldKinds[world];
    say(
      [`${title} (${world}; ${seeds} seeds)`, ...inColumns(lines, [1, 2, 3, 4]).map(indented), ""].join("\n"),
    );
  }
  if (values.json) console.log(JSON.stringify({ bench: "refine", rows }));
  else say(missed === 0 ? "Every target was reached." : `${missed} targets were missed.`);
}

async function runsOf(arm: ArmName, world: WorldName, seeds: number): Promise<ArmResult[]> {
  const runs: ArmResult[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    runs.push(await arms[arm](makeWorld(world, seed), { rounds: 6, candidates: 2, seed }));
  }
  return runs;
}

function meansOf(runs: readonly ArmResult[]): Record<Measure["name"], number> {
  const mean = (of: (run: ArmResult) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  return {
    gain: mean(({ gain }) => gain),
    harm: mean(({ harmed }) => Number(harmed)),
    kept: mean(({ changed }) => Number(!changed)),
    calls: mean(({ calls }) => calls),
  };
}

function isReached(arm: ArmName, world: WorldName, measure: Measure, value: number): boolean {
  const target = targetOf(arm, world, measure);
  return target === undefined || (measure.better === "lower" ? value <= target : value >= target);
}

function jsonRow(arm: ArmName, world: WorldName, measure: Measure, value: number): object {
  const { name, title, unit, better } = measure;
  const target = targetOf(arm, world, measure);
  const who = { cascade: "hedgemage", pareto: "hedgemage-pareto" }[arm as string] ?? arm;
  return {
    measure: `${world}-${name}`,
    title: `${worldKinds[world].title}: ${title}`,
    who,
    value: Number(value.toPrecision(4)),
    unit,
    better,
    ...(target !== undefined && { target }),
  };
}

function shown({ unit }: Measure, value: number): string {
  if (unit === "calls") return value.toFixed(0);
  return unit === "share" ? `${(100 * value).toFixed(0)} %` : `${value > 0 ? "+" : ""}${value.toFixed(3)}`;
}

function indented(line: string): string {
  return `  ${line}`;
}

/** Text for people. With `--json` it goes aside, so that the one line of JSON stands alone. */
function say(text: string): void {
  (values.json ? console.error : console.log)(text);
}
