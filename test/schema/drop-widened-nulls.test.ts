import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../src/contracts/schema.ts";
import { dropWidenedNulls } from "../../src/schema/drop-widened-nulls.ts";

const text = { type: "string" };
const object = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
});

describe("dropWidenedNulls", () => {
  it.each<[string, unknown, JsonSchema, unknown]>([
    ["drops the null of an optional property", { a: null, b: "x" }, object({ a: text, b: text }), { b: "x" }],
    ["keeps the null of a required property", { a: null }, object({ a: text }, ["a"]), { a: null }],
    [
      "keeps a null that the type accepts",
      { a: null },
      object({ a: { type: ["string", "null"] } }),
      { a: null },
    ],
    [
      "keeps a null that a branch accepts",
      { a: null },
      object({ a: { anyOf: [text, { type: "null" }] } }),
      { a: null },
    ],
    ["keeps a null that is enumerated", { a: null }, object({ a: { enum: ["x", null] } }), { a: null }],
    ["keeps a null where anything goes", { a: null }, object({ a: {} }), { a: null }],
    ["keeps the null of a property that it does not know", { z: null }, object({ a: text }), { z: null }],
    ["looks into objects", { a: { b: null } }, object({ a: object({ b: text }) }), { a: {} }],
    [
      "looks into arrays",
      [{ a: null }, { a: "x" }],
      { type: "array", items: object({ a: text }) },
      [{}, { a: "x" }],
    ],
    [
      "leaves the nulls of arrays",
      { a: [null] },
      object({ a: { type: "array", items: text } }),
      { a: [null] },
    ],
    ["looks into tuples", [1, { a: null }], { prefixItems: [{}, object({ a: text })] }, [1, {}]],
    ["looks into old tuples", [1, { a: null }], { items: [{}, object({ a: text })] }, [1, {}]],
    [
      "looks into records",
      { k: { a: null } },
      { type: "object", additionalProperties: object({ a: text }) },
      { k: {} },
    ],
    ["looks through allOf", { a: null, b: null }, { allOf: [object({ a: text }), object({ b: text })] }, {}],
  ])("%s", (_, value, schema, expected) => {
    const before = structuredClone(value);
    expect(dropWidenedNulls(value, schema)).toEqual(expected);
    expect(value).toEqual(before);
  });

  it("follows references, also of a schema that contains itself", () => {
    const schema = {
      $ref: "#/$defs/node",
      $defs: { node: object({ name: text, note: text, next: { $ref: "#/$defs/node" } }, ["name"]) },
    };
    const value = { name: "a", note: null, next: { name: "b", note: null, next: null } };
    expect(dropWidenedNulls(value, schema)).toEqual({ name: "a", next: { name: "b" } });
  });

  it("takes the branch of a union that fits", () => {
    const schema = {
      oneOf: [
        object({ kind: { const: "a" }, note: text }, ["kind"]),
        object({ kind: { const: "b" }, note: { type: ["string", "null"] } }, ["kind"]),
      ],
    };
    expect(dropWidenedNulls({ kind: "a", note: null }, schema)).toEqual({ kind: "a" });
    expect(dropWidenedNulls({ kind: "b", note: null }, schema)).toEqual({ kind: "b", note: null });
  });

  it("takes off what a union written as one object has too much", () => {
    const closed = { additionalProperties: false };
    const schema = {
      anyOf: [
        { ...object({ kind: { const: "a" }, x: text }, ["kind", "x"]), ...closed },
        { ...object({ kind: { const: "b" }, y: text }, ["kind", "y"]), ...closed },
      ],
    };
    expect(dropWidenedNulls({ kind: "b", x: null, y: "z" }, schema)).toEqual({ kind: "b", y: "z" });
  });

  it("returns the same value, and the same parts, where nothing changes", () => {
    const kept = { b: "x" };
    const schema = object({ kept: object({ b: text }), note: text });
    const value = { kept };
    expect(dropWidenedNulls(value, schema)).toBe(value);
    expect((dropWidenedNulls({ kept, note: null }, schema) as typeof value).kept).toBe(kept);
  });

  it("leaves a property that is called __proto__ alone", () => {
    const value = JSON.parse('{"__proto__": {"a": null}, "b": null}');
    const result = dropWidenedNulls(value, object({ b: text })) as object;
    expect(Object.keys(result)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  it("comes to an end with schemas that are made to have none", () => {
    const loop = { anyOf: [{ $ref: "#" }, { $ref: "#" }], allOf: [{ $ref: "#" }, { $ref: "#" }] };
    expect(dropWidenedNulls({ a: null }, loop)).toEqual({ a: null });
    const branch = object({ left: { $ref: "#" }, right: { $ref: "#" } });
    let value: unknown = null;
    for (let depth = 0; depth < 12; depth++) value = { left: value, right: value };
    expect(dropWidenedNulls(value, { anyOf: [branch, branch, branch] })).toBeDefined();
  });
});
