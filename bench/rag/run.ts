import { parseArgs } from "node:util";
import { inColumns } from "../columns.ts";
import type { RagRow } from "./group.ts";
import { groups } from "./groups.ts";

// Measures retrieval beside named packages in one process: a table for each measure, or one line of JSON with `--json`.

const USAGE = `node bench/rag/run.ts [--only GROUP]... [--who CONTENDER]... [--json]
Groups: ${Object.keys(groups).join(", ")}`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    who: { type: "string", multiple: true },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
});

await main(values.only ?? Object.keys(groups));

async function main(asked: readonly string[]): Promise<void> {
  if (values.help || asked.some((name) => !(name in groups))) {
    console.error(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const wants = (who: string): boolean => values.who?.some((name) => who.startsWith(name)) ?? true;
  const rows: RagRow[] = [];
  for (const name of asked) {
    const group = await groups[name]?.();
    if (!group) continue;
    say(`${group.title}\n`);
    const own: RagRow[] = [];
    for await (const row of group.rows({ wants })) own.push(row);
    for (const measure of new Set(own.map((row) => row.measure))) {
      say(`${table(own.filter((row) => row.measure === measure))}\n`);
    }
    rows.push(...own);
  }
  const missed = rows.filter((row) => isReached(row) === false).length;
  if (values.json) console.log(JSON.stringify({ bench: "rag", rows }));
  else say(missed === 0 ? "Every target was reached." : `${missed} targets were missed.`);
}

/** One measure: a heading, then a row for each contender, the best first. */
function table(rows: readonly RagRow[]): string {
  const sign = rows[0]?.better === "lower" ? 1 : -1;
  const rank = ({ value }: RagRow): number => (value === undefined ? Number.POSITIVE_INFINITY : sign * value);
  const lines = rows
    .toSorted((one, other) => rank(one) - rank(other))
    .map((row) => [row.who, shown(row), verdict(row), row.note ?? ""]);
  return [
    `  ${rows[0]?.title} (${rows[0]?.measure}; ${rows[0]?.better} is better)`,
    ...inColumns(lines, [1]).map((line) => `    ${line}`),
  ].join("\n");
}

function verdict(row: RagRow): string {
  const reached = isReached(row);
  if (reached === undefined) return "";
  return `${reached ? "target" : "TARGET MISSED:"} ${row.better === "lower" ? "≤" : "≥"} ${row.target}`;
}

function isReached({ value, target, better }: RagRow): boolean | undefined {
  if (target === undefined) return undefined;
  return value !== undefined && (better === "lower" ? value <= target : value >= target);
}

function shown({ value, unit }: RagRow): string {
  if (value === undefined) return "never";
  if (unit === "share") return value.toFixed(3);
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return `${value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 4) })} ${unit}`;
}

/** Text for people. With `--json` it goes aside, so that the one line of JSON stands alone. */
function say(text: string): void {
  (values.json ? console.error : console.log)(text);
}
