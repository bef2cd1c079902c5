import * as v from "valibot";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonSchema, Schema } from "../../src/contracts/schema.ts";
import { type Validation, validate, validateModelValue } from "../../src/schema/validate.ts";

/** A Standard Schema made by hand, from no library. */
function standard<T>(check: (value: unknown) => Validation<T> | Promise<Validation<T>>): Schema<T> {
  return { "~standard": { version: 1, vendor: "by-hand", validate: check } };
}

const issues = async (schema: Schema, value: unknown): Promise<string[]> =>
  ((await validate(schema, value)).issues ?? []).map(
    ({ message, path = [] }) => `/${path.join("/")} ${message}`,
  );

describe("a Standard Schema", () => {
  it("answers at once where it is synchronous", () => {
    const schema = standard((value) => ({ value: String(value) }));
    expect(validate(schema, 5)).toEqual({ value: "5" });
    expect(validateModelValue(schema, 5)).toEqual({ value: "5" });
  });

  it("may be asynchronous", async () => {
    const schema = standard(async (value) =>
      value === 1 ? { value } : { issues: [{ message: "not one" }] },
    );
    const result = validate(schema, 1);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toEqual({ value: 1 });
    expect(await validate(schema, 2)).toEqual({ issues: [{ message: "not one", path: [] }] });
    expect(await validateModelValue(schema, 2)).toEqual({ issues: [{ message: "not one", path: [] }] });
  });

  it("may yield undefined", () => {
    expect(
      validate(
        standard(() => ({ value: undefined })),
        1,
      ),
    ).toEqual({ value: undefined });
  });

  it("fails where its list of issues is empty", () => {
    expect(
      validate(
        standard(() => ({ issues: [] })),
        1,
      ),
    ).toEqual({ issues: [] });
  });

  it("keeps of an issue the message and the keys alone", () => {
    const issue = { message: "no", path: [{ key: "a", value: "secret" }, 0], input: { a: "secret" } };
    expect(
      validate(
        standard(() => ({ issues: [issue] })),
        1,
      ),
    ).toEqual({ issues: [{ message: "no", path: ["a", 0] }] });
  });

  it("never throws and never rejects, whatever the schema does", async () => {
    const throwing = standard(() => {
      throw new Error("kaput");
    });
    const rejecting = standard(() => Promise.reject(new Error("kaput")));
    const issues = [{ message: "The schema could not be applied: kaput", path: [] }];
    const expected = { issues, cause: new Error("kaput") };
    expect(validate(throwing, 1)).toEqual(expected);
    expect(await validate(rejecting, 1)).toEqual(expected);
    for (const result of [undefined, null, 3, "text"]) {
      const broken = standard(() => result as unknown as Validation<unknown>);
      expect((await validate(broken, 1)).issues).toHaveLength(1);
    }
  });

  it("that only converts to JSON Schema is checked by that", async () => {
    const schema = {
      "~standard": { version: 1, vendor: "v", jsonSchema: { input: () => ({ type: "string" }) } },
    };
    expect(await validate(schema, "a")).toEqual({ value: "a" });
    expect((await validate(schema, 1)).issues).toHaveLength(1);
    expect((await validate({ "~standard": { version: 1, vendor: "v" } }, 1)).issues).toHaveLength(1);
  });
});

