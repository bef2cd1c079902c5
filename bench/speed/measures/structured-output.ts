import type { Measure } from "../measure.ts";
import { ORDER } from "../work/script.ts";
import { constantFetch, installFetch } from "../work/service.ts";

const RUNS = 1000;

export const structuredOutput: Measure = {
  name: "structured-output",
  title: "1,000 structured outputs parsed and validated, CPU",
  unit: "s",
  better: "lower",
  target: { timesFloor: 2 },
  rounds: 5,
  process: "fresh",
  async prepare(contender) {
    installFetch(constantFetch(JSON.stringify(ORDER)));
    const run = (await contender.open()).structuredRun?.();
    if (!run) return undefined;
    return async () => {
      const before = process.cpuUsage();
      let last: unknown;
      for (let index = 0; index < RUNS; index += 1) last = await run();
      const { user, system } = process.cpuUsage(before);
      if (JSON.stringify(last) !== JSON.stringify(ORDER))
        throw new Error(`Wrong value: ${JSON.stringify(last)}`);
      return { value: (user + system) / 1_000_000 };
    };
  },
};
