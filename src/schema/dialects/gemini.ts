import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject } from "../resolve-reference.ts";
import { type Dialect, strictOr, Unrepresentable } from "./dialect.ts";
import { flatten } from "./flatten.ts";
import { mergeUnion, toObjectRoot } from "./object-root.ts";
import { describeDropped, isNoise, typeOf } from "./words.ts";

interface Walk {
  readonly root: JsonSchema;
  /** Whether to give up where the shape cannot be told, or to go on with less. */
  readonly isStrict: boolean;
  /** References that are being written out, so that recursion ends. */
  readonly open: readonly string[];
  /** How many more parts may be written out. */
  readonly left: { parts: number };
}

const dialects: WeakMap<JsonSchema, Dialect> = /* @__PURE__ */ new WeakMap();

/** Constraint keywords of Gemini's `Schema`, by the type they go with. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  array: ["minItems", "maxItems"],
  object: ["minProperties", "maxProperties"],
};

/** How often a schema that contains itself is written out. */
const MAX_UNROLL = 3;
/** References that are written out can make a small schema endless. */
const MAX_PARTS = 20_000;

/**
 * A schema in the OpenAPI 3.0 subset of Gemini's `Schema`: `nullable` for null, enumerations of strings, `anyOf` for all
 * unions, references written out (recursion three levels deep), no `const`, `additionalProperties` or foreign `format`.
 * What has no words there is told in descriptions. `strict` is `false` where the shape itself had to be loosened: free-form
 * objects, recursion, tuples. Cached by schema.
 *
 * @example
 * geminiDialect({ type: "object", properties: { unit: { const: "°C" } } }).schema;
 * // { type: "object", properties: { unit: { type: "string", enum: ["°C"] } }, propertyOrdering: ["unit"] }
 */
export function geminiDialect(schema: JsonSchema): Dialect {
  let dialect = dialects.get(schema);
  if (!dialect) {
    const root = toObjectRoot(schema);
    const walk = (isStrict: boolean): Walk => ({
      root: schema,
      isStrict,
      open: [],
      left: { parts: MAX_PARTS },
    });
    const plain = convert(root, "", walk(false));
    dialect = strictOr(plain, () => convert(root, "", walk(true)));
    dialects.set(schema, dialect);
  }
  return dialect;
}

function convert(schema: unknown, path: string, walk: Walk): JsonSchema {
  if (!isObject(schema)) return loosen("a value of any kind", path, walk, {});
  if (walk.left.parts-- <= 0) return loosen(`more than ${MAX_PARTS} parts`, path, walk, {});
  const reference = schema.$ref;
  if (typeof reference !== "string") return convertFlat(flatten(schema, walk.root), path, walk);
  const uses = walk.open.filter((open) => open === reference).length;
  if (uses > 0 && walk.isStrict) throw new Unrepresentable("a schema that contains itself", path);
  const flat = flatten(schema, walk.root, true);
  if (uses >= MAX_UNROLL || flat.$ref !== undefined) return convertFlat({ type: "object" }, path, walk);
  return convertFlat(flat, path, { ...walk, open: [...walk.open, reference] });
}

function convertFlat(flat: JsonSchema, path: string, walk: Walk): JsonSchema {
  const union = flat.anyOf ?? flat.oneOf;
  if (!Array.isArray(union)) return convertTypes(flat, path, walk);
  if (flat.properties !== undefined) return convertTypes(mergeUnion(flat, walk.root), path, walk);
  const branches = union.map((branch, index) => convert(branch, `${path}/anyOf/${index}`, walk));
  return join(branches, describeDropped(flat, []));
}

/** A schema has one type here, so a list of types becomes a union, and null a flag. */
function convertTypes(schema: JsonSchema, path: string, walk: Walk): JsonSchema {
  const type = typeOf(schema);
  if (type === undefined) return loosen("a value of any kind", path, walk, describeDropped(schema, []));
  if (typeof type === "string") return convertType(schema, type, path, walk);
  const { description, title, ...rest } = schema;
  const annotations = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
  return join(
    type.map((name) => convertType(rest, name, path, walk)),
    annotations,
  );
}

function convertType(schema: JsonSchema, type: string, path: string, walk: Walk): JsonSchema {
  const keywords = KEYWORDS[type] ?? [];
  const isDateTime = type === "string" && schema.format === "date-time";
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => keywords.includes(keyword) && !isNoise(value),
  );
  const known = [...kept.map(([keyword]) => keyword), ...(isDateTime ? ["format"] : [])];
  const shape =
    type === "object" ? toObject(schema, path, walk) : type === "array" ? toArray(schema, path, walk) : {};
  return {
    type,
    ...describeDropped(schema, known),
    ...Object.fromEntries(kept),
    ...(isDateTime && { format: "date-time" }),
    ...toEnumeration(schema, type),
    ...shape,
  };
}

/** Only strings can be enumerated; of other types the description lists the values. */
function toEnumeration(schema: JsonSchema, type: string): JsonSchema {
  const values = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : [];
  const fitting = values.filter(
    (value) => typeOf({ const: value }) === type || (type === "number" && typeof value === type),
  );
  if (fitting.length === 0) return {};
  if (type === "string") return { enum: fitting };
  const words = `One of: ${fitting.map((value) => JSON.stringify(value)).join(", ")}.`;
  return { description: typeof schema.description === "string" ? `${schema.description} ${words}` : words };
}

function toObject(schema: JsonSchema, path: string, walk: Walk): JsonSchema {
  const { properties, additionalProperties, patternProperties } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const isOpen = patternProperties !== undefined || (additionalProperties ?? false) !== false;
  if (isOpen || !isObject(properties)) loosen("an object with properties of any name", path, walk, {});
  if (names.length === 0 || !isObject(properties)) return {};
  const converted = names.map((name) => [
    name,
    convert(properties[name], `${path}/properties/${name}`, walk),
  ]);
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => names.includes(name))
    : [];
  return {
    properties: Object.fromEntries(converted),
    ...(required.length > 0 && { required }),
    propertyOrdering: names, // else the names are written in the order of the alphabet
  };
}

function toArray(schema: JsonSchema, path: string, walk: Walk): JsonSchema {
  const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items;
  if (!Array.isArray(tuple)) return { items: convert(schema.items, `${path}/items`, walk) };
  loosen("an array whose items are not all of one schema", path, walk, {});
  const items = tuple.map((item, index) => convert(item, `${path}/items/${index}`, walk));
  return { items: join(items, {}) };
}

/** A union in this dialect: `null` is a flag, a union of one is that one. */
function join(branches: readonly JsonSchema[], annotations: JsonSchema): JsonSchema {
  const distinct = [...new Map(branches.map((branch) => [JSON.stringify(branch), branch])).values()];
  const values = distinct.filter(({ type }) => type !== "null");
  const nullable = values.length < distinct.length || values.some((branch) => branch.nullable === true);
  const [first = { type: "string" }, ...others] = values;
  const joined = others.length > 0 ? { anyOf: values } : first;
  return { ...joined, ...annotations, ...(nullable && { nullable }) };
}

function loosen(what: string, path: string, walk: Walk, schema: JsonSchema): JsonSchema {
  if (walk.isStrict) throw new Unrepresentable(what, path);
  return schema;
}
