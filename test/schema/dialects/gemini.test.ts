import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/contracts/schema.ts";
import { geminiDialect } from "../../../src/schema/dialects/gemini.ts";

const text = { type: "string" };

function property(schema: JsonSchema, isStrict = true): unknown {
  const dialect = geminiDialect({ type: "object", properties: { it: schema }, required: ["it"] });
  expect(dialect.strict).toBe(isStrict);
  return (dialect.schema.properties as JsonSchema).it;
}

describe("geminiDialect", () => {
  it("keeps to the words of Gemini's Schema", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { b: text, a: { type: "integer", minimum: 1, exclusiveMaximum: 9 } },
      required: ["b", "gone"],
      additionalProperties: false,
    };
    expect(geminiDialect(schema)).toMatchObject({
      strict: true,
      schema: {
        type: "object",
        properties: { b: text, a: { type: "integer", minimum: 1, description: "(exclusiveMaximum: 9)" } },
        required: ["b"],
        propertyOrdering: ["b", "a"],
      },
    });
    expect(Object.keys(geminiDialect(schema).schema).toSorted()).toEqual([
      "properties",
      "propertyOrdering",
      "required",
      "type",
    ]);
    expect(geminiDialect(schema)).toBe(geminiDialect(schema));
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ["a nullable type", { type: ["string", "null"] }, { ...text, nullable: true }],
    [
      "a nullable union",
      { anyOf: [text, { type: "null" }], description: "D." },
      { ...text, nullable: true, description: "D." },
    ],
    ["a union of types", { type: ["string", "number"] }, { anyOf: [text, { type: "number" }] }],
    ["oneOf", { oneOf: [text, { type: "boolean" }] }, { anyOf: [text, { type: "boolean" }] }],
    ["a constant", { const: "a" }, { ...text, enum: ["a"] }],
    ["an enumeration with null", { enum: ["a", null] }, { ...text, enum: ["a"], nullable: true }],
    [
      "numbers to choose from",
      { enum: [1, 2], description: "D." },
      { type: "integer", description: "D. One of: 1, 2." },
    ],
    [
      "an enumeration of both",
      { enum: ["a", 1] },
      {
        anyOf: [
          { ...text, enum: ["a"] },
          { type: "integer", description: "One of: 1." },
        ],
      },
    ],
    ["a format that it knows", { ...text, format: "date-time" }, { ...text, format: "date-time" }],
    ["a format that it does not know", { ...text, format: "uri" }, { ...text, description: "(format: uri)" }],
    [
      "bounds of arrays",
      { type: "array", items: text, minItems: 1 },
      { type: "array", items: text, minItems: 1 },
    ],
  ])("says %s in its own way", (_, schema, expected) => {
    expect(property(schema)).toEqual(expected);
  });

  it("writes references out", () => {
    const schema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/part", description: "Mine." }, b: { $ref: "#/$defs/part" } },
      $defs: { part: { ...text, description: "Its own." } },
    };
    expect(geminiDialect(schema)).toMatchObject({
      strict: true,
      schema: {
        properties: { a: { ...text, description: "Mine." }, b: { ...text, description: "Its own." } },
      },
    });
    expect(geminiDialect(schema).schema).not.toHaveProperty("$defs");
  });

  it("writes recursion out three levels deep and no deeper", () => {
    const schema = {
      $ref: "#/$defs/node",
      $defs: { node: { type: "object", properties: { name: text, next: { $ref: "#/$defs/node" } } } },
    };
    const { schema: form, strict, reason } = geminiDialect(schema);
    expect(strict).toBe(false);
    expect(reason).toContain("contains itself");
    let depth = 0;
    for (let node = form; node.properties; depth++) node = (node.properties as { next: JsonSchema }).next;
    expect(depth).toBe(4);
    expect(JSON.stringify(form)).not.toContain("$ref");
    expect(geminiDialect({ anyOf: [{ $ref: "#" }] }).strict).toBe(false);
  });

  it("loosens what it cannot say", () => {
    expect(property({ type: "object", additionalProperties: text, description: "Tags." }, false)).toEqual({
      type: "object",
      description: "Tags.",
    });
    expect(property({ description: "Anything." }, false)).toEqual({ description: "Anything." });
    expect(property({ type: "array", prefixItems: [text, { type: "number" }] }, false)).toEqual({
      type: "array",
      items: { anyOf: [text, { type: "number" }] },
    });
    expect(property({ type: "array" }, false)).toEqual({ type: "array", items: {} });
  });

  it("H11: does not write a small schema out without end", () => {
    const names = Array.from({ length: 30 }, (_, index) => `level${index}`);
    const next = (index: number): object =>
      index === 30 ? { type: "string" } : { $ref: `#/$defs/level${index}` };
    const doubled = names.map((name, index) => [name, { anyOf: [next(index + 1), next(index + 1)] }]);
    const everyOther = Object.fromEntries(names.map((name, index) => [name, next(index)]));
    const mutual = names.map((name) => [name, { type: "object", properties: everyOther }]);
    for (const definitions of [doubled, mutual]) {
      const schema = { type: "object", properties: { a: next(0) }, $defs: Object.fromEntries(definitions) };
      const { strict, plain } = geminiDialect(schema);
      expect(strict).toBe(false);
      expect(plain).toMatchObject({ type: "object", properties: { a: {} } });
    }
  });

  it("merges a union at the root", () => {
    const branches = ["a", "b"].map((kind) => ({ type: "object", properties: { kind: { const: kind } } }));
    expect(geminiDialect({ oneOf: branches }).schema).toMatchObject({
      type: "object",
      properties: { kind: { ...text, enum: ["a", "b"] } },
    });
  });
});
