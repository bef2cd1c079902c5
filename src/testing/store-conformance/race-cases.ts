import type { Store } from "../../contracts/store.ts";
import { expectEqual, expectThat, expectValue, isConflict, raced } from "./expectations.ts";
import { atomic } from "./version-cases.ts";
import { allKeys, type ConformanceTheme } from "./workbench.ts";

/** Writers that do the same thing at the same time. */
export function raceCases(): ConformanceTheme {
  return {
    "of two writers over one version exactly one wins": atomic(async ({ store, key, open }) => {
      const other = await open();
      for (let round = 0; round < 20; round += 1) {
        const { version } = await store.set(key("a"), "start");
        const race = [
          store.set(key("a"), "left", { ifVersion: version }),
          other.set(key("a"), "right", { ifVersion: version }),
        ];
        expectEqual(await raced(race), { won: 1, lost: 1 }, "the end of a race");
        const [left] = await Promise.allSettled(race);
        await expectValue(
          store,
          key("a"),
          left?.status === "fulfilled" ? "left" : "right",
          "the winner's value",
        );
      }
    }),

    "of many who create an entry exactly one does": atomic(async ({ store, key, open }) => {
      const writers = [store, await open(), await open(), await open()];
      for (let round = 0; round < 10; round += 1) {
        const race = writers.map((writer, index) => writer.set(key(`r${round}`), index, { ifVersion: null }));
        expectEqual(await raced(race), { won: 1, lost: 3 }, "the end of a race of creations");
      }
    }),

    "of a writer and a remover over one version exactly one wins": atomic(async ({ store, key, open }) => {
      const other = await open();
      for (let round = 0; round < 10; round += 1) {
        const { version } = await store.set(key("a"), "start");
        const race = [
          store.set(key("a"), "written", { ifVersion: version }),
          other.delete(key("a"), { ifVersion: version }),
        ];
        expectEqual(await raced(race), { won: 1, lost: 1 }, "the end of a race with a removal");
        const [written] = await Promise.allSettled(race);
        const found = (await other.get(key("a")))?.value;
        expectEqual(found, written?.status === "fulfilled" ? "written" : undefined, "what the winner left");
      }
    }),

    "of removals at the same time one says that it removed": atomic(async ({ store, key, open }) => {
      const other = await open();
      for (let round = 0; round < 10; round += 1) {
        await store.set(key("a"), 1);
        const removed = await Promise.all([store.delete(key("a")), other.delete(key("a"))]);
        expectEqual(removed.filter(Boolean).length, 1, "how many removals say that there was an entry");
      }
    }),

    "a counter that four writers raise loses no step": atomic(async ({ store, key, open }) => {
      const writers = [store, await open(), await open(), await open()];
      await store.set(key("count"), 0);
      await Promise.all(writers.map((writer) => raise(writer, key("count"), 25)));
      await expectValue(store, key("count"), 100, "the counter");
    }),

    async "writers of different keys do not disturb one another"({ store, key, open, prefix }) {
      const writers = [store, await open()];
      const names = Array.from({ length: 40 }, (_, index) => `k${index}`);
      await Promise.all(names.map((name, index) => writers[index % 2]?.set(key(name), index)));
      expectEqual((await allKeys(store, prefix)).length, names.length, "the number of keys");
      for (const [index, name] of names.entries()) await expectValue(store, key(name), index);
    },

    async "reads of an entry that is written all the time give whole values of one writer"({
      store,
      key,
      open,
    }) {
      const other = await open();
      const values = [
        { by: "left", text: "l".repeat(2000) },
        { by: "right", text: "r".repeat(2000) },
      ] as const;
      const write = async (writer: Store, value: (typeof values)[number]): Promise<void> => {
        for (let round = 0; round < 10; round += 1) await writer.set(key("a"), value);
      };
      await store.set(key("a"), values[0]);
      const reading = async (): Promise<void> => {
        for (let round = 0; round < 20; round += 1) {
          const entry = await other.get(key("a"));
          const text = JSON.stringify(entry?.value);
          expectThat(
            values.some((value) => JSON.stringify(value) === text),
            "a read gives what was written",
          );
        }
      };
      await Promise.all([write(store, values[0]), write(other, values[1]), reading()]);
    },
  };
}

async function raise(store: Store, key: string, times: number): Promise<void> {
  let tries = 0;
  for (let done = 0; done < times; ) {
    tries += 1;
    expectThat(tries < times * 100, "somebody wins every race, so that all come to an end");
    const entry = await store.get(key);
    expectThat(entry !== undefined && typeof entry.value === "number", "a counter is a number all the time");
    try {
      await store.set(key, entry.value + 1, { ifVersion: entry.version });
      done += 1;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
