import { afterEach, expect, test } from "vitest";
import type { DefaultStores } from "../../src/contracts/default-stores.ts";
import { type AIConfig, config, getAIConfig, onConfigApplied } from "../../src/core/config.ts";
import { memory } from "../../src/store/checkpoint.ts";
import { memoryStore } from "../../src/store/memory-store.ts";

afterEach(() => void config({ logger: undefined }));

test("config merges, removes what is undefined, and tells the listeners", () => {
  const seen: Readonly<AIConfig>[] = [];
  const stop = onConfigApplied((values) => seen.push({ ...values }));
  const logger = { info: () => undefined };
  config({ logger });
  expect(getAIConfig().logger).toBe(logger);
  config({ logger: undefined });
  expect("logger" in getAIConfig()).toBe(false);
  expect(seen).toEqual([{ logger }, {}]);
  stop();
  config({});
  expect(seen).toHaveLength(2);
});

test("a listener that throws stops neither the others nor the caller", () => {
  let heard = 0;
  const stops = [
    onConfigApplied(() => {
      throw new Error("broken tool");
    }),
    onConfigApplied(() => {
      heard += 1;
    }),
  ];
  config({});
  expect(heard).toBe(1);
  for (const stop of stops) stop();
});

test("the default stores of the program are slots of the configuration", () => {
  const stores: DefaultStores = {
    defaultStore: memoryStore(),
    defaultSnapshotStore: memoryStore(),
    defaultCheckpointStore: memory(),
  };
  config(stores);
  expect(getAIConfig()).toEqual(stores);
  expect(getAIConfig().defaultCheckpointStore?.schema()).toBe("");
  // @ts-expect-error: sessions are kept in a checkpoint store, not in a store as it is
  config({ defaultCheckpointStore: memoryStore() });
  config({ defaultStore: undefined, defaultSnapshotStore: undefined, defaultCheckpointStore: undefined });
  expect(getAIConfig()).toEqual({});
});
