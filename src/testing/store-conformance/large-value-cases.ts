import { wait } from "../../core/wait.ts";
import { MAX_VALUE_BYTES } from "../../store/define-store.ts";
import type { StoreConformanceTarget } from "../store-conformance.ts";
import { expectEqual, expectRefusal, expectThat, expectValue } from "./expectations.ts";
import { allKeys, type ConformanceTheme, type Workbench } from "./workbench.ts";

/** Values up to the limit and over it, whole where they are cut into chunks. */
export function largeValueCases(target: StoreConformanceTarget): ConformanceTheme {
  const largest = ({ store }: Pick<Workbench, "store">): number =>
    target.largestValueBytes ?? store.traits.maxValueBytes ?? MAX_VALUE_BYTES;
  return {
    async "a value of the greatest size comes back whole"(workbench) {
      const { store, key, open, prefix } = workbench;
      const value = numberedText(largest(workbench) - 2);
      await store.set(key("large"), value);
      const reader = await open();
      expectThat((await reader.get(key("large")))?.value === value, "the largest value comes back as it was");
      expectEqual(await allKeys(reader, prefix), [key("large")], "the listing of a large value");
      expectEqual(await store.delete(key("large")), true, "the removal of a large value");
      expectEqual(await allKeys(reader, prefix), [], "the listing after the removal");
    },

    async "a value over the limit is refused with the limit, and the old one stays"(workbench) {
      const { store, key, prefix } = workbench;
      const limit = store.traits.maxValueBytes ?? MAX_VALUE_BYTES;
      const { version } = await store.set(key("a"), "old");
      for (const value of [
        "x".repeat(limit - 1),
        "€".repeat(Math.ceil(limit / 3)),
        "x".repeat(26 * 1_048_576),
      ]) {
        const error = await expectRefusal(
          store.set(key("a"), value),
          "STORE_TOO_LARGE",
          "a value over the limit",
        );
        expectEqual(error.limit, limit, "the limit in the error");
        expectThat(
          error.message.includes(String(limit)),
          `the message should name the limit: ${error.message}`,
        );
        await expectRefusal(store.set(key("b"), [value]), "STORE_TOO_LARGE", "a value over the limit");
      }
      expectEqual(await expectValue(store, key("a"), "old"), version, "the version after refused writes");
      expectEqual(await allKeys(store, prefix), [key("a")], "the keys after refused writes");
    },

    async "text of letters of many bytes is cut in the middle of none"(workbench) {
      const { store, key } = workbench;
      const size = Math.min(2_500_000, largest(workbench)) - 20;
      for (const letter of ["é", "€", "😀"]) {
        const bytes = new TextEncoder().encode(letter).length;
        for (let shift = 0; shift < bytes; shift += 1) {
          const value = "x".repeat(shift) + letter.repeat(Math.floor(size / bytes));
          await store.set(key("wide"), value);
          const read = (await store.get(key("wide")))?.value;
          expectThat(read === value, `a text of ${letter} shifted by ${shift} bytes comes back as it was`);
        }
      }
    },

    async "values around the size of a cell come back whole"(workbench) {
      const { store, key } = workbench;
      const cells = [8192, 65_536, 131_072, 1_048_576, 2_000_000, 2_097_152];
      const borders = target.chunkBytes === undefined ? cells : [target.chunkBytes, 2 * target.chunkBytes];
      for (const border of borders.filter((size) => size + 16 < largest(workbench))) {
        for (const extra of border > 200_000 ? [-2, 0, 1] : [-130, -3, -2, -1, 0, 1, 2, 130]) {
          // Two of the bytes are the quotes of the JSON text.
          const value = numberedText(border + extra - 2);
          await store.set(key("cell"), value);
          const read = (await store.get(key("cell")))?.value;
          expectThat(read === value, `a value of ${border + extra} bytes comes back as it was`);
        }
      }
    },

    async "a value may grow and shrink, and leaves nothing behind"({ store, key, prefix, open, target }) {
      const rowsBefore = await target.rows?.();
      const reader = await open();
      for (const size of [10, 3_000_000, 100_000, 1_500_000, 0, 300_000]) {
        const value = numberedText(Math.min(size, largest({ store }) - 2));
        await store.set(key("a"), value);
        expectThat(
          (await reader.get(key("a")))?.value === value,
          `a value of ${size} letters comes back as it was`,
        );
        expectEqual(await allKeys(reader, prefix), [key("a")], "the keys beside a large value");
      }
      await store.delete(key("a"));
      expectEqual(await target.rows?.(), rowsBefore, "the rows after the removal");
    },

    async "the neighbours of a large value are untouched"({ store, key, prefix }) {
      const names = ["a", "a ", "a/", "a/0", "a/1", "a0", "a\u0001", "a:0", "a#0", "a\uffff", "b"];
      for (const name of names) await store.set(key(name), name);
      const value = numberedText(Math.min(300_000, (store.traits.maxValueBytes ?? MAX_VALUE_BYTES) - 2));
      await store.set(key("a"), value);
      for (const name of names.slice(1)) await expectValue(store, key(name), name, JSON.stringify(name));
      expectEqual((await allKeys(store, prefix)).sort(), names.map(key).sort(), "the keys");
      await store.delete(key("a"));
      for (const name of names.slice(1)) await expectValue(store, key(name), name, JSON.stringify(name));
    },

    async "a reader of a large value that is being written sees the old or the new one"({
      store,
      key,
      open,
    }) {
      const reader = await open();
      const size = Math.min(1_200_000, (store.traits.maxValueBytes ?? MAX_VALUE_BYTES) - 2);
      const values = ["a".repeat(size), "b".repeat(size - 100_000), "c".repeat(10)];
      await store.set(key("a"), values[0] ?? "");
      let isWriting = true;
      const write = async (): Promise<void> => {
        for (let round = 1; round <= 9; round += 1) await store.set(key("a"), values[round % 3] ?? "");
      };
      const read = async (): Promise<void> => {
        while (isWriting) {
          // A store that answers at once would leave no room for the writer's timers.
          await wait(0);
          const value = (await reader.get(key("a")))?.value;
          expectThat(
            values.some((each) => each === value),
            `a read gives one whole value, not ${briefly(value)}`,
          );
        }
      };
      const writing = write().finally(() => {
        isWriting = false;
      });
      await Promise.all([writing, read(), read()]);
    },

    async "of two large values written at the same time one is there, whole"({ store, key, open }) {
      const other = await open();
      const size = Math.min(1_200_000, (store.traits.maxValueBytes ?? MAX_VALUE_BYTES) - 2);
      const values = ["a".repeat(size), "b".repeat(size - 70_000)] as const;
      for (let round = 0; round < 4; round += 1) {
        await Promise.all([store.set(key("a"), values[0]), other.set(key("a"), values[1])]);
        const value = (await store.get(key("a")))?.value;
        expectThat(
          values.some((each) => each === value),
          `one of two values is there, not ${briefly(value)}`,
        );
      }
    },
  };
}

/** Text whose every line says where it stands, so that a chunk lost, doubled or moved shows. */
export function numberedText(length: number): string {
  const lines = Array.from({ length: Math.ceil(length / 64) }, (_, line) =>
    String(line).padEnd(64, "abcdefgh"),
  );
  return lines.join("").slice(0, length);
}

function briefly(value: unknown): string {
  return typeof value === "string" ? `${value.slice(0, 10)}… of ${value.length} letters` : `${typeof value}`;
}
