import type { ArmName } from "../../test/support/prompt-worlds/arms.ts";
import type { WorldName } from "../../test/support/prompt-worlds/worlds.ts";

/** What is measured of an arm in a world. Shares and gains go from 0 to 1. */
export interface Measure {
  readonly name: "gain" | "harm" | "kept" | "calls";
  readonly title: string;
  readonly unit: "score" | "share" | "calls";
  readonly better: "higher" | "lower";
}

/** What is measured, in the order of the table. */
export const measures: readonly Measure[] = [
  { name: "gain", title: "worth of the answer less that of the source", unit: "score", better: "higher" },
  { name: "harm", title: "answers worth less, or without what must stay", unit: "share", better: "lower" },
  { name: "kept", title: "answers that are the source", unit: "share", better: "higher" },
  { name: "calls", title: "calls", unit: "calls", better: "lower" },
];

/** What our arms have to reach: they harm nowhere, gain where there is something to gain, and keep the source elsewhere. */
export function targetOf(arm: ArmName, world: WorldName, { name }: Measure): number | undefined {
  if (arm !== "cascade" && arm !== "pareto") return undefined;
  if (name === "harm") return 0;
  if (name === "kept" && isFull(world)) return 1;
  return name === "gain" && !isFull(world) ? 0.05 : undefined;
}

/** Whether there is nothing to gain in a world. */
export function isFull(world: WorldName): boolean {
  return world === "saturated" || world === "no-headroom";
}
