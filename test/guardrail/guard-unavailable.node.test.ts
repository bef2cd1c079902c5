import { expect, test, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { guard } from "../../src/guardrail/guard.ts";
import { guardData } from "../../src/guardrail/guard-data.ts";
import { mockModel } from "../../src/testing/index.ts";
import { all, digits, everything, noting } from "./guard-doubles.ts";

vi.mock("../../src/guardrail/policy/policy.ts", () => {
  throw new Error("The chunk is gone.");
});
vi.mock("../../src/guardrail/policy/judge.ts", () => {
  throw new Error("The chunk is gone.");
});

test.each(["input", "output", "tool", "data"] as const)(
  "a guard whose code cannot be loaded lets nothing pass in its %s phase",
  async (phase) => {
    const pay = noting("pay", "Result 1234");
    const model = mockModel({
      name: "m",
      responses: [{ content: "1234", toolCalls: [{ name: "pay", input: {} }] }, { content: "Done." }],
    });
    const helper = agent({ model, tools: [pay.tool], middleware: [guard({ [phase]: [digits("redact")] })] });
    const { result, text } = await all(helper.stream("x"));
    expect(result.error).toMatchObject({ code: "GUARDRAIL_VIOLATION", reason: "guard-unavailable" });
    if (phase !== "data") expect(result.text).toBeUndefined();
    if (phase === "input") expect(model.callCount).toBe(0);
    else if (phase === "data") expect(everything(result.report.children)).not.toContain("1234");
    else expect([text, pay.calls]).toEqual(["", []]);
  },
);

test("nor does guardData", async () => {
  await expect(guardData([digits("redact")], "1234")).rejects.toMatchObject({
    code: "GUARDRAIL_VIOLATION",
    reason: "guard-unavailable",
    phase: "data",
  });
});
