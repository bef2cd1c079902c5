import type { Measure } from "../measure.ts";
import { ANSWER } from "../work/script.ts";

const RUNS = 40;

export const allocatedHeap: Measure = {
  name: "allocated-heap",
  title: "heap allocated by five tool trips and an answer, model in the process",
  unit: "kB",
  better: "lower",
  target: { value: 100 },
  rounds: 3,
  process: "fresh",
  // Room for everything that the runs allocate, so that no collection takes away what is counted.
  nodeOptions: ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"],
  async prepare(contender) {
    const run = (await contender.open()).toolRun?.();
    if (!run) return undefined;
    for (let index = 0; index < 300; index += 1) await run();
    return async () => {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      for (let index = 0; index < RUNS; index += 1)
        if ((await run()) !== ANSWER) throw new Error("Wrong answer.");
      return { value: (process.memoryUsage().heapUsed - before) / RUNS / 1024 };
    };
  },
};
