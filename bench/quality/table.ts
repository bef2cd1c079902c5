import { isReached, type QualityMeasure } from "../../test/support/guard-measures.ts";
import { inColumns } from "../columns.ts";
import type { Value } from "./contender.ts";
import { SUBJECT } from "./contenders.ts";

/** One measure as lines of text: a heading, then a row for each contender, the best first. */
export function table(measure: QualityMeasure, values: readonly Value[]): string {
  const sign = measure.better === "lower" ? 1 : -1;
  const rank = ({ value }: Value): number => (value === undefined ? Number.POSITIVE_INFINITY : sign * value);
  const rows = values
    .toSorted(
      (one, other) => rank(one) - rank(other) || Number(other.who === SUBJECT) - Number(one.who === SUBJECT),
    )
    .map((one) => [one.who, shown(one.value, measure.unit), verdict(measure, one), one.note ?? ""]);
  return [
    `${measure.title} (${measure.name}; ${targetText(measure)})`,
    ...inColumns(rows, [1]).map((line) => `  ${line}`),
  ].join("\n");
}

function targetText({ target, better, unit }: QualityMeasure): string {
  if (target === undefined) return `${better} is better`;
  return `target ${better === "lower" ? "≤" : "≥"} ${shown(target, unit)}`;
}

function verdict(measure: QualityMeasure, { who, value }: Value): string {
  if (who !== SUBJECT || measure.target === undefined) return "";
  return value !== undefined && isReached(measure, value) ? "target reached" : "TARGET MISSED";
}

/** Shares with three places, all else with three figures. */
function shown(value: number | undefined, unit: string): string {
  if (value === undefined) return "never";
  if (unit === "share") return value.toFixed(3);
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return `${value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 4) })} ${unit}`;
}
