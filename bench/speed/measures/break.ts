import type { Measure } from "../measure.ts";
import { stopped } from "./stop-stream.ts";

export const breakOff: Measure = {
  name: "break",
  title: "break in mid-stream, fetch ignores the signal: until the body is cancelled",
  unit: "ms",
  better: "lower",
  target: { value: 1 },
  rounds: 11,
  process: "warm",
  prepare: (contender) =>
    stopped(contender, (at, stopping) => {
      let count = 0;
      const reader = (): boolean => {
        count += 1;
        if (count === at) stopping();
        return count < at;
      };
      return { reader };
    }),
};
