import type { Measure } from "../measure.ts";

export const importTime: Measure = {
  name: "import",
  title: "import in a fresh process, CPU",
  unit: "ms",
  better: "lower",
  target: { value: 20 },
  rounds: 9,
  process: "fresh",
  async prepare(contender) {
    if (contender.isStoreOnly) return undefined;
    // Threads of the runtime still optimise what took the types out of this file; that is not what is measured.
    await new Promise((resolve) => setTimeout(resolve, 250));
    return async () => {
      const before = process.cpuUsage();
      await contender.open();
      const { user, system } = process.cpuUsage(before);
      return { value: (user + system) / 1000 };
    };
  },
};
