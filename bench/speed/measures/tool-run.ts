import type { Measure } from "../measure.ts";
import { ANSWER } from "../work/script.ts";
import { timed } from "./timed.ts";

export const toolRun: Measure = {
  name: "tool-run",
  title: "five tool trips and an answer, model in the process",
  unit: "ms",
  better: "lower",
  target: { timesFloor: 7 },
  rounds: 15,
  process: "warm",
  async prepare(contender) {
    const run = (await contender.open()).toolRun?.();
    return run && timed(run, (text) => text === ANSWER);
  },
};
