/** How many standard deviations better than its sketch a vector may be. */
const DEVIATIONS = 3;

/** A query as sketches are compared with it. */
export interface SketchQuery {
  /** For each half byte of a sketch the sixteen bytes that its four signs may come to. */
  readonly table: Uint8Array;
  /** One of a byte of the table in the query's own measure. */
  readonly step: number;
  /** What a sum of nothing but zeros stands for. */
  readonly low: number;
  /** How many times its slack a vector may be better than its sketch. */
  readonly reach: number;
  /** What all scores are too low by. */
  readonly offset: number;
}

/**
 * Makes the table of a query. `rest` is the rotated query less the average of the vectors, `axes` the axes that sketches hold,
 * and `offset` the cosine of the query and the average.
 */
export function sketchQuery(rest: Float64Array, axes: Int32Array, offset: number): SketchQuery {
  let squares = 0;
  for (const value of rest) squares += value * value;
  const halves = axes.length / 4;
  // The lowest sum of each half byte; the highest is as far above zero.
  const lowest = Float64Array.from({ length: halves }, (_, half) => -sumOf(rest, axes, half, 15, Math.abs));
  const low = lowest.reduce((sum, value) => sum + value, 0);
  const step = (-2 * Math.min(...lowest)) / 127 || 1;
  const table = new Uint8Array(halves * 16);
  for (let at = 0; at < table.length; at += 1) {
    const half = at >> 4;
    table[at] = Math.round((sumOf(rest, axes, half, at & 15, Number) - (lowest[half] as number)) / step);
  }
  // The entries of the table are rounded: their errors add up as those of so many dice.
  const rounding = DEVIATIONS * step * Math.sqrt(halves / 12);
  return { table, step, low: low + rounding, reach: DEVIATIONS * Math.sqrt(squares), offset };
}

/** What the signs of a half byte come to: bit 1 for plus, 0 for minus. */
function sumOf(
  rest: Float64Array,
  axes: Int32Array,
  half: number,
  signs: number,
  of: (value: number) => number,
): number {
  let sum = 0;
  for (let bit = 0; bit < 4; bit += 1) {
    const value = of(rest[axes[half * 4 + bit] as number] as number);
    sum += (signs >> bit) & 1 ? value : -value;
  }
  return sum;
}
