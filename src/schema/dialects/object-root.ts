import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject } from "../resolve-reference.ts";
import { flatten } from "./flatten.ts";

// Unions of unions of themselves have no end.
const MAX_DEPTH = 8;
const MAX_BRANCHES = 1000;

/**
 * Gives a schema the root that providers ask for: an object with `properties` and without `$ref`, `allOf`, `anyOf` and
 * `oneOf`. A union of objects becomes one object that has every branch's properties, of which those are required that
 * all branches require; its description tells the sets apart. What comes out accepts what went in, as far as its properties
 * are named. A root that is not an object is left as it is.
 *
 * @example
 * const byName = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
 * const byId = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
 * Object.keys(Object(toObjectRoot({ anyOf: [byName, byId] }).properties)); // ["name", "id"]
 */
export function toObjectRoot(schema: JsonSchema): JsonSchema {
  const { $schema, $id, ...flat } = flatten(schema, schema, true);
  const merged = mergeUnion(flat, schema);
  if (!isObjectSchema(merged)) return flat;
  const { $defs, definitions } = schema;
  return {
    ...merged,
    type: "object",
    properties: merged.properties ?? {},
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

/** Tells whether a schema is one of objects and of nothing else. */
export function isObjectSchema({ type, properties }: JsonSchema): boolean {
  return type === "object" || (type === undefined && isObject(properties));
}

/** Makes one object schema of an object schema with `anyOf` or `oneOf`; other schemas are returned as they are. */
export function mergeUnion(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return mergeBranches(schema, root, 0, { branches: MAX_BRANCHES });
}

function mergeBranches(
  schema: JsonSchema,
  root: JsonSchema,
  depth: number,
  left: { branches: number },
): JsonSchema {
  const { anyOf, oneOf, ...base } = schema;
  const branches = [anyOf, oneOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((branch) =>
      isObject(branch) && depth < MAX_DEPTH && left.branches-- > 0
        ? mergeBranches(flatten(branch, root, true), root, depth + 1, left)
        : {},
    );
  if (branches.length === 0) return schema;
  const isObjectBase = isObjectSchema(base);
  if (!branches.every((branch) => isObjectSchema(branch) || (isObjectBase && branch.type === undefined)))
    return schema;

  const variants = new Map<string, unknown[]>();
  for (const { properties } of [base, ...branches]) {
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      variants.set(name, [...(variants.get(name) ?? []), property]);
    }
  }
  const sets = branches.map((branch) => namesOf(branch.required));
  const shared = sets.reduce((first, second) => first.filter((name) => second.includes(name)));
  const isClosed = isClosedSchema(base) || branches.every(isClosedSchema);
  const isOpen = !isClosed && (isOpenSchema(base) || branches.some((branch) => isOpenSchema(branch, base)));
  return {
    ...base,
    type: "object",
    description: describeSets(base.description, sets),
    properties: Object.fromEntries([...variants].map(([name, schemas]) => [name, oneOfSeveral(schemas)])),
    required: [...new Set([...namesOf(base.required), ...shared])],
    ...((isClosed || isOpen) && { additionalProperties: isOpen }),
  };
}

function isClosedSchema({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties === false;
}

/** Tells whether a schema takes properties of any name: because it says so, or as a branch because nothing is named. */
function isOpenSchema(schema: JsonSchema, base?: JsonSchema): boolean {
  const { type, properties, additionalProperties = false, patternProperties } = schema;
  const namesNone = base !== undefined && type === "object" && (properties ?? base.properties) === undefined;
  return additionalProperties !== false || patternProperties !== undefined || namesNone;
}

function describeSets(description: unknown, sets: readonly (readonly string[])[]): string {
  const hint = `Give one of these sets of properties: ${sets.map((set) => set.join(", ")).join(" | ")}.`;
  return typeof description === "string" ? `${description} ${hint}` : hint;
}

/** One schema for a property that the branches of a union define differently: an enumeration where they tell them apart. */
function oneOfSeveral(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  if (distinct.length === 1) return distinct[0];
  const constants = distinct.map((schema) =>
    isObject(schema) && "const" in schema ? [schema.const] : undefined,
  );
  return constants.every((constant) => constant !== undefined)
    ? { enum: constants.flat() }
    : { anyOf: distinct };
}

function namesOf(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
