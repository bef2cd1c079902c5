import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonSchema, Schema } from "../../src/contracts/schema.ts";
import { describeIssues } from "../../src/schema/describe-issues.ts";
import { anthropicDialect } from "../../src/schema/dialects/anthropic.ts";
import { geminiDialect } from "../../src/schema/dialects/gemini.ts";
import { openaiDialect } from "../../src/schema/dialects/openai.ts";
import { fromValibot } from "../../src/schema/from-valibot.ts";
import { jsonSchemaOf } from "../../src/schema/json-schema-of.ts";
import { requireJsonSchema } from "../../src/schema/require-json-schema.ts";
import { validate, validateModelValue } from "../../src/schema/validate.ts";

/** The same schema in three libraries and as plain JSON Schema. */
const libraries: Record<string, Schema> = {
  zod: z.object({
    title: z.string().min(1),
    note: z.string().optional(),
    level: z.enum(["low", "high"]).optional(),
    lines: z.array(z.object({ sku: z.string(), amount: z.int().optional() })),
    payment: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("card"), last4: z.string() }),
      z.object({ kind: z.literal("cash"), change: z.number().nullable(), tip: z.number().optional() }),
    ]),
  }),
  valibot: fromValibot(
    v.object({
      title: v.pipe(v.string(), v.minLength(1)),
      note: v.optional(v.string()),
      level: v.optional(v.picklist(["low", "high"])),
      lines: v.array(v.object({ sku: v.string(), amount: v.optional(v.pipe(v.number(), v.integer())) })),
      payment: v.variant("kind", [
        v.object({ kind: v.literal("card"), last4: v.string() }),
        v.object({ kind: v.literal("cash"), change: v.nullable(v.number()), tip: v.optional(v.number()) }),
      ]),
    }),
  ),
  arktype: type({
    title: "string > 0",
    "note?": "string",
    "level?": "'low' | 'high'",
    lines: type({ sku: "string", "amount?": "number.integer" }).array(),
    payment: [
      { kind: "'card'", last4: "string" },
      "|",
      { kind: "'cash'", change: "number | null", "tip?": "number" },
    ],
  }),
  "JSON Schema": {
    type: "object",
    properties: {
      title: { type: "string", minLength: 1 },
      note: { type: "string" },
      level: { enum: ["low", "high"] },
      lines: { type: "array", items: { $ref: "#/$defs/line" } },
      payment: {
        oneOf: [
          {
            type: "object",
            properties: { kind: { const: "card" }, last4: { type: "string" } },
            required: ["kind", "last4"],
          },
          {
            type: "object",
            properties: {
              kind: { const: "cash" },
              change: { type: ["number", "null"] },
              tip: { type: "number" },
            },
            required: ["kind", "change"],
          },
        ],
      },
    },
    required: ["title", "lines", "payment"],
    $defs: {
      line: {
        type: "object",
        properties: { sku: { type: "string" }, amount: { type: "integer" } },
        required: ["sku"],
      },
    },
  },
};

const value = {
  title: "Order",
  lines: [{ sku: "a", amount: 2 }, { sku: "b" }],
  payment: { kind: "cash", change: null },
};

/** What a model writes under a strict form: every property is there, and those left out are null. */
const widened = {
  title: "Order",
  note: null,
  level: null,
  lines: [
    { sku: "a", amount: 2 },
    { sku: "b", amount: null },
  ],
  payment: { kind: "cash", change: null, tip: null },
};

describe.each(Object.entries(libraries))("%s", (name, schema) => {
  const jsonSchema = requireJsonSchema(schema, "the test");

  it("has a JSON Schema of its input, and is asked for it once", () => {
    expect(jsonSchema).toMatchObject({ type: "object" });
    expect(new Set(jsonSchema.required as string[])).toEqual(new Set(["title", "lines", "payment"]));
    expect(jsonSchemaOf(schema)).toBe(jsonSchema);
  });

  it("validates, at once where it is a library's", async () => {
    const result = validate(schema, value);
    expect(result instanceof Promise).toBe(name === "JSON Schema");
    expect(await result).toEqual({ value });
  });

  it("tells what is wrong, with places", async () => {
    const { issues = [] } = await validate(schema, { ...value, title: "", lines: [{ sku: 5 }] });
    const text = describeIssues(issues);
    expect(text).toMatch(/^\/title: ./m);
    expect(text).toMatch(/^\/lines\/0\/sku: ./m);
  });

  it("H11: becomes a strict OpenAI schema, whose nulls are undone before they fail", async () => {
    const { schema: strict, strict: isStrict } = openaiDialect(jsonSchema);
    expect(isStrict).toBe(true);
    expect(findObjects(strict).every(isClosedAndFull)).toBe(true);
    expect(await validate(strict, widened)).toEqual({ value: widened });
    expect((await validate(schema, widened)).issues).toBeDefined();
    expect(await validateModelValue(schema, widened)).toEqual({ value });
  });

  it("keeps the issues that undoing nulls does not settle", async () => {
    const { issues = [] } = await validateModelValue(schema, { ...widened, title: null });
    const text = describeIssues(issues);
    expect(text).toMatch(/^(\/title|\(root\)): ./m);
    expect(text).not.toMatch(/^\/(note|level|lines|payment)/m);
  });

  it("becomes a strict Anthropic schema that keeps optional properties optional", async () => {
    const { schema: strict, strict: isStrict } = anthropicDialect(jsonSchema);
    expect(isStrict).toBe(true);
    expect(await validate(strict, value)).toEqual({ value });
    expect((await validate(strict, widened)).issues).toBeDefined();
  });

  it("becomes a Gemini schema", () => {
    const { schema: gemini, strict } = geminiDialect(jsonSchema);
    const card = { type: "object", properties: { kind: { type: "string", enum: ["card"] } } };
    const cash = { type: "object", properties: { change: { type: "number", nullable: true } } };
    expect(strict).toBe(true);
    // arktype orders properties and branches its own way.
    expect(gemini).toMatchObject({
      type: "object",
      properties: {
        title: { type: "string" },
        level: { type: "string", enum: expect.arrayContaining(["low", "high"]) },
        lines: { type: "array", items: { type: "object", properties: { amount: { type: "integer" } } } },
        payment: { anyOf: expect.arrayContaining([expect.objectContaining({ type: "object" })]) },
      },
    });
    const { anyOf } = (gemini as { properties: { payment: { anyOf: JsonSchema[] } } }).properties.payment;
    expect(anyOf.toSorted((first) => ("last4" in (first.properties as object) ? -1 : 1))).toMatchObject([
      card,
      cash,
    ]);
  });
});

