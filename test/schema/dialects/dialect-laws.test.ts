import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/contracts/schema.ts";
import { anthropicDialect } from "../../../src/schema/dialects/anthropic.ts";
import { geminiDialect } from "../../../src/schema/dialects/gemini.ts";
import { openaiDialect } from "../../../src/schema/dialects/openai.ts";
import { dropWidenedNulls } from "../../../src/schema/drop-widened-nulls.ts";
import { validate, validateModelValue } from "../../../src/schema/validate.ts";

/** A schema and what makes values of it. */
interface Kind {
  readonly schema: JsonSchema;
  readonly values: fc.Arbitrary<unknown>;
  /** A null of it cannot be told from one that stands for an absent property, so it must be required. */
  readonly nullable?: boolean;
}

const $defs = {
  point: {
    type: "object",
    properties: { x: { type: "number" }, label: { type: "string" } },
    required: ["x"],
  },
  node: {
    type: "object",
    properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } },
    required: ["name"],
  },
};

const point = fc.record({ x: fc.integer(), label: fc.string() }, { requiredKeys: ["x"] });
const { node } = fc.letrec((tie) => ({
  node: fc.record({ name: fc.string(), next: tie("node") }, { requiredKeys: ["name"] }),
}));
const name = fc.constantFrom("a", "b", "c", "id", "type", "$ref", "properties", "some name");

const leaves: Kind[] = [
  { schema: { type: "string" }, values: fc.string() },
  {
    schema: { type: "string", minLength: 1, maxLength: 5 },
    values: fc.string({ minLength: 1, maxLength: 5, unit: "grapheme-ascii" }),
  },
  { schema: { type: "integer", minimum: 0, maximum: 9 }, values: fc.nat(9) },
  { schema: { type: "boolean", description: "Whether." }, values: fc.boolean() },
  { schema: { enum: ["red", "green", 3] }, values: fc.constantFrom("red", "green", 3) },
  { schema: { const: "fixed" }, values: fc.constant("fixed") },
  { schema: { type: ["string", "null"] }, values: fc.option(fc.string()), nullable: true },
  { schema: { anyOf: [{ type: "integer" }, { type: "null" }] }, values: fc.option(fc.nat()), nullable: true },
  { schema: { $ref: "#/$defs/point" }, values: point },
  { schema: { $ref: "#/$defs/point", description: "Where." }, values: point },
  { schema: { allOf: [{ $ref: "#/$defs/point" }] }, values: point },
  { schema: { $ref: "#/$defs/node" }, values: node },
];

const { kind, object } = fc.letrec<{ kind: Kind; object: Kind; array: Kind; union: Kind }>((tie) => ({
  kind: fc.oneof({ maxDepth: 2 }, fc.constantFrom(...leaves), tie("object"), tie("array"), tie("union")),
  array: tie("kind").map(({ schema, values }) => ({
    schema: { type: "array", items: schema },
    values: fc.array(values, { maxLength: 3 }),
  })),
  object: fc
    .tuple(fc.dictionary(name, fc.tuple(tie("kind"), fc.boolean()), { maxKeys: 4 }), fc.boolean())
    .map(toObject),
  union: fc
    .array(
      fc.dictionary(
        name.filter((text) => text !== "type"),
        fc.tuple(tie("kind"), fc.boolean()),
        { maxKeys: 2 },
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((branches) => {
      const objects = branches.map((members, index) =>
        toObject([
          {
            type: [{ schema: { const: `branch ${index}` }, values: fc.constant(`branch ${index}`) }, true],
            ...members,
          },
          true,
        ]),
      );
      return {
        schema: { oneOf: objects.map(({ schema }) => schema) },
        values: fc.oneof(...objects.map(({ values }) => values)),
      };
    }),
}));

function toObject([members, isClosed]: [Record<string, [Kind, boolean]>, boolean]): Kind {
  const entries = Object.entries(members);
  const required = entries
    .filter(([, [kind, isRequired]]) => isRequired || kind.nullable)
    .map(([name]) => name);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, [kind]]) => [name, kind.schema])),
      required,
      ...(isClosed && { additionalProperties: false }),
    },
    values: fc.record(Object.fromEntries(entries.map(([name, [kind]]) => [name, kind.values])), {
      requiredKeys: required,
    }),
  };
}

