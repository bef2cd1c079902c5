import type { Contender } from "../contender.ts";

/** Keyv with its own store in memory. */
export const contender: Contender = {
  name: "keyv",
  isStoreOnly: true,
  open: async () => ({}),
  async openValues() {
    const { Keyv } = await import("keyv");
    const keyv = new Keyv();
    return {
      set: (key, value) => keyv.set(key, value),
      get: (key) => keyv.get(key),
    };
  },
};
