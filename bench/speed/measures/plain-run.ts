import type { Measure } from "../measure.ts";
import { ANSWER } from "../work/script.ts";
import { timed } from "./timed.ts";

export const plainRun: Measure = {
  name: "plain-run",
  title: "run without tools, model in the process",
  unit: "ms",
  better: "lower",
  target: { timesFloor: 8 },
  rounds: 15,
  process: "warm",
  async prepare(contender) {
    const run = (await contender.open()).plainRun?.();
    return run && timed(run, (text) => text === ANSWER);
  },
};
