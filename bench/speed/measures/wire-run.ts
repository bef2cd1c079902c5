import type { Measure } from "../measure.ts";
import { ANSWER, TRIPS } from "../work/script.ts";
import { installFetch, scriptedFetch } from "../work/service.ts";
import { timed } from "./timed.ts";

export const wireRun: Measure = {
  name: "wire-run",
  title: "the same through the provider adapter and a stub fetch",
  unit: "ms",
  better: "lower",
  target: { timesFloor: 3 },
  rounds: 15,
  process: "warm",
  async prepare(contender) {
    installFetch(scriptedFetch(TRIPS));
    const run = (await contender.open()).wireRun?.();
    return run && timed(run, (text) => text === ANSWER);
  },
};
