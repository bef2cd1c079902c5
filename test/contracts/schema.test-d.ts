import { expectTypeOf, test } from "vitest";
import type { InferSchema, JsonSchema, Schema } from "../../src/ai.ts";

declare function infer<const S extends Schema>(schema: S): InferSchema<S>;

test("scalars, constants and choices", () => {
  expectTypeOf(infer({ type: "string", minLength: 1 })).toEqualTypeOf<string>();
  expectTypeOf(infer({ type: "integer" })).toEqualTypeOf<number>();
  expectTypeOf(infer({ type: ["string", "null"] })).toEqualTypeOf<string | null>();
  expectTypeOf(infer({ const: "done" })).toEqualTypeOf<"done">();
  expectTypeOf(infer({ type: "string", enum: ["low", "high"] })).toEqualTypeOf<"low" | "high">();
});

test("objects have what is required, and may have the rest", () => {
  const place = infer({
    type: "object",
    properties: {
      city: { type: "string" },
      days: { type: "array", items: { type: "object", properties: { hot: { type: "boolean" } } } },
    },
    required: ["city"],
    additionalProperties: false,
  });
  expectTypeOf(place).toEqualTypeOf<{ city: string; days?: { hot?: boolean }[] }>();
  expectTypeOf(infer({ type: "object" })).toEqualTypeOf<Record<string, unknown>>();
});

test("what is not understood is unknown, never a guess", () => {
  expectTypeOf(infer({ anyOf: [{ type: "string" }, { type: "number" }] })).toBeUnknown();
  expectTypeOf(infer({ $ref: "#/$defs/place" })).toBeUnknown();
  expectTypeOf(infer({})).toBeUnknown();
  expectTypeOf(infer({ type: "array", prefixItems: [{ type: "string" }], items: false })).toEqualTypeOf<
    unknown[]
  >();
  expectTypeOf<InferSchema<JsonSchema>>().toBeUnknown();
  expectTypeOf<InferSchema<{ type: string; properties: object }>>().toBeUnknown();
});
