import type { Json } from "../../contracts/message.ts";
import { expectAbsent, expectEqual, expectRefusal, expectThat, expectValue } from "./expectations.ts";
import type { ConformanceTheme } from "./workbench.ts";

/** What a store does with values of every kind, and with what is no JSON. */
export function valueCases(): ConformanceTheme {
  return {
    async "every kind of JSON value comes back as it was"({ store, key, open }) {
      const values = jsonValues();
      for (const [index, value] of values.entries()) {
        await store.set(key(`value-${index}`), value);
      }
      const reader = await open();
      for (const [index, value] of values.entries()) {
        await expectValue(reader, key(`value-${index}`), value, `value ${index} of the list`);
      }
    },

    async "a key without an entry has no value, and null is one"({ store, key }) {
      await expectAbsent(store, key("missing"));
      await store.set(key("null"), null);
      expectEqual((await store.get(key("null")))?.value, null, "the value null");
    },

    async "a later write takes the place of an earlier one"({ store, key, open }) {
      await store.set(key("same"), { long: "value", list: [1, 2, 3] });
      await store.set(key("same"), 1);
      await expectValue(store, key("same"), 1);
      await expectValue(await open(), key("same"), 1);
    },

    async "a removal says whether there was an entry"({ store, key, open }) {
      await store.set(key("gone"), "soon");
      expectEqual(await store.delete(key("gone")), true, "the first removal");
      expectEqual(await store.delete(key("gone")), false, "the second removal");
      expectEqual(await store.delete(key("never")), false, "the removal of what never was");
      await expectAbsent(await open(), key("gone"));
    },

    async "a value is copied on its way in and out"({ store, key }) {
      const value = { list: [1], name: "first" };
      const written = store.set(key("copy"), value);
      value.list.push(2);
      value.name = "changed while it was written";
      await written;
      value.name = "changed afterwards";
      const read = await store.get(key("copy"));
      expectEqual(read?.value, { list: [1], name: "first" }, "a value that was changed after it was passed");
      const lent = read?.value;
      if (typeof lent === "object" && lent !== null) Reflect.set(lent, "name", "changed by a reader");
      await expectValue(store, key("copy"), { list: [1], name: "first" }, "a value that a reader changed");
    },

    async "properties that are undefined are left out"({ store, key }) {
      await store.set(key("sparse"), { kept: 1, left: undefined });
      await expectValue(store, key("sparse"), { kept: 1 });
    },

    async "what is no JSON is refused, with the place of it, and nothing is written"({ store, key }) {
      // A method's parameters may be wider where it is called than where it is declared.
      const careless: { set(key: string, value: unknown): Promise<unknown> } = store;
      for (const [name, { value, path }] of Object.entries(notJson())) {
        const fresh = key(`fresh ${name}`);
        const error = await expectRefusal(
          careless.set(fresh, value),
          "STORE_INVALID_VALUE",
          `storing ${name}`,
        );
        expectThat(
          error.message.includes(path),
          `the message about ${name} should name ${path}: ${error.message}`,
        );
        await expectAbsent(store, fresh, `the key of ${name}`);
        await store.set(fresh, "old");
        await expectRefusal(careless.set(fresh, value), "STORE_INVALID_VALUE", `storing ${name}`);
        await expectValue(store, fresh, "old", `the value before ${name}`);
      }
    },
  };
}

function jsonValues(): Json[] {
  let nested: Json = "bottom";
  for (let level = 0; level < 200; level += 1) nested = level % 2 === 0 ? [nested] : { level, nested };
  const hidden: Json = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3,"":4}');
  return [
    null,
    true,
    false,
    0,
    -1,
    0.1,
    1e308,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    "",
    " ",
    "null",
    '{"looks":"like JSON"}',
    "zero \u0000, line \u2028 and \u2029, tab \t, break \r\n, quote \" ' `, backslash \\",
    "half a pair: \ud83d and \ude00",
    "e\u0301 \u00e9 שלום مرحبا 你好 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "\ufeffmark \ufffe\uffff",
    [],
    {},
    [[], {}, null, [null]],
    [1, "two", { three: [3] }],
    { "key with spaces": { "": [] }, ключ: "значение", 7: "seven" },
    hidden,
    nested,
  ];
}

function notJson(): Record<string, { readonly value: unknown; readonly path: string }> {
  const circle: { next?: unknown } = {};
  circle.next = { back: circle };
  class Point {
    x = 1;
  }
  return {
    undefined: { value: undefined, path: "undefined" },
    "a number that is not one": { value: { price: Number.NaN }, path: "price" },
    "an endless number": { value: [1, Number.POSITIVE_INFINITY], path: "[1]" },
    "a function": { value: { run: () => 1 }, path: "run" },
    "a symbol": { value: { mark: Symbol("mark") }, path: "mark" },
    "a bigint": { value: { deep: [{ amount: 1n }] }, path: "deep[0].amount" },
    "a date": { value: { at: new Date(0) }, path: "at" },
    "a map": { value: { index: new Map([["a", 1]]) }, path: "index" },
    bytes: { value: { bytes: new Uint8Array(2) }, path: "bytes" },
    "a circle": { value: circle, path: "circle" },
    "an instance": { value: { point: new Point() }, path: "point" },
    "a hole in a list": { value: ["a", undefined], path: "[1]" },
  };
}
