import type { Contender } from "./contender.ts";

/** One measured value, in the unit of its measure; `Infinity` for something that never happened. */
export interface Sample {
  readonly value: number;
  /** What else was seen, in a few words. */
  readonly note?: string;
  /** Set where the note tells of something that must not be, whatever the value. */
  readonly isBad?: boolean;
}

/** What hedgemage has to reach: a value, or a multiple of what the floor has in the same rounds. */
export type Target = { readonly value: number } | { readonly timesFloor: number };

/** One thing that is measured, for every contender in the same way. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
  readonly target: Target;
  readonly rounds: number;
  /** `fresh`: each sample in a process of its own. `warm`: one process for each contender, which warms up first. */
  readonly process: "fresh" | "warm";
  /** Flags for that process. */
  readonly nodeOptions?: readonly string[];
  /** Sets up, in that process, the function that takes one sample; nothing where the contender has no such work. */
  prepare(contender: Contender): Promise<(() => Promise<Sample>) | undefined>;
}
