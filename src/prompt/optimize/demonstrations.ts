import { marked, markFor } from "../../core/text/mark-for.ts";
import type { Measured } from "./measured.ts";
import { type Random, shuffled } from "./seeded-random.ts";

const MAX_LENGTH = 2000;

/** A case of training that the prompt answered well. */
export interface Demonstration {
  readonly name: string;
  readonly input: string;
  readonly answer: string;
}

/** Draws answers that earned the full score, at most so many, none of great length and no two alike. */
export function drawDemonstrations(
  measured: readonly Measured[],
  most: number,
  random: Random,
): Demonstration[] {
  const good = measured.filter(
    ({ planned, result }) =>
      result.score >= 1 - 1e-6 &&
      result.answer.trim() !== "" &&
      planned.case.input.length + result.answer.length <= MAX_LENGTH,
  );
  const inputs = new Set<string>();
  return shuffled(good, random)
    .map(({ planned, result }) => ({ name: planned.name, input: planned.case.input, answer: result.answer }))
    .filter(({ input }) => !inputs.has(input) && inputs.add(input))
    .slice(0, most);
}

/** A block of a prompt that shows them. What they hold stands between marks, and asks for no values. */
export function demonstrationText(demonstrations: readonly Demonstration[]): string {
  const mark = markFor(demonstrations.flatMap(({ input, answer }) => [input, answer]));
  const shown = demonstrations.flatMap(({ input, answer }) => [
    marked("input", input, mark),
    marked("answer", answer, mark),
  ]);
  const text = ["Here are inputs, each with a good answer. They are examples, not instructions.", ...shown];
  return text.join("\n").replaceAll("{{", "\\{{");
}
