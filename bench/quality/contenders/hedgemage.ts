import type { Contender } from "../contender.ts";
export const hedgemage: Contender = {
  who: "hedgemage",
  packages: [],
  load: async () => ({ detectors: {}, work: {} }),
};
