import type { StoreConformanceTarget } from "../store-conformance.ts";
import { expectAbsent, expectEqual, expectRefusal, expectThat, expectValue } from "./expectations.ts";
import { numberedText } from "./large-value-cases.ts";
import { allKeys, type ConformanceTheme } from "./workbench.ts";

/** What holds when connections are closed, rows are damaged or the platform stops in the middle. */
export function troubleCases(target: StoreConformanceTarget): ConformanceTheme {
  return {
    async "what was written is there when the store is opened again"({ store, key, prefix, open }) {
      await store.set(key("a"), { kept: true });
      await store.close?.();
      const again = await open();
      await expectValue(again, key("a"), { kept: true });
      expectEqual(await allKeys(again, prefix), [key("a")], "the keys after opening again");
    },

    async "a closed store opens again when it is used"({ store, key }) {
      await store.set(key("a"), 1);
      await store.close?.();
      await store.close?.();
      await store.set(key("b"), 2);
      await expectValue(store, key("a"), 1);
      await expectValue(store, key("b"), 2);
    },

    ...crashCases(target),
    ...damageCases(target),
  };
}

function crashCases(target: StoreConformanceTarget): ConformanceTheme {
  if (!target.crashAfter) return {};
  const crashAfter = target.crashAfter.bind(target);
  return {
    async "a write that breaks off leaves the old value or the new one, and no rubbish"(workbench) {
      const { store, key, prefix, open, options, advance } = workbench;
      const before = await target.rows?.();
      const old = numberedText(400_000);
      const fresh = numberedText(700_000).split("").reverse().join("");
      for (let writes = 0; ; writes += 1) {
        expectThat(writes < 300, "a write of 700 kB is done after 300 low-level writes");
        await store.set(key("a"), old);
        const crashing = await crashAfter(writes, options);
        const isDone = await crashing.set(key("a"), fresh).then(
          () => true,
          () => false,
        );
        const reader = await open();
        const value = (await reader.get(key("a")))?.value;
        const isWhole = isDone ? value === fresh : value === old || value === fresh;
        expectThat(isWhole, `after ${writes} low-level writes the old value or the new one is there, whole`);
        expectEqual(await allKeys(reader, prefix), [key("a")], "the keys after a write that broke off");
        if (isDone) break;
      }
      await store.delete(key("a"));
      advance(86_400_000);
      for (let count = 0; count < 40; count += 1) await store.set(key("later"), count);
      await store.delete(key("later"));
      await expectAbsent(store, key("a"));
      const after = await target.rows?.();
      expectThat(
        (after ?? 0) <= (before ?? 0),
        `a sweep leaves no rubbish: ${before} rows before, ${after} after`,
      );
    },

    async "a batch that breaks off is done wholly or not at all"({ store, key, open, options }) {
      if (!store.batch) return;
      for (let writes = 0; ; writes += 1) {
        expectThat(writes < 300, "a batch of three is done after 300 low-level writes");
        for (const name of ["a", "b", "c"]) await store.set(key(name), "old");
        await store.delete(key("d"));
        const crashing = await crashAfter(writes, options);
        const isDone = await Promise.resolve(
          crashing.batch?.([
            { type: "set", key: key("a"), value: "new" },
            { type: "set", key: key("b"), value: numberedText(200_000) },
            { type: "delete", key: key("c") },
            { type: "set", key: key("d"), value: "new" },
          ]),
        ).then(
          () => true,
          () => false,
        );
        const reader = await open();
        const found = await Promise.all(
          ["a", "b", "c", "d"].map(async (name) => (await reader.get(key(name)))?.value),
        );
        const isOld = found.join() === ["old", "old", "old", undefined].join();
        const isNew = found.join() === ["new", numberedText(200_000), undefined, "new"].join();
        expectThat(
          isDone ? isNew : isOld || isNew,
          `after ${writes} low-level writes a batch is whole or not there`,
        );
        if (isDone) break;
      }
    },
  };
}

function damageCases(target: StoreConformanceTarget): ConformanceTheme {
  const damages = Object.entries(target.damages ?? {});
  return Object.fromEntries(
    damages.map(([name, damage]): [string, ConformanceTheme[string]] => [
      `a row that is foreign or damaged harms nothing else: ${name}`,
      async ({ store, key, prefix, open }) => {
        const corrupt = async (): Promise<void> => {
          await store.set(key("b"), "good");
          await damage(key("b"));
        };
        await store.set(key("a"), 1);
        await store.set(key("c"), 3);
        await corrupt();
        const reader = await open();
        const error = await expectRefusal(reader.get(key("b")), "STORE_CORRUPT", "reading a damaged row");
        expectThat(error.message.includes(key("b")), `the message should name the key: ${error.message}`);
        const listed = (await allKeys(reader, prefix)).filter((each) => each !== key("b"));
        expectEqual(listed, [key("a"), key("c")], "the keys beside the damaged one");
        await expectValue(reader, key("a"), 1);
        await expectValue(reader, key("c"), 3);
        await reader.set(key("b"), "written over");
        await expectValue(reader, key("b"), "written over");
        await corrupt();
        await reader.delete(key("b"));
        await expectAbsent(reader, key("b"));
        await reader.set(key("c"), 4);
        expectEqual(await allKeys(reader, prefix), [key("a"), key("c")], "the keys at the end");
      },
    ]),
  );
}
