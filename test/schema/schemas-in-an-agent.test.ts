import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { agent } from "../../src/agent/agent.ts";
import type { Schema } from "../../src/contracts/schema.ts";
import { fromValibot } from "../../src/schema/from-valibot.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const schemas: Record<string, Schema> = {
  zod: z.object({ city: z.string(), days: z.number().optional() }),
  valibot: fromValibot(v.object({ city: v.string(), days: v.optional(v.number()) })),
  "valibot by itself": v.object({ city: v.string(), days: v.optional(v.number()) }),
  arktype: type({ city: "string", "days?": "number" }),
  "JSON Schema": {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "number" } },
    required: ["city"],
  },
};

describe.each(Object.entries(schemas))("%s", (name, schema) => {
  const knowsNulls = name !== "valibot by itself";

  it("is the input of a tool", async () => {
    const seen: unknown[] = [];
    const weather = tool({
      name: "weather",
      description: "Tells the weather.",
      input: schema,
      execute: (input) => seen.push(input),
    });
    const calls = [{ city: "Cairo" }, { city: "Cairo", days: null }, { days: 2 }].map((input) => ({
      name: "weather",
      input,
    }));
    const model = mockModel({ name: "m", responses: [{ toolCalls: calls }, { content: "done" }] });
    const { report } = await agent({ model, tools: [weather] }).execute("Weather?");
    expect(seen).toEqual(knowsNulls ? [{ city: "Cairo" }, { city: "Cairo" }] : [{ city: "Cairo" }]);
    expect(report.children.at(-1)).toMatchObject({ status: "failed" });
    expect(model.callHistory[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("city"),
    });
  });

  it("is the output of an agent", async () => {
    const answer = JSON.stringify({ city: "Cairo", days: knowsNulls ? null : 1 });
    const model = mockModel({ name: "m", responses: [{ content: answer }] });
    const { data, error } = await agent({ model, output: schema }).execute("Where?");
    expect(error).toBeUndefined();
    expect(data).toEqual(knowsNulls ? { city: "Cairo" } : { city: "Cairo", days: 1 });
  });

  it("refuses an answer that does not fit", async () => {
    const model = mockModel({ name: "m", responses: [{ content: '{"days": 1}' }] });
    const { data, error } = await agent({ model, output: schema }).execute("Where?");
    expect(data).toBeUndefined();
    expect(error).toMatchObject({ code: "SCHEMA_VALIDATION_FAILED" });
  });
});

it("types follow the schema", () => {
  const input = fromValibot(v.object({ city: v.string(), days: v.optional(v.number(), 1) }));
  tool({
    name: "typed",
    description: "Is typed.",
    input,
    execute: (value) => {
      expectTypeOf(value).toEqualTypeOf<{ city: string; days: number }>();
    },
  });
  tool({
    name: "typed",
    description: "Is typed.",
    input: z.object({ city: z.string() }),
    execute: (value) => {
      expectTypeOf(value).toEqualTypeOf<{ city: string }>();
    },
  });
});
