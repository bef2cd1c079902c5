import type { Measure } from "../measure.ts";
import { ANSWER } from "../work/script.ts";
import { installFetch, scriptedFetch } from "../work/service.ts";

const RUNS = 1000;
const TOOL_TRIPS = 2;

export const concurrentRuns: Measure = {
  name: "concurrent-runs",
  title: "1,000 concurrent runs of 3 trips each, fetch answers after 10 ms",
  unit: "s",
  better: "lower",
  target: { timesFloor: 2.5 },
  rounds: 5,
  process: "fresh",
  async prepare(contender) {
    installFetch(scriptedFetch(TOOL_TRIPS, 10));
    const run = (await contender.open()).wireRun?.();
    if (!run) return undefined;
    return async () => {
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: RUNS }, run));
      const value = (performance.now() - begun) / 1000;
      if (answers.some((answer) => answer !== ANSWER)) throw new Error("Wrong answer.");
      return { value, note: `${Math.round(process.resourceUsage().maxRSS / 1024)} MB at the peak` };
    };
  },
};
