import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonReader, jsonWriter } from "../../../src/guardrail/policy/json-texts.ts";

function read(pieces: readonly string[], numbers = new Map<number, string>()): string {
  const reader = jsonReader(numbers);
  return pieces.map((piece) => reader.push(piece)).join("") + reader.end();
}

/** JSON in pieces, read, changed and written again as it comes in. */
function passed(pieces: readonly string[], change = (text: string) => text): string {
  const numbers = new Map<number, string>();
  const text = read(pieces, numbers);
  const writer = jsonWriter(numbers);
  return Array.from(change(text), (unit) => writer.push(unit)).join("") + writer.end();
}

describe("JSON as detectors read it", () => {
  test("has no escapes but those of quotes and backslashes, and numbers that are strings", () => {
    expect(read(['{"a\\u0062":[12,-1.5e3,true,null,"x\\ny\\/\\t"]}'])).toBe(
      '{"ab":["12","-1.5e3",true,null,"x\ny/\t"]}',
    );
    expect(read(['"\\"\\\\\\u0022\\u005c\\u0001\\b"'])).toBe('"\\"\\\\\\"\\\\\\u0001\\b"');
    expect(read(['"\\ud83d\\ude00"'])).toBe('"😀"');
    expect(read(["v1.5 of 7"])).toBe('v1.5 of "7"');
    expect(read(['"cut \\u00'])).toBe('"cut \\u00');
    expect(read(['"\\u00zz"'])).toBe('"\\u00zz"');
  });

  test("is the same value when it is written again, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.boolean(), (value, at, pretty) => {
        const json = JSON.stringify(value, null, pretty ? 2 : 0);
        const whole = passed([json]);
        expect(JSON.parse(whole)).toEqual(JSON.parse(json));
        expect(passed([json.slice(0, at % json.length), json.slice(at % json.length)])).toBe(whole);
        expect(passed(json.split(""))).toBe(whole);
        expect(passed([whole])).toBe(whole);
      }),
    );
  });

  test("other text than JSON is cut like JSON, and comes to an end", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "1", "-", ".", '"', "\\", "u", "0", " ", "n") }),
        (text) => {
          expect(passed(text.split(""))).toBe(passed([text]));
        },
      ),
    );
  });

  test("what stands in the place of a number becomes a string, other numbers stay", () => {
    expect(passed(["[1234,12,1234.5]"], (text) => text.replaceAll("1234", "[x]"))).toBe('["[x]",12,"[x].5"]');
    expect(passed(['{"a":"1234\\n"}'], (text) => text.replace("1234", "<\n>"))).toBe('{"a":"<\\n>\\n"}');
    expect(passed(["[12]"], (text) => text.replace("12", "00"))).toBe('["00"]');
  });
});
