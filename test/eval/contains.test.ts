import { describe, expect, test } from "vitest";
import { contains } from "../../src/eval/index.ts";
import { scoreOf } from "./score-of.ts";

describe("contains()", () => {
  test.each([
    ["the text somewhere", "Cairo", "The capital is Cairo, on the Nile."],
    ["without regard to case and white space around", " CAIRO ", "cairo"],
    ["a number", 42, "The answer is 42."],
    ["JSON in the text", { a: 1 }, 'Here: {"a":1}'],
  ])("passes %s", async (_, expected, text) => {
    expect(await scoreOf(contains(), { expected, text })).toEqual({ score: 1, passed: true });
  });

  test("fails a text without it, and says both", async () => {
    expect(await scoreOf(contains(), { expected: "Cairo", text: "Alexandria" })).toEqual({
      score: 0,
      passed: false,
      reason: 'Expected to find "Cairo" in "Alexandria".',
    });
    expect(await scoreOf(contains(), { expected: "Cairo" })).toMatchObject({ passed: false });
  });

  test("looks for a value in the data of the answer, whatever the order of its keys", async () => {
    const data = { items: [{ name: "tide", count: 2 }] };
    expect(await scoreOf(contains(), { expected: { name: "tide", count: 2 }, data, text: "" })).toMatchObject(
      {
        passed: true,
      },
    );
    expect(await scoreOf(contains(), { expected: { name: "tide", count: 3 }, data, text: "" })).toMatchObject(
      {
        passed: false,
      },
    );
  });
});