/** What a model writes for a value under a strict form: every optional property that is absent is null. */
function widen(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== "object" || value === null) return value;
  const [part] = [schema.allOf].flat() as JsonSchema[];
  if (part) return widen(value, part);
  if (schema.$ref) return widen(value, $defs[String(schema.$ref).slice(8) as keyof typeof $defs]);
  if (Array.isArray(value)) return value.map((item) => widen(item, schema.items as JsonSchema));
  const branches = (schema.oneOf ?? [schema]) as { properties: Record<string, JsonSchema> }[];
  const { type } = value as { type?: unknown };
  const branch =
    branches.length > 1 ? branches.find(({ properties }) => properties.type?.const === type) : branches[0];
  return Object.fromEntries(
    Object.entries(branch?.properties ?? {}).map(([name, property]) => [
      name,
      Object.hasOwn(value, name) ? widen((value as JsonSchema)[name], property) : null,
    ]),
  );
}

const cases = object.chain(({ schema, values }) => fc.tuple(fc.constant({ ...schema, $defs }), values));
const options = { numRuns: 150 };

describe("laws of dialects", () => {
  it("an OpenAI strict form accepts every value, widened", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([schema, value]) => {
        expect(await validate(schema, value)).toEqual({ value });
        const dialect = openaiDialect(schema);
        expect(dialect.reason).toBeUndefined();
        expect((await validate(dialect.schema, widen(value, schema))).issues).toBeUndefined();
      }),
      options,
    );
  });

  it("undoing nulls undoes widening, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([schema, value]) => {
        expect(dropWidenedNulls(value, schema)).toBe(value);
        const widened = widen(value, schema);
        expect(dropWidenedNulls(widened, schema)).toEqual(value);
        expect(await validateModelValue(schema, widened)).toEqual({ value });
      }),
      options,
    );
  });

  it("an Anthropic form accepts every value as it is, strict or not", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([schema, value]) => {
        const { schema: form, plain } = anthropicDialect(schema);
        expect((await validate(form, value)).issues).toBeUndefined();
        expect((await validate(plain, value)).issues).toBeUndefined();
      }),
      options,
    );
  });

  it("a root union, written as one object, accepts the values of its branches", async () => {
    const unions = kind.filter(({ schema }) => schema.oneOf !== undefined);
    const rooted = unions.chain(({ schema, values }) => fc.tuple(fc.constant({ ...schema, $defs }), values));
    await fc.assert(
      fc.asyncProperty(rooted, async ([schema, value]) => {
        const { plain } = anthropicDialect(schema);
        expect(plain).not.toHaveProperty("oneOf");
        expect((await validate(plain, value)).issues).toBeUndefined();
      }),
      options,
    );
  });

  it("a Gemini form holds no word that Gemini does not know, and every type", () => {
    fc.assert(
      fc.property(cases, ([schema]) => {
        visit(geminiDialect(schema).schema);
      }),
      options,
    );
  });
});

const known = [
  ...[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
  ],
  ...["required", "propertyOrdering", "minLength", "maxLength", "pattern", "minimum", "maximum", "anyOf"],
  ...["minProperties", "maxProperties"],
];

function visit(schema: JsonSchema): void {
  expect(Object.keys(schema).filter((keyword) => !known.includes(keyword))).toEqual([]);
  if (schema.anyOf) (schema.anyOf as JsonSchema[]).forEach(visit);
  else expect(schema.type).toMatch(/^(string|number|integer|boolean|array|object)$/);
  if (schema.enum) expect(schema.type).toBe("string");
  if (schema.items) visit(schema.items as JsonSchema);
  Object.values((schema.properties ?? {}) as Record<string, JsonSchema>).forEach(visit);
}
