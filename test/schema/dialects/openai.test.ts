import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/contracts/schema.ts";
import { openaiDialect } from "../../../src/schema/dialects/openai.ts";

const text = { type: "string" };

/** The strict form of a property; fails where there is none. */
function strictProperty(property: JsonSchema, required = true): unknown {
  const schema = { type: "object", properties: { it: property }, ...(required && { required: ["it"] }) };
  const { schema: form, strict, reason } = openaiDialect(schema);
  expect(reason).toBeUndefined();
  expect(strict).toBe(true);
  return (form.properties as JsonSchema).it;
}

function whyNot(schema: JsonSchema): string | undefined {
  const dialect = openaiDialect(schema);
  expect(dialect.strict).toBe(false);
  expect(dialect.schema).toBe(dialect.plain);
  return dialect.reason;
}

describe("the strict form", () => {
  it("H11: requires every property, and lets optional ones be null", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { city: { ...text, description: "A city." }, days: { type: "integer" } },
      required: ["city"],
    };
    expect(openaiDialect(schema)).toEqual({
      schema: {
        type: "object",
        properties: { city: { ...text, description: "A city." }, days: { type: ["integer", "null"] } },
        required: ["city", "days"],
        additionalProperties: false,
      },
      strict: true,
      plain: { type: "object", properties: schema.properties, required: ["city"] },
    });
    expect(openaiDialect(schema)).toBe(openaiDialect(schema));
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ["an enumeration", { enum: ["a", "b"] }, { type: ["string", "null"], enum: ["a", "b", null] }],
    ["a constant", { const: "a" }, { anyOf: [{ type: "string", const: "a" }, { type: "null" }] }],
    [
      "a union",
      { anyOf: [text, { type: "number" }] },
      { anyOf: [text, { type: "number" }, { type: "null" }] },
    ],
    ["what is nullable", { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["a nullable union", { anyOf: [text, { type: "null" }] }, { anyOf: [text, { type: "null" }] }],
    ["null", { type: "null" }, { type: "null" }],
  ])("widens %s", (_, optional, expected) => {
    expect(strictProperty(optional, false)).toEqual(expected);
  });

  it("gives constants and enumerations a type, and unions one name", () => {
    expect(strictProperty({ const: 3 })).toEqual({ type: "integer", const: 3 });
    expect(strictProperty({ enum: ["a", 1, null] })).toEqual({
      type: ["string", "integer", "null"],
      enum: ["a", 1, null],
    });
    expect(strictProperty({ oneOf: [text, { type: "boolean" }] })).toEqual({
      anyOf: [text, { type: "boolean" }],
    });
  });

  it("keeps the constraints that are enforced, and tells the others in the description", () => {
    const bounded = { type: "number", minimum: 1, multipleOf: 0.5 };
    expect(strictProperty(bounded)).toEqual(bounded);
    expect(
      strictProperty({ ...text, minLength: 2, maxLength: 9, description: "A name.", default: "x" }),
    ).toEqual({
      ...text,
      description: "A name. (minLength: 2, maxLength: 9)",
    });
    expect(strictProperty({ ...text, format: "uri" })).toEqual({ ...text, description: "(format: uri)" });
    expect(strictProperty({ ...text, format: "email", pattern: "^(?!\\.)a" })).toEqual({
      ...text,
      format: "email",
    });
    expect(strictProperty({ type: "integer", minimum: Number.MIN_SAFE_INTEGER })).toEqual({
      type: "integer",
    });
  });

  it("merges allOf, and what stands beside a reference", () => {
    const schema = {
      type: "object",
      allOf: [
        { $ref: "#/$defs/named" },
        { properties: { age: { type: "integer" }, name: { description: "Full name." } }, required: ["age"] },
      ],
      $defs: { named: { type: "object", properties: { name: text }, required: ["name"] } },
    };
    expect(openaiDialect(schema).schema).toEqual({
      type: "object",
      properties: { name: { ...text, description: "Full name." }, age: { type: "integer" } },
      required: ["name", "age"],
      additionalProperties: false,
    });
  });

  it("moves what references point at to $defs, whatever it was called, and keeps nothing beside a reference", () => {
    const schema = {
      type: "object",
      properties: {
        home: { $ref: "#/definitions/Postal%20Address", description: "Where they live." },
        work: { $ref: "#/definitions/Postal%20Address" },
      },
      required: ["home"],
      definitions: {
        "Postal Address": { type: "object", properties: { street: text }, required: ["street"] },
      },
    };
    const pointer = { $ref: "#/$defs/Postal_20Address" };
    expect(openaiDialect(schema).schema).toEqual({
      type: "object",
      properties: {
        home: { description: "Where they live.", anyOf: [pointer] },
        work: { anyOf: [pointer, { type: "null" }] },
      },
      required: ["home", "work"],
      additionalProperties: false,
      $defs: {
        Postal_20Address: {
          type: "object",
          properties: { street: text },
          required: ["street"],
          additionalProperties: false,
        },
      },
    });
  });

  it("H11: makes one object of a union at the root", () => {
    const branch = (kind: string, name: string) => ({
      type: "object",
      properties: { kind: { const: kind }, [name]: text },
      required: ["kind", name],
    });
    expect(openaiDialect({ oneOf: [branch("file", "path"), branch("link", "url")] }).schema).toEqual({
      type: "object",
      description: "Give one of these sets of properties: kind, path | kind, url.",
      properties: {
        kind: { type: "string", enum: ["file", "link"] },
        path: { type: ["string", "null"] },
        url: { type: ["string", "null"] },
      },
      required: ["kind", "path", "url"],
      additionalProperties: false,
    });
  });

  it("takes branches that only say what is required", () => {
    const schema = {
      type: "object",
      properties: { id: text, name: text },
      anyOf: [{ required: ["id"] }, { required: ["name"] }],
    };
    const { schema: form, strict } = openaiDialect(schema);
    expect(strict).toBe(true);
    expect(form).not.toHaveProperty("anyOf");
    expect(form.description).toBe("Give one of these sets of properties: id | name.");
  });
});

