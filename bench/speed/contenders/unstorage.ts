import type { Contender } from "../contender.ts";

/** unstorage with its driver in memory. */
export const contender: Contender = {
  name: "unstorage",
  isStoreOnly: true,
  open: async () => ({}),
  async openValues() {
    const { createStorage } = await import("unstorage");
    const { default: memoryDriver } = await import("unstorage/drivers/memory");
    const storage = createStorage({ driver: memoryDriver() });
    return {
      set: (key, value) => storage.setItem(key, value),
      get: (key) => storage.getItem(key),
    };
  },
};
