import { describe, expect, test } from "vitest";
import * as ai from "../../src/ai.ts";
import { predicate } from "../../src/eval/index.ts";
import { mockModel } from "../../src/testing/index.ts";
import { scoreOf } from "./score-of.ts";

describe("predicate()", () => {
  test("is 1 for true and 0 for false, also later", async () => {
    expect(
      await scoreOf(
        predicate(() => true),
        {},
      ),
    ).toEqual({ score: 1, passed: true });
    expect(
      await scoreOf(
        predicate(() => false),
        {},
      ),
    ).toMatchObject({ score: 0, passed: false });
    expect(
      await scoreOf(
        predicate(async () => false),
        {},
      ),
    ).toMatchObject({ score: 0, passed: false });
  });

  test("has a name of its own where it is given one", () => {
    expect(predicate(() => true).name).toBe("predicate");
    expect(predicate(() => true, "short").name).toBe("short");
  });

  test("sees the case, and the data of the answer as its schema has it", async () => {
    const output = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const model = mockModel({ name: "m", responses: [{ content: '{"city": "Cairo"}' }] });
    const seen: unknown[] = [];
    const report = await ai.agent({ model, output }).eval({
      cases: [{ name: "capital", input: "Capital of Egypt?", expected: "Cairo" }],
      scorers: [
        predicate((context) => {
          seen.push(context.case.input, context.result.data);
          return true;
        }),
      ],
    });
    expect(seen).toEqual(["Capital of Egypt?", { city: "Cairo" }]);
    expect(report.passed).toBe(true);
  });
});