describe("a plain JSON Schema", () => {
  it("yields the value itself", async () => {
    const value = { a: [1] };
    const result = await validate(
      { type: "object", properties: { a: { items: { type: "integer" } } } },
      value,
    );
    expect(result.issues === undefined && result.value).toBe(value);
  });

  it("R2: checks the output schema of an MCP tool", async () => {
    const schema = { type: "object", properties: { n: { type: "number" } } };
    expect(await issues(schema, { n: 1 })).toEqual([]);
    expect(await issues(schema, { n: "1" })).toEqual([
      '/n Instance type "string" is invalid. Expected "number".',
    ]);
  });

  it("H11: follows $ref, tells the branches of oneOf apart and checks formats", async () => {
    const schema: JsonSchema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      required: ["target"],
      additionalProperties: false,
      properties: {
        target: { oneOf: [{ $ref: "#/definitions/file" }, { $ref: "#/definitions/link" }] },
        parent: { $ref: "#" },
      },
      definitions: {
        file: { type: "object", required: ["path"], properties: { path: { type: "string", minLength: 1 } } },
        link: { type: "object", required: ["url"], properties: { url: { type: "string", format: "uri" } } },
      },
    };
    expect(
      await issues(schema, { target: { path: "a" }, parent: { target: { url: "https://a.example" } } }),
    ).toEqual([]);
    expect(await issues(schema, { target: { url: "no url" } })).not.toEqual([]);
    expect(await issues(schema, { target: { path: "a" }, parent: {} })).toEqual([
      '/parent Instance does not have required property "target".',
    ]);
    expect(await issues(schema, { target: { path: "a" }, "b/c~d e": 1 })).toEqual([
      "/b/c~d e Nothing is allowed here.",
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ["uuid", "2f1c8a52-6f0d-4d0c-9d1e-1d5a3d1a7b11", "2f1c8a52"],
    ["date-time", "2026-02-28T12:00:00Z", "2026-02-30T12:00:00Z"],
    ["date", "2024-02-29", "2023-02-29"],
    ["email", "a@b.example", "a@"],
    ["ipv4", "10.0.0.1", "10.0.0.256"],
    ["uri", "https://a.example/b", "a b"],
  ])("knows the format %s", async (format, good, bad) => {
    expect(await issues({ format }, good)).toEqual([]);
    expect(await issues({ format }, bad)).toEqual([`/ String does not match format "${format}".`]);
  });

  it("reports every wrong place, and not the places around them", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, list: { type: "array", items: { $ref: "#/$defs/item" } } },
      $defs: { item: { type: "object", properties: { n: { minimum: 1 } }, required: ["n"] } },
    };
    expect(await issues(schema, { a: 1, list: [{ n: 0 }, {}] })).toEqual([
      '/a Instance type "number" is invalid. Expected "string".',
      "/list/0/n 0 is less than 1.",
      '/list/1 Instance does not have required property "n".',
    ]);
  });

  it("is left as it was, may be frozen, and may name properties like keywords", async () => {
    const schema = Object.freeze({
      type: "object",
      properties: Object.freeze({
        id: { type: "string" },
        $ref: { type: "string" },
        type: { type: "number" },
      }),
    });
    const before = JSON.stringify(schema);
    expect(await issues(schema, { id: "a", $ref: "b", type: 1 })).toEqual([]);
    expect(await issues(schema, { $ref: 1 })).toHaveLength(1);
    expect(JSON.stringify(schema)).toBe(before);
    expect(Reflect.ownKeys(schema)).toEqual(["type", "properties"]);
  });

  it("sees a value as JSON: members that are undefined are absent", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, when: { type: "string" } },
      required: ["a"],
    };
    expect(await issues(schema, { a: "x", when: undefined })).toEqual([]);
    expect(await issues(schema, { a: undefined })).toHaveLength(1);
    expect(await issues(schema, undefined)).toEqual(["/ A value is missing."]);
    expect(await issues(schema, 1n)).toHaveLength(1);
  });

  it("mends a pattern that escapes too much, and leaves one out that is beyond repair", async () => {
    expect(await issues({ pattern: "^\\@[a-z\\_\\-]+\\:$" }, "@a_-:")).toEqual([]);
    expect(await issues({ pattern: "^\\@[a-z\\_\\-]+\\:$" }, "a")).toHaveLength(1);
    expect(await issues({ type: "string", pattern: "(" }, "a")).toEqual([]);
  });

  it("is not followed without end where its references lead to each other", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `level${index}`);
    const twice = (index: number): object => {
      const next = index === 40 ? { type: "string" } : { $ref: `#/$defs/level${index}` };
      return { allOf: [next, next] };
    };
    const $defs = Object.fromEntries(names.map((name, index) => [name, twice(index + 1)]));
    expect(await issues({ ...twice(0), $defs }, "a")).toEqual([expect.stringContaining("too often")]);
    const long = { type: "array", items: { $ref: "#/$defs/text" }, $defs: { text: { type: "string" } } };
    expect(await issues(long, new Array(50_000).fill("a"))).toEqual([]);
  });

  it("that is not usable becomes an issue", async () => {
    const [message] = await issues({ $ref: "#/$defs/nowhere" }, 1);
    expect(message).toContain("could not be applied");
    const cyclic: Record<string, unknown> = { type: "object" };
    cyclic.properties = { cyclic };
    expect(await issues(cyclic, {})).toHaveLength(1);
  });
});

describe("R1: nothing is compiled", () => {
  const original = globalThis.Function;

  afterEach(() => {
    globalThis.Function = original;
  });

  it("checks, converts and reads with a Function that counts and throws", async () => {
    let calls = 0;
    const refuse = (): never => {
      calls++;
      throw new EvalError("Code generation from strings disallowed");
    };
    globalThis.Function = new Proxy(original, { apply: refuse, construct: refuse });
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^a", format: "email" } } };
    expect((await validate(schema, { a: 1 })).issues).toHaveLength(1);
    expect(await validateModelValue(schema, { a: null })).toEqual({ value: {} });
    expect(validate(v.object({ a: v.string() }), { a: "x" })).toEqual({ value: { a: "x" } });
    // zod tries whether it may compile when its first object is made, unless it is told not to.
    z.config({ jitless: true });
    expect(validate(z.object({ a: z.string() }), { a: "x" })).toEqual({ value: { a: "x" } });
    expect(calls).toBe(0);
  });
});
