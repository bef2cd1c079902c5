import fc from "fast-check";
import { expect, it } from "vitest";
import { spreadChange } from "../../src/model/redact-recording.ts";

it.each([
  [["a", "b", "c"], "abc", ["a", "b", "c"]],
  [["key ", "sk-1", "23", " it is"], "key [x] it is", ["key ", "[x]", "", " it is"]],
  [["ab", "cd"], "abXcd", ["ab", "Xcd"]],
  [["ab", "cd"], "abcdX", ["ab", "cdX"]],
  [["ab", "cd"], "Xabcd", ["Xab", "cd"]],
  [["ab", "cd"], "", ["", ""]],
  [["", "ab"], "b", ["", "b"]],
])("%j as %j", (pieces, after, expected) => {
  expect(spreadChange(pieces, after)).toEqual(expected);
});

it("always gives the changed text, in as many pieces", () => {
  const text = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", " ") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (pieces, after) => {
      const spread = spreadChange(pieces, after);
      return spread.length === pieces.length && spread.join("") === after;
    }),
  );
});
