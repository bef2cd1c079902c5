import { MAX_KEY_BYTES } from "../../store/define-store.ts";
import { utf8Length } from "../../store/utf8.ts";
import { expectAbsent, expectEqual, expectRefusal, expectThat, expectValue } from "./expectations.ts";
import { allKeys, type ConformanceTheme, forAll } from "./workbench.ts";

/** Which keys a store takes, that it tells all of them apart, and which it refuses. */
export function keyCases(): ConformanceTheme {
  return {
    async "keys of all scripts and signs are told apart"({ store, key, open, prefix }) {
      const keys = unusualNames().map(key);
      for (const [index, each] of keys.entries()) await store.set(each, index);
      const reader = await open();
      for (const [index, each] of keys.entries())
        await expectValue(reader, each, index, JSON.stringify(each));
      expectEqual((await allKeys(reader, prefix)).sort(), [...keys].sort(), "the listing of unusual keys");
      for (const [index, each] of keys.entries()) {
        expectEqual(await store.delete(each), true, `the removal of ${JSON.stringify(each)}`);
        await expectAbsent(store, each, JSON.stringify(each));
        const next = keys[index + 1];
        if (next !== undefined) await expectValue(store, next, index + 1, JSON.stringify(next));
      }
    },

    async "a prefix is taken letter by letter"({ store, key }) {
      const keys = unusualNames().map(key);
      await forAll(keys, (each) => store.set(each, true));
      for (const start of keys) {
        const expected = keys.filter((each) => each.startsWith(start)).sort();
        expectEqual(
          (await allKeys(store, start)).sort(),
          expected,
          `the keys under ${JSON.stringify(start)}`,
        );
      }
    },

    async "names that mean something to objects, paths and databases are keys as any"({ store, cleanUp }) {
      const names = [
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        ".",
        "..",
        "/",
        "*",
        "%",
        "'",
        "\n",
      ];
      for (const name of names) {
        cleanUp(name);
        await store.set(name, { name });
      }
      for (const name of names) {
        await expectValue(store, name, { name }, JSON.stringify(name));
        expectThat((await allKeys(store, name)).includes(name), `${JSON.stringify(name)} should be listed`);
        expectEqual(await store.delete(name), true, `the removal of ${JSON.stringify(name)}`);
        await expectAbsent(store, name, JSON.stringify(name));
      }
    },

    async "a key of the greatest length is taken, a longer one is refused with the limit"({ store, key }) {
      const limit = store.traits.maxKeyBytes ?? MAX_KEY_BYTES;
      for (const letter of ["k", "é", "€", "😀"]) {
        const start = key(`${utf8Length(letter)}`);
        const room = limit - utf8Length(start);
        const longest =
          start + letter.repeat(room / utf8Length(letter)) + "x".repeat(room % utf8Length(letter));
        await store.set(longest, letter);
        await expectValue(store, longest, letter, `a key of ${limit} bytes`);
        expectEqual(await allKeys(store, longest), [longest], `the listing of a key of ${limit} bytes`);
        for (const operation of [
          store.set(`${longest}x`, 1),
          store.get(`${longest}x`),
          store.delete(`${longest}x`),
        ]) {
          const error = await expectRefusal(operation, "STORE_INVALID_KEY", `a key of ${limit + 1} bytes`);
          expectEqual(error.limit, limit, "the limit in the error");
          expectThat(
            error.message.includes(String(limit)),
            `the message should name the limit: ${error.message}`,
          );
        }
        expectEqual(await allKeys(store, longest), [longest], "the listing after a longer key was refused");
      }
    },

    async "an empty key, U+0000 and half a surrogate pair are refused everywhere"({ store, key }) {
      const broken = ["", key("zero \0"), "\0", key("half \ud83d"), "\ude00", key("\ude00\ud83d")];
      for (const each of broken) {
        const what = `the key ${JSON.stringify(each)}`;
        await expectRefusal(store.get(each), "STORE_INVALID_KEY", `reading ${what}`);
        await expectRefusal(store.set(each, 1), "STORE_INVALID_KEY", `writing ${what}`);
        await expectRefusal(store.delete(each), "STORE_INVALID_KEY", `removing ${what}`);
        if (each !== "") await expectRefusal(store.list(each), "STORE_INVALID_KEY", `listing ${what}`);
        if (!store.batch) continue;
        const operations = [
          { type: "set", key: key("good"), value: 1 },
          { type: "set", key: each, value: 1 },
        ] as const;
        await expectRefusal(store.batch(operations), "STORE_INVALID_KEY", `a batch with ${what}`);
      }
      await expectAbsent(store, key("good"), "the good part of a refused batch");
    },

    async "what is no text is no key"({ store }) {
      const careless: { get(key: unknown): Promise<unknown> } = store;
      for (const key of [undefined, null, 7, {}, ["a"]]) {
        await expectRefusal(careless.get(key), "STORE_INVALID_KEY", `a key that is ${JSON.stringify(key)}`);
      }
    },
  };
}

/** Names that drivers confuse: signs of patterns and paths, one letter written in two ways, the last of all letters. */
function unusualNames(): string[] {
  return [
    ..."%_*?[]{}()'\"`\\:/|&=;,#~^$+-!@<>. \t\n\r",
    "a",
    "A",
    "a ",
    "ab",
    "a%",
    "a_b",
    "axb",
    "a*",
    "a?",
    "[ab]",
    "a\\",
    "a\\%",
    ".",
    "..",
    "./a",
    "a//b",
    "a/../b",
    "%2F",
    "%00",
    "\u0001",
    "\u007f",
    "\u00e9",
    "e\u0301",
    "ﬁ",
    "fi",
    "ß",
    "İ",
    "שלום",
    "مرحبا",
    "\u202eright to left",
    "你好",
    "😀",
    "😀😀",
    "👩‍👩‍👧‍👦",
    "\ud7ff",
    "\ue000",
    "\ufeff",
    "\uffff",
    "\uffff\uffff",
    "z\uffff",
    "z\uffffa",
    "z\u{10ffff}",
    "z\u{10ffff}a",
    "__proto__",
    "0",
    "00",
    "1e3",
    "null",
    "'; DROP TABLE entries; --",
    "{{name}}",
  ].filter((name, index, all) => all.indexOf(name) === index);
}
