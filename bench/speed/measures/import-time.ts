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
    return async () => {
      const before = process.cpuUsage();
      await contender.open();
      const { user, system } = process.cpuUsage(before);
      return { value: (user + system) / 1000 };
    };
  },
};
