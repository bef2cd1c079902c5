import type { Measure } from "../measure.ts";
import { stopped } from "./stop-stream.ts";

export const abort: Measure = {
  name: "abort",
  title: "abort in mid-stream, fetch ignores the signal: until the body is cancelled",
  unit: "ms",
  better: "lower",
  target: { value: 1 },
  rounds: 11,
  process: "warm",
  prepare: (contender) =>
    stopped(contender, (at, stopping) => {
      const controller = new AbortController();
      let count = 0;
      const reader = (): boolean => {
        count += 1;
        // Not in the turn of a delta, but while the next read waits: the harder case, and the usual one.
        if (count === at) {
          setTimeout(() => {
            stopping();
            controller.abort();
          }, 1);
        }
        return true;
      };
      return { reader, signal: controller.signal };
    }),
};
