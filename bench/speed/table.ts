import { inColumns } from "../columns.ts";
import { FLOOR, SUBJECT } from "./contenders.ts";
import type { Measure } from "./measure.ts";
import type { Result } from "./take-samples.ts";

/** Whether hedgemage reached the target of a measure. */
export function isReached(measure: Measure, result: Result): boolean {
  const { target, better } = measure;
  const reached = "value" in target ? result.value : result.timesFloor;
  const wanted = "value" in target ? target.value : target.timesFloor;
  if (reached === undefined || result.isBad) return false;
  return better === "lower" ? reached <= wanted : reached >= wanted;
}

/** One measure as lines of text: a heading, then a row for each contender, the floor first and then the best. */
export function table(measure: Measure, results: readonly Result[]): string {
  const rows = sorted(measure, results).map((result) => [
    result.who,
    Number.isFinite(result.value) ? `${shown(result.value)} ${measure.unit}` : "never",
    `± ${shown(result.deviation)}`,
    result.who === FLOOR || !Number.isFinite(result.timesFloor) ? "" : `${shown(result.timesFloor ?? 0)} ×`,
    result.who === SUBJECT ? verdict(measure, result) : "",
    result.note,
  ]);
  return [
    `${measure.title} (${measure.name}; ${targetText(measure)})`,
    ...inColumns(rows, [1, 2, 3]).map((line) => `  ${line}`),
  ].join("\n");
}

/** What hedgemage is to reach, in words. */
function targetText({ target, better, unit }: Measure): string {
  const sign = better === "lower" ? "≤" : "≥";
  return `target ${sign} ${"value" in target ? `${target.value} ${unit}` : `${target.timesFloor} × floor`}`;
}

function verdict(measure: Measure, result: Result): string {
  return isReached(measure, result) ? "target reached" : "TARGET MISSED";
}

function sorted(measure: Measure, results: readonly Result[]): Result[] {
  const sign = measure.better === "lower" ? 1 : -1;
  const rank = ({ who, value }: Result): number => (who === FLOOR ? Number.NEGATIVE_INFINITY : sign * value);
  return results.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** Three figures are as many as a bench can tell. */
function shown(value: number): string {
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 6) });
}
