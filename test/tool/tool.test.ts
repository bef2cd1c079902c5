import type { StandardSchemaV1 } from "@standard-schema/spec";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Schema } from "../../src/contracts/schema.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const double = tool({
  name: "double",
  description: "Doubles a number.",
  version: "2",
  input: v.object({ n: v.number() }),
  execute: ({ n }) => n * 2,
});

/** A Standard Schema that is made by the test. */
function schemaOf<Output>(validate: StandardSchemaV1.Props<unknown, Output>["validate"]): Schema<Output> {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

describe("invoke", () => {
  test("by hand gives the output, and a report of a run of its own", async () => {
    const call = await double.invoke({ n: 21 });
    expect(call).toMatchObject({
      type: "tool",
      name: "double",
      version: "2",
      status: "completed",
      input: { n: 21 },
      data: 42,
      output: 42,
      usage: { input: 0, output: 0, total: 0 },
    });
    expect(call.rootRunId).toBe(call.runId);
  });

  test("never throws: arguments that do not fit are a SchemaValidationError with issues", async () => {
    const call = await double.invoke({ n: "x" });
    expect(call).toMatchObject({
      status: "failed",
      error: { name: "SchemaValidationError", issues: [{ path: ["n"] }] },
    });
    expect(call).not.toHaveProperty("data");
  });

  test.each([
    ["throws", schemaOf(() => Promise.reject(new Error("registry down")))],
    [
      "rejects",
      schemaOf(() => {
        throw new Error("registry down");
      }),
    ],
  ])("a schema that itself %s is a SchemaValidationError with its cause", async (_how, input) => {
    const broken = tool({ name: "t", description: "d", input, execute: () => 1 });
    expect((await broken.invoke({})).error).toMatchObject({
      code: "SCHEMA_VALIDATION_FAILED",
      cause: { message: "registry down" },
    });
  });

  test("a stop while the arguments are checked is not waited out", async () => {
    const controller = new AbortController();
    const slow = schemaOf<object>(() => {
      controller.abort("enough");
      return new Promise(() => undefined);
    });
    const call = await tool({ name: "t", description: "d", input: slow, execute: () => 1 }).invoke(
      {},
      { signal: controller.signal },
    );
    expect(call).toMatchObject({ status: "cancelled", error: { code: "TOOL_EXEC_FAILED", cause: "enough" } });
  });

  test("a tool that is stopped before it runs does not run", async () => {
    let ran = false;
    const spy = tool({
      name: "t",
      description: "d",
      input: v.object({}),
      execute: () => {
        ran = true;
      },
    });
    expect((await spy.invoke({}, { signal: AbortSignal.abort() })).status).toBe("cancelled");
    expect(ran).toBe(false);
  });
});

describe("timeoutMs", () => {
  const waiting = (timeoutMs: number) =>
    tool({
      name: "t",
      description: "d",
      timeoutMs,
      input: v.object({}),
      execute: () => new Promise((resolve) => setTimeout(resolve, 5, "done")),
    });

  test("Infinity is no limit", async () => {
    expect(await waiting(Number.POSITIVE_INFINITY).invoke({})).toMatchObject({ data: "done" });
  });

  test.each([0, -1, Number.NaN])("%d throws INVALID_CONFIG", (timeoutMs) => {
    expect(() => waiting(timeoutMs)).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringContaining("timeoutMs") }),
    );
  });
});

describe("an action made of the input", () => {
  const json = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
  const label = (input: unknown): string => `Doing ${(input as { n: number }).n}`;

  test.each([
    ["a JSON Schema", json],
    ["an asynchronous schema", schemaOf(async (value) => ({ value }))],
  ])("is told with %s, too", async (_what, input) => {
    const labelled = tool({ name: "t", description: "d", action: label, input, execute: () => 1 });
    const seen: unknown[] = [];
    const responses = [{ toolCalls: [{ name: "t", input: { n: 3 } }] }, { content: "ok" }];
    await agent({ model: mockModel({ name: "m", responses }), tools: [labelled] }).execute("x", {
      on: {
        "agent.tool.calling": (event) => seen.push(event.tool.action),
        "agent.tool.called": (event) => seen.push(event.tool.action),
      },
    });
    expect(seen).toEqual(["Doing 3", "Doing 3"]);
  });

  test("is missing where the input does not fit a JSON Schema", async () => {
    const labelled = tool({ name: "t", description: "d", action: label, input: json, execute: () => 1 });
    expect(await labelled.action({ n: "three" })).toBeUndefined();
  });
});
