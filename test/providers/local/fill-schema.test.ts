import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/contracts/schema.ts";
import { fillSchema } from "../../../src/providers/local/fill-schema.ts";
import { validate } from "../../../src/schema/validate.ts";

const text = `The lamp of Eddystone was first lit in 1698. It stands 49 metres tall.
- automated in 1982
- built by Henry Winstanley
Contact: keeper@example.org. Status: open.`;

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

describe("fillSchema", () => {
  it.each<[JsonSchema, unknown]>([
    [object({ year: { type: "integer", minimum: 1000, maximum: 2100 } }), { year: 1698 }],
    [object({ tall: { type: "number" } }), { tall: 49 }],
    [object({ email: { type: "string", format: "email" } }), { email: "keeper@example.org" }],
    [object({ status: { enum: ["closed", "open"] } }), { status: "open" }],
    [object({ status: { type: "string" } }), { status: "open" }],
    [
      object({ facts: { type: "array", items: { type: "string" } } }),
      { facts: ["automated in 1982", "built by Henry Winstanley"] },
    ],
    [
      object({ summary: { type: "string", maxLength: 50 } }),
      { summary: "The lamp of Eddystone was first lit in 1698. It" },
    ],
    [object({ missing: { type: ["integer", "null"], maximum: 3 } }), { missing: null }],
    [object({ missing: { type: "integer", minimum: 5000, default: 7000 } }), { missing: 7000 }],
    [object({ missing: { type: "integer", minimum: 5000 } }, []), {}],
    [object({ v: { const: 1 }, n: { type: "null" } }), { v: 1, n: null }],
    [{ $ref: "#/$defs/a", $defs: { a: object({ tall: { type: "integer" } }) } }, { tall: 49 }],
    [
      object({ kind: { anyOf: [object({ type: { const: "ship" } }), object({ type: { const: "lamp" } })] } }),
      { kind: { type: "lamp" } },
    ],
    [
      {
        allOf: [object({ tall: { type: "integer" } }), { properties: { v: { const: 2 } }, required: ["v"] }],
      },
      { tall: 49, v: 2 },
    ],
  ])("%#", (schema, expected) => {
    expect(fillSchema(schema, text)).toEqual(expected);
  });

  it("ends in a recursive schema, and keeps a property called __proto__ a property", () => {
    const tree: JsonSchema = {
      ...object({ name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } }),
    };
    expect(validate(tree, fillSchema(tree, "a b c"))).toBeDefined();
    const value = fillSchema(object(JSON.parse('{"__proto__":{"const":1}}')), "x");
    expect(Object.getOwnPropertyNames(value)).toEqual(["__proto__"]);
  });

  it("gives a valid value for any schema of bounds, lengths, formats, choices, lists and objects", async () => {
    const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
      fc.record({
        type: fc.constant("integer"),
        minimum: fc.integer({ min: -50, max: 0 }),
        maximum: fc.integer({ min: 1, max: 90 }),
      }),
      fc.record({ type: fc.constant("number"), exclusiveMinimum: fc.constant(0), maximum: fc.constant(1) }),
      fc.record({
        type: fc.constant("integer"),
        multipleOf: fc.integer({ min: 2, max: 9 }),
        minimum: fc.nat({ max: 99 }),
      }),
      fc.record({
        type: fc.constant("string"),
        minLength: fc.nat({ max: 5 }),
        maxLength: fc.integer({ min: 5, max: 30 }),
      }),
      fc.record({ type: fc.constant("string"), minLength: fc.integer({ min: 200, max: 500 }) }),
      fc.record({
        type: fc.constant("string"),
        format: fc.constantFrom("email", "uri", "uuid", "date", "date-time", "time", "ipv4"),
      }),
      fc.record({
        enum: fc.uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1 }),
      }),
      fc.record({
        type: fc.constantFrom<unknown>("boolean", "null", ["string", "null"], ["null", "integer"]),
      }),
      fc.record({ const: fc.jsonValue() }),
    );
    const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.record({
          type: fc.constant("array"),
          items: tie("schema"),
          minItems: fc.nat({ max: 2 }),
          maxItems: fc.integer({ min: 2, max: 4 }),
        }),
        fc
          .dictionary(fc.constantFrom("query", "city", "count", "isOpen", "tags", "url"), tie("schema"))
          .map((properties) => object(properties)),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(schema, fc.oneof(fc.constant(text), fc.string()), async (generated, source) => {
        const result = await validate(generated, fillSchema(generated, source));
        expect(result.issues).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it("ends where a schema has no end, and where it asks for very much", () => {
    const itself = { $ref: "#" };
    const recursive = object({ a: itself, b: itself, c: itself, d: itself }, ["a", "b", "c", "d"]);
    const joined = { allOf: [itself, itself, itself] };
    const huge = object(
      { tags: { type: "array", minItems: 1e9, items: { type: "string", minLength: 1e9 } } },
      ["tags"],
    );
    for (const schema of [recursive, joined, huge]) {
      expect(() => fillSchema(schema, text)).not.toThrow();
    }
  });
});
