import { describe, expect, it } from "vitest";
import { anthropicDialect } from "../../../src/schema/dialects/anthropic.ts";

describe("anthropicDialect", () => {
  it("keeps optional properties optional, closes objects and tells bounds in words", () => {
    const schema = {
      type: "object",
      properties: {
        count: { type: "integer", minimum: 1, maximum: 5, description: "How many." },
        names: { type: "array", items: { type: "string", minLength: 1 }, minItems: 2 },
      },
      required: ["count"],
    };
    const dialect = anthropicDialect(schema);
    expect(dialect).toEqual({
      schema: {
        type: "object",
        properties: {
          count: { type: "integer", description: "How many. (minimum: 1, maximum: 5)" },
          names: {
            type: "array",
            description: "(minItems: 2)",
            items: { type: "string", description: "(minLength: 1)" },
          },
        },
        required: ["count"],
        additionalProperties: false,
      },
      strict: true,
      plain: schema,
    });
    expect(anthropicDialect(schema)).toBe(dialect);
  });

  it.each(["oneOf", "anyOf", "allOf"])("H11: leaves no %s at the root", (keyword) => {
    const branches = ["a", "b"].map((name) => ({
      type: "object",
      properties: { [name]: { type: "string" } },
    }));
    const { schema, plain } = anthropicDialect({ [keyword]: branches });
    for (const root of [schema, plain]) {
      expect(root).toMatchObject({
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
      });
      expect(root).not.toHaveProperty(keyword);
    }
  });

  it("gives a tool without parameters an empty object", () => {
    expect(anthropicDialect({ type: "object" }).schema).toEqual({
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it("has no strict form of recursion, and says so; the plain form keeps it", () => {
    const schema = {
      type: "object",
      properties: { next: { $ref: "#/$defs/node" } },
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    };
    const { strict, reason, schema: plain } = anthropicDialect(schema);
    expect(strict).toBe(false);
    expect(reason).toBe("/properties/next/properties/next: a schema that contains itself");
    expect(plain).toEqual(schema);
    expect(anthropicDialect({ type: "object", properties: { me: { $ref: "#" } } }).strict).toBe(false);
  });
});
