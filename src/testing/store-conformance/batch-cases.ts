import type { StoreOperation } from "../../contracts/store.ts";
import { expectAbsent, expectEqual, expectRefusal, expectThat, expectValue, raced } from "./expectations.ts";
import { allKeys, type ConformanceTheme, type Workbench } from "./workbench.ts";

type Batch = (operations: readonly StoreOperation[]) => Promise<void>;

/** Batches: all or nothing. Nothing is asked of a store that has none. */
export function batchCases(): ConformanceTheme {
  return {
    "writes and removals are done together": batching(async ({ store, key, open, prefix }, batch) => {
      await store.set(key("old"), 1);
      await store.set(key("over"), 1);
      await batch([
        { type: "set", key: key("new"), value: { a: 1 } },
        { type: "delete", key: key("old") },
        { type: "set", key: key("over"), value: 2 },
        { type: "delete", key: key("never") },
      ]);
      const reader = await open();
      await expectValue(reader, key("new"), { a: 1 });
      await expectValue(reader, key("over"), 2);
      expectEqual(await allKeys(reader, prefix), [key("new"), key("over")], "the keys after the batch");
    }),

    "every part has a version of its own, and it can be built on": batching(async ({ store, key }, batch) => {
      await batch([
        { type: "set", key: key("a"), value: 1 },
        { type: "set", key: key("b"), value: 2 },
      ]);
      const [a, b] = [await expectValue(store, key("a"), 1), await expectValue(store, key("b"), 2)];
      expectThat(a !== b && a !== "", "the parts of a batch have versions of their own");
      await batch([{ type: "set", key: key("a"), value: 3 }]);
      expectThat((await expectValue(store, key("a"), 3)) !== a, "a batch makes new versions");
    }),

    "one part that loses its race undoes all": batching(async ({ store, key, prefix }, batch) => {
      if (!store.traits.atomic) return;
      await store.set(key("a"), "old");
      const kept = await store.set(key("b"), "old");
      const parts: StoreOperation[] = [
        { type: "set", key: key("new"), value: 1 },
        { type: "set", key: key("a"), value: "new" },
        { type: "delete", key: key("b"), ifVersion: kept.version },
      ];
      const losers: StoreOperation[] = [
        { type: "set", key: key("z"), value: 1, ifVersion: "gone" },
        { type: "delete", key: key("z"), ifVersion: "gone" },
      ];
      for (const loser of losers) {
        for (const place of [0, 1, 3]) {
          const operations = [...parts.slice(0, place), loser, ...parts.slice(place)];
          const error = await expectRefusal(
            batch(operations),
            "STORE_CONFLICT",
            "a batch with a part that loses",
          );
          expectEqual(error.key, key("z"), "the key in the error");
        }
      }
      await expectRefusal(
        batch([...parts, { type: "set", key: key("c"), value: 1, ifVersion: kept.version }]),
        "STORE_CONFLICT",
        "a batch over a version of another key",
      );
      expectEqual(await allKeys(store, prefix), [key("a"), key("b")], "the keys after refused batches");
      await expectValue(store, key("a"), "old");
      expectEqual(await expectValue(store, key("b"), "old"), kept.version, "the version of a part not done");
      await batch(parts);
      expectEqual(await allKeys(store, prefix), [key("a"), key("new")], "the keys after the batch");
    }),

    "one part that cannot be stored undoes all": batching(async ({ store, key, prefix }, batch) => {
      // A method's parameters may be wider where it is called than where it is declared.
      const careless: { batch?(parts: readonly unknown[]): Promise<void> } = { batch };
      for (const value of [undefined, Number.NaN, new Date(0), () => 1]) {
        const refused = careless.batch?.([
          { type: "set", key: key("good"), value: 1 },
          { type: "set", key: key("bad"), value },
        ]);
        await expectRefusal(Promise.resolve(refused), "STORE_INVALID_VALUE", "a batch with what is no JSON");
      }
      const endless: StoreOperation = { type: "set", key: key("ttl"), value: 1, ttlMs: -1 };
      await expectRefusal(
        batch([{ type: "set", key: key("good"), value: 1 }, endless]),
        "STORE_INVALID_VALUE",
        "a batch with a negative time to live",
      );
      expectEqual(await allKeys(store, prefix), [], "the keys after refused batches");
    }),

    "100 operations are taken, 101 and one key twice are refused": batching(
      async ({ store, key, prefix }, batch) => {
        const some = (count: number): StoreOperation[] =>
          Array.from({ length: count }, (_, index) => ({ type: "set", key: key(`k${index}`), value: index }));
        const error = await expectRefusal(batch(some(101)), "STORE_UNSUPPORTED", "a batch of 101");
        expectEqual(error.limit, 100, "the limit in the error");
        const twice: StoreOperation[] = [...some(2), { type: "delete", key: key("k1") }];
        await expectRefusal(batch(twice), "STORE_UNSUPPORTED", "a batch with one key twice");
        expectEqual(await allKeys(store, prefix), [], "the keys after refused batches");
        await batch(some(100));
        expectEqual((await allKeys(store, prefix)).length, 100, "the number of keys after a batch of 100");
        await batch(some(100).map((operation) => ({ type: "delete", key: operation.key })));
        expectEqual(await allKeys(store, prefix), [], "the keys after a batch of 100 removals");
      },
    ),

    "a batch of nothing does nothing": batching(async ({ store, prefix }, batch) => {
      await batch([]);
      expectEqual(await allKeys(store, prefix), [], "the keys after an empty batch");
    }),

    "large values go into a batch": batching(async ({ store, key, open }, batch) => {
      const size = Math.min(1_000_000, store.traits.maxValueBytes ?? 1_000_000) - 100;
      const text = (letter: string): string => letter.repeat(size);
      await store.set(key("b"), text("o"));
      await batch([
        { type: "set", key: key("a"), value: text("a") },
        { type: "set", key: key("b"), value: text("b") },
        { type: "set", key: key("c"), value: { text: text("c") } },
      ]);
      const reader = await open();
      await expectValue(reader, key("a"), text("a"), "the first large value");
      await expectValue(reader, key("b"), text("b"), "the second large value");
      await expectValue(reader, key("c"), { text: text("c") }, "the third large value");
      await batch([
        { type: "delete", key: key("a") },
        { type: "set", key: key("b"), value: "short" },
        { type: "delete", key: key("c") },
      ]);
      await expectAbsent(reader, key("a"));
      await expectValue(reader, key("b"), "short");
    }),

    "parts expire by themselves": batching(async ({ store, key, prefix, advance }, batch) => {
      if (!store.traits.ttl) return;
      await batch([
        { type: "set", key: key("brief"), value: 1, ttlMs: 1000 },
        { type: "set", key: key("long"), value: 1, ttlMs: 5000 },
        { type: "set", key: key("always"), value: 1 },
      ]);
      advance(1000);
      expectEqual(await allKeys(store, prefix), [key("always"), key("long")], "the keys a second later");
      advance(4000);
      expectEqual(await allKeys(store, prefix), [key("always")], "the keys five seconds later");
    }),

    "of two batches over the same versions exactly one wins": batching(
      async ({ store, key, open }, batch) => {
        if (!store.traits.atomic) return;
        const other = await open();
        for (let round = 0; round < 10; round += 1) {
          const a = await store.set(key("a"), "start");
          const b = await store.set(key("b"), "start");
          const parts = (value: string): StoreOperation[] => [
            { type: "set", key: key("a"), value, ifVersion: a.version },
            { type: "set", key: key("b"), value, ifVersion: b.version },
          ];
          // The other one names the keys in the other order: that must not lock both up.
          const race = [batch(parts("left")), Promise.resolve(other.batch?.(parts("right").reverse()))];
          expectEqual(await raced(race), { won: 1, lost: 1 }, "the end of a race of batches");
          const [left] = await Promise.allSettled(race);
          const winner = left?.status === "fulfilled" ? "left" : "right";
          await expectValue(store, key("a"), winner, "the winner's first value");
          await expectValue(store, key("b"), winner, "the winner's second value");
        }
      },
    ),
  };
}

function batching(
  body: (workbench: Workbench, batch: Batch) => Promise<void>,
): (workbench: Workbench) => Promise<void> {
  return async (workbench) => {
    const { store } = workbench;
    if (store.batch) await body(workbench, store.batch.bind(store));
  };
}
