import { AIError } from "../../core/errors/ai-error.ts";
import { expectEqual, expectRefusal, expectThat } from "./expectations.ts";
import { allKeys, type ConformanceTheme, forAll } from "./workbench.ts";

/** Listings: what is in them, in which order, and page by page while others write. */
export function listingCases(): ConformanceTheme {
  return {
    async "keys come in ascending order"({ store, key, prefix }) {
      const names = ["b", "a", "B", "10", "9", "a/b", "a-b", "a", "é", "z", "ab", "€", "~", " ", "日"];
      await forAll(names, (name) => store.set(key(name), 1));
      const expected = [...new Set(names.map(key))].sort();
      expectEqual(await allKeys(store, prefix), expected, "the listing");
    },

    async "pages of any length give every key once, in the same order"({ store, key, prefix, open }) {
      const names = Array.from({ length: 23 }, (_, index) => `k${String(index).padStart(2, "0")}😀`);
      await forAll(names, (name) => store.set(key(name), 1));
      await forAll(names, (name) => store.set(`${prefix.slice(0, -1)}-aside/${name}`, 1));
      const reader = await open();
      try {
        for (const limit of [1, 2, 5, 22, 23, 24, 100]) {
          const page = await reader.list(prefix, { limit });
          expectEqual(page.keys, names.slice(0, limit).map(key), `the first page of ${limit}`);
          if (limit < names.length)
            expectThat(page.cursor !== undefined, "a page that is not the last has a cursor");
          expectEqual(await allKeys(reader, prefix, limit), names.map(key), `all pages of ${limit}`);
        }
      } finally {
        await forAll(names, (name) => store.delete(`${prefix.slice(0, -1)}-aside/${name}`));
      }
    },

    async "a page has 100 keys where nothing is said, and 1,000 at most"({ store, key, prefix }) {
      const names = Array.from({ length: 1010 }, (_, index) => String(index).padStart(4, "0"));
      await fill(names.map(key), store);
      expectEqual((await store.list(prefix)).keys.length, 100, "the length of a page");
      const long = await store.list(prefix, { limit: 5000 });
      expectEqual(long.keys.length, 1000, "the length of the longest page");
      const rest = await store.list(prefix, { limit: 1000, cursor: long.cursor });
      expectEqual([...long.keys, ...rest.keys], names.map(key), "both pages together");
      expectEqual((await store.list(prefix, { limit: 2.5 })).keys.length, 2, "the length of a page of 2.5");
    },

    async "a limit below 1 is refused"({ store, prefix }) {
      for (const limit of [0, -1, Number.NaN, 0.5]) {
        await expectRefusal(store.list(prefix, { limit }), "STORE_INVALID_VALUE", `a page of ${limit}`);
      }
    },

    async "only what begins with the prefix is listed"({ store, key, prefix }) {
      await forAll(["a", "a/1", "a/2", "ab", "b", "b/1"], (name) => store.set(key(name), 1));
      expectEqual(await allKeys(store, key("a/")), [key("a/1"), key("a/2")], "the keys under a/");
      expectEqual(
        await allKeys(store, key("a")),
        ["a", "a/1", "a/2", "ab"].map(key),
        "the keys that begin with a",
      );
      expectEqual(await allKeys(store, key("b/1")), [key("b/1")], "the keys under a whole key");
      expectEqual(await allKeys(store, key("c")), [], "the keys under what is not there");
      const middle = prefix.slice(1);
      expectEqual(await allKeys(store, middle), [], "the keys under what is in the middle of them");
      const everything = await allKeys(store, "");
      const own = everything.filter((each) => each.startsWith(prefix));
      expectEqual(own.length, 6, "the number of keys under the empty prefix");
      expectThat(new Set(everything).size === everything.length, "no key is listed twice");
    },

    async "a cursor from elsewhere leads to no key outside the prefix"({ store, key }) {
      await forAll(["a", "b/1", "b/2", "c"], (name) => store.set(key(name), 1));
      for (const cursor of ["", key("a"), `${key("a")}x`, key("b/1"), key("c"), "\u{10FFFF}"]) {
        // A store may refuse a cursor that it never gave.
        const page = await store.list(key("b/"), { cursor }).catch((error: unknown) => {
          if (AIError.is(error)) return { keys: [] };
          throw error;
        });
        const outside = page.keys.filter((each) => each !== key("b/1") && each !== key("b/2"));
        expectEqual(outside, [], `the keys outside the prefix, after ${JSON.stringify(cursor)}`);
      }
    },

    async "what was removed is listed no more"({ store, key, prefix, open }) {
      await forAll(["a", "b", "c"], (name) => store.set(key(name), 1));
      await store.delete(key("b"));
      expectEqual(await allKeys(await open(), prefix), [key("a"), key("c")], "the keys after a removal");
      await store.set(key("b"), 2);
      expectEqual(await allKeys(store, prefix), ["a", "b", "c"].map(key), "the keys after it was made anew");
    },

    async "paging goes on where keys come and go, and where the cursor's own key is gone"({
      store,
      key,
      prefix,
      open,
    }) {
      const stable = Array.from({ length: 12 }, (_, index) =>
        key(`${String.fromCharCode(97 + index)}-stays`),
      );
      await forAll(stable, (each) => store.set(each, 1));
      const writer = await open();
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 40; page += 1) {
        const found = await store.list(prefix, { limit: 2, cursor });
        seen.push(...found.keys);
        cursor = found.cursor;
        if (cursor === undefined) break;
        const last = found.keys.at(-1) ?? "";
        // Before the page, right behind it, and the key on which the page ended.
        await writer.set(key(`a${page}`), 1);
        if (page < 8) await writer.set(`${last}+`, 1);
        if (last.endsWith("+")) await writer.delete(last);
      }
      expectThat(cursor === undefined, "a listing ends");
      expectThat(new Set(seen).size === seen.length, "no key is listed twice while others write");
      expectEqual(
        seen.filter((each) => each.endsWith("-stays")),
        stable,
        "the keys that were there all the time",
      );
    },
  };
}

async function fill(keys: readonly string[], store: Parameters<typeof allKeys>[0]): Promise<void> {
  if (!store.batch) return forAll(keys, (key) => store.set(key, 1));
  for (let start = 0; start < keys.length; start += 100) {
    await store.batch(keys.slice(start, start + 100).map((key) => ({ type: "set", key, value: 1 })));
  }
}
