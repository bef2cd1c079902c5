import { expect, it } from "vitest";
import { canonicalJson } from "../../src/core/canonical-json.ts";

it("gives equal values equal texts, whatever the order of their keys", () => {
  const one = { b: 1, a: { d: [1, { f: null, e: "x" }], c: undefined } };
  const other = { a: { d: [1, { e: "x", f: null }] }, b: 1 };
  expect(canonicalJson(one)).toBe(canonicalJson(other));
  expect(canonicalJson(one)).toBe('{"a":{"d":[1,{"e":"x","f":null}]},"b":1}');
});

it("keeps the order of lists, and keys that objects treat in their own way", () => {
  expect(canonicalJson([2, 1])).toBe("[2,1]");
  expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2},"10":0,"9":0}'))).toBe(
    '{"9":0,"10":0,"__proto__":{"a":2,"b":1}}',
  );
  expect(canonicalJson(undefined)).toBe("undefined");
});
