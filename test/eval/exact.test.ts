import { describe, expect, test } from "vitest";
import { exact } from "../../src/eval/index.ts";
import { scoreOf } from "./score-of.ts";

describe("exact()", () => {
  test.each([
    ["the same text", "Cairo", "Cairo"],
    ["white space around and case", "Cairo", "  cairo\n"],
    ["one letter written in two ways", "caf\u00e9", "CAFE\u0301"],
    ["a number in the text", 42, "42"],
    ["JSON in the text, in another order", { a: 1, b: [true, null] }, '{ "b": [true, null], "a": 1 }'],
    ["an empty text", "", "  "],
  ])("passes %s", async (_, expected, text) => {
    expect(await scoreOf(exact(), { expected, text })).toMatchObject({ score: 1, passed: true });
  });

  test.each([
    ["a longer text", "Cairo", "It is Cairo.", 'Expected "Cairo", got "It is Cairo.".'],
    ["space within", "New York", "NewYork", 'Expected "New York", got "NewYork".'],
    ["another number", 42, "43", 'Expected "42", got "43".'],
    ["a value where a text stands", { a: 1 }, "a is 1", String.raw`Expected "{\"a\":1}", got "\"a is 1\"".`],
    ["another order of a list", [1, 2], "[2,1]", 'Expected "[1,2]", got "[2,1]".'],
  ])("fails %s", async (_, expected, text, reason) => {
    expect(await scoreOf(exact(), { expected, text })).toEqual({ score: 0, passed: false, reason });
  });

  test("compares a value with the data of the answer, whatever the order of its keys", async () => {
    const data = { b: { d: 2, c: [{ y: 1, x: 2 }] }, a: "x" };
    const expected = { a: "x", b: { c: [{ x: 2, y: 1 }], d: 2 } };
    expect(await scoreOf(exact(), { expected, data, text: "ignored" })).toMatchObject({ passed: true });
    expect(await scoreOf(exact(), { expected: { ...expected, a: "X" }, data })).toMatchObject({
      passed: false,
    });
    expect(await scoreOf(exact(), { expected: { a: "x" }, data })).toMatchObject({ passed: false });
  });

  test("compares keys that objects have by nature", async () => {
    const text = '{"__proto__": {"a": 1}}';
    expect(await scoreOf(exact(), { expected: {}, data: JSON.parse(text) })).toMatchObject({ passed: false });
    expect(await scoreOf(exact(), { expected: JSON.parse(text), text })).toMatchObject({ passed: true });
  });

  test("compares a text with data that is a text", async () => {
    expect(await scoreOf(exact(), { expected: "cairo", data: "Cairo", text: '"Cairo"' })).toMatchObject({
      passed: true,
    });
  });

  test("cuts long texts in its reason", async () => {
    const { reason = "" } = await scoreOf(exact(), { expected: "Cairo", text: "x".repeat(5_000) });
    expect(reason).toContain("(5000 characters)");
    expect(reason.length).toBeLessThan(300);
  });
});