describe("schemas without a strict form", () => {
  it.each<[string, JsonSchema, string]>([
    [
      "a record",
      { type: "object", properties: { a: { type: "object", additionalProperties: text } } },
      "/properties/a: an object with properties of any name",
    ],
    [
      "an open object",
      { type: "object", properties: { a: text }, additionalProperties: true },
      "(root): an object with",
    ],
    [
      "patterns of names",
      { type: "object", properties: {}, patternProperties: { "^x": text } },
      "(root): an object with",
    ],
    ["any value", { type: "object", properties: { a: {} } }, "/properties/a: a value of any kind"],
    [
      "a schema that is true",
      { type: "object", properties: { a: true } },
      "/properties/a: a value of any kind",
    ],
    [
      "a tuple",
      { type: "object", properties: { a: { type: "array", prefixItems: [text] } } },
      "/properties/a: an array whose items",
    ],
    [
      "an array of anything",
      { type: "object", properties: { a: { type: "array" } } },
      "/properties/a: an array whose items",
    ],
    [
      "a reference to nowhere",
      { type: "object", properties: { a: { $ref: "#/$defs/x" } } },
      "/properties/a: the reference #/$defs/x leads nowhere",
    ],
    [
      "an external reference",
      { type: "object", properties: { a: { $ref: "https://a.example/b" } } },
      "/properties/a: the reference",
    ],
    ["an array at the root", { type: "array", items: text }, "(root): the root is not an object"],
  ])("%s", (_, schema, reason) => {
    expect(whyNot(schema)).toContain(reason);
  });

  it("objects nested too deep", () => {
    let schema: JsonSchema = text;
    for (let depth = 0; depth < 11; depth++) schema = { type: "object", properties: { a: schema } };
    expect(whyNot(schema)).toContain("more than 10 objects");
  });

  it("keep their words, but get an object root", () => {
    const record = { type: "object", additionalProperties: text, minProperties: 1 };
    expect(openaiDialect(record).schema).toEqual({ ...record, properties: {} });
    const union = { anyOf: [record, { type: "object", properties: { a: text } }] };
    expect(openaiDialect(union).schema).toMatchObject({
      type: "object",
      properties: { a: text },
      additionalProperties: true,
    });
    const rooted = { $ref: "#/$defs/r", $defs: { r: record } };
    expect(openaiDialect(rooted).schema).toMatchObject({
      type: "object",
      additionalProperties: text,
      $defs: { r: record },
    });
  });

  it("H11: end soon where each branch of a union is the whole union again", () => {
    const anyOf = Array.from({ length: 12 }, () => ({ $ref: "#" }));
    const endless = { type: "object", properties: { a: { type: "string" } }, anyOf };
    expect(openaiDialect(endless).schema).toMatchObject({ type: "object", properties: { a: {} } });
  });

  it("end also where the schema has no end", () => {
    expect(openaiDialect({ anyOf: [{ $ref: "#" }, { $ref: "#" }] }).strict).toBe(false);
    expect(openaiDialect({ allOf: [{ $ref: "#" }] }).strict).toBe(false);
    expect(openaiDialect({ $ref: "#" }).strict).toBe(false);
  });
});