describe("what the libraries cannot say", () => {
  it("valibot by itself has no JSON Schema, and the error says what to do", () => {
    const schema = v.object({ a: v.string() });
    expect(jsonSchemaOf(schema)).toBeUndefined();
    expect(() => requireJsonSchema(schema, 'tool "weather"')).toThrow(
      /tool "weather" \(valibot\).*fromValibot/,
    );
  });

  it("a date has no JSON Schema", () => {
    for (const schema of [z.object({ at: z.date() }), fromValibot(v.object({ at: v.date() }))]) {
      expect(jsonSchemaOf(schema)).toBeUndefined();
      expect(() => requireJsonSchema(schema, "the output")).toThrow(/INVALID_CONFIG|no JSON Schema/);
    }
  });

  it("fromValibot leaves valibot's own use of the schema alone", () => {
    const plain = v.object({ a: v.optional(v.string(), "x") });
    const schema = fromValibot(plain);
    expect(v.parse(schema, {})).toEqual({ a: "x" });
    expect(v.parse(v.object({ inner: schema }), { inner: {} })).toEqual({ inner: { a: "x" } });
    expect(validate(schema, {})).toEqual({ value: { a: "x" } });
    expect(plain["~standard"]).not.toHaveProperty("jsonSchema");
  });
});

describe("values and libraries at their edges", () => {
  it("defaults apply where a model wrote null for an optional property", async () => {
    expect(await validateModelValue(z.object({ unit: z.string().default("m") }), { unit: null })).toEqual({
      value: { unit: "m" },
    });
  });

  it("transforms apply to the value that passes", async () => {
    const schema = z.object({ n: z.string().transform(Number), note: z.string().optional() });
    expect(await validateModelValue(schema, { n: "4", note: null })).toEqual({ value: { n: 4 } });
  });

  it("asynchronous refinements of zod and valibot work", async () => {
    const inZod = z.string().refine(async (text) => text === "yes", "not yes");
    expect(await validate(inZod, "no")).toEqual({ issues: [{ message: "not yes", path: [] }] });
    const inValibot = v.pipeAsync(
      v.string(),
      v.checkAsync(async (text) => text === "yes", "not yes"),
    );
    expect(await validate(inValibot, "yes")).toEqual({ value: "yes" });
    expect(await validate(inValibot, "no")).toEqual({ issues: [{ message: "not yes", path: [] }] });
  });

  it("a schema that contains itself is converted, checked and freed of nulls at every depth", async () => {
    const node = z.object({
      name: z.string(),
      note: z.string().optional(),
      get children() {
        return z.array(node).optional();
      },
    });
    const dialect = openaiDialect(requireJsonSchema(node, "the test"));
    const tree = { name: "a", note: null, children: [{ name: "b", note: null, children: null }] };
    expect(dialect.strict).toBe(true);
    expect(await validate(dialect.schema, tree)).toEqual({ value: tree });
    expect(await validateModelValue(node, tree)).toEqual({ value: { name: "a", children: [{ name: "b" }] } });
    expect(anthropicDialect(requireJsonSchema(node, "the test"))).toMatchObject({
      strict: false,
      reason: expect.stringContaining("contains itself"),
    });
  });

  it("what zod.toJSONSchema returns is a schema too", async () => {
    const schema = z.toJSONSchema(z.object({ a: z.string() })) as JsonSchema;
    expect(jsonSchemaOf(schema)).toMatchObject({ properties: { a: { type: "string" } } });
    expect((await validate(schema, { a: 1 })).issues).toHaveLength(1);
  });
});

function findObjects(node: unknown): JsonSchema[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.values(node).flatMap(findObjects);
  return "properties" in node && !Array.isArray(node) ? [node, ...inside] : inside;
}

function isClosedAndFull({ properties, required, additionalProperties }: JsonSchema): boolean {
  const names = Object.keys(properties as object);
  return additionalProperties === false && JSON.stringify(required) === JSON.stringify(names);
}
