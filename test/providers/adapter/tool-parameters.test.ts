import { expect, it } from "vitest";
import { toolParameters } from "../../../src/providers/adapter/tool-parameters.ts";

it("leaves a plain object as it is", () => {
  const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  expect(toolParameters(schema)).toEqual(schema);
  expect(toolParameters(schema)).toBe(toolParameters(schema));
});

it("H11: gives a tool without parameters, and one that is a union, an object with properties", () => {
  expect(toolParameters({ type: "object" })).toEqual({ type: "object", properties: {} });
  const byName = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  const byId = { type: "object", properties: { id: { $ref: "#/$defs/id" } }, required: ["id"] };
  expect(toolParameters({ oneOf: [byName, byId], $defs: { id: { type: "integer" } } })).toMatchObject({
    type: "object",
    properties: { name: { type: "string" }, id: { type: "integer" } },
  });
});

it("H11: writes references and allOf out, deep inside, too", () => {
  const schema = {
    type: "object",
    properties: {
      trip: { type: "array", items: { $ref: "#/$defs/stop", description: "A stop." } },
      both: { allOf: [{ type: "object", properties: { a: { type: "string" } } }, { required: ["a"] }] },
      $ref: { type: "string" },
    },
    $defs: {
      stop: { type: "object", properties: { at: { $ref: "#/$defs/point" } } },
      point: { type: "number" },
    },
  };
  expect(toolParameters(schema)).toEqual({
    type: "object",
    properties: {
      trip: {
        type: "array",
        items: { type: "object", properties: { at: { type: "number" } }, description: "A stop." },
      },
      both: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      $ref: { type: "string" },
    },
  });
});

it("H11: ends a schema that contains itself, and one that leads nowhere", () => {
  const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
  expect(toolParameters({ ...node, $defs: { node } })).toEqual({
    type: "object",
    properties: { next: { type: "object", properties: { next: { type: "object" } } } },
  });
  const properties = { x: { $ref: "#/$defs/nowhere" }, y: { $ref: "https://example.com/schema" } };
  expect(toolParameters({ type: "object", properties })).toEqual({
    type: "object",
    properties: { x: { type: "object" }, y: { type: "object" } },
  });
});

it("ends a schema whose references double with each step", () => {
  const $defs: Record<string, object> = { s0: { type: "string" } };
  for (let step = 1; step <= 40; step++) {
    const half = { $ref: `#/$defs/s${step - 1}` };
    $defs[`s${step}`] = { type: "object", properties: { a: half, b: half } };
  }
  const written = toolParameters({ type: "object", properties: { x: { $ref: "#/$defs/s40" } }, $defs });
  expect(JSON.stringify(written).length).toBeLessThan(2_000_000);
});
