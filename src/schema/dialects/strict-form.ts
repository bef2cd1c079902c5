import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject, resolveReference } from "../resolve-reference.ts";
import { Unrepresentable } from "./dialect.ts";
import { flatten } from "./flatten.ts";
import { isObjectSchema, mergeUnion } from "./object-root.ts";
import { acceptNull, describeDropped, isNoise, typeOf } from "./words.ts";

/** What the constrained decoder of one provider understands. */
export interface StrictRules {
  /** Constraint keywords that it enforces; the others move into the description. */
  readonly keywords: RegExp;
  /** Values of `format` that it knows. */
  readonly formats: readonly string[];
  /** Optional properties must be listed as required: they also take `null` then. */
  readonly optionalAsNullable: boolean;
  readonly recursion: boolean;
  /** How deep objects may nest, and how many properties there may be in all. */
  readonly maxDepth: number;
  readonly maxProperties: number;
}

interface Walk {
  readonly root: JsonSchema;
  readonly rules: StrictRules;
  /** References that were met, with the name and the converted form of what they point at. */
  readonly references: Map<string, { readonly name: string; schema?: JsonSchema }>;
  properties: number;
}

/**
 * Rewrites a schema with an object root into the strict form that constrained decoders share: every object is closed,
 * unions are `anyOf`, every value has a type, references go to `$defs`. Constraints that the decoder cannot enforce are
 * told in descriptions. The form accepts every value of the schema that has no properties beyond the named ones, with
 * `null` in the place of absent ones where the rules say so. Throws `Unrepresentable` where there is no such form.
 */
export function toStrictForm(schema: JsonSchema, rules: StrictRules): JsonSchema {
  const walk: Walk = { root: schema, rules, references: new Map(), properties: 0 };
  if (!isObjectSchema(schema)) throw new Unrepresentable("the root is not an object", "");
  const form = convert(schema, "", 0, walk);
  const definitions = [...walk.references.values()].flatMap(({ name, schema }) =>
    schema ? [[name, schema]] : [],
  );
  return definitions.length > 0 ? { ...form, $defs: Object.fromEntries(definitions) } : form;
}

function convert(schema: unknown, path: string, depth: number, walk: Walk): JsonSchema {
  if (!isObject(schema)) throw new Unrepresentable("a value of any kind", path);
  const flat = flatten(schema, walk.root);
  if (typeof flat.$ref === "string") return convertReference(flat, flat.$ref, path, walk);

  const union = flat.anyOf ?? flat.oneOf;
  const node = Array.isArray(union) && flat.properties !== undefined ? mergeUnion(flat, walk.root) : flat;
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches) && node.type === undefined && node.properties === undefined) {
    const anyOf = branches.map((branch, index) => convert(branch, `${path}/anyOf/${index}`, depth, walk));
    return { ...describeDropped(node, []), anyOf };
  }
  return convertValue(node, path, depth, walk);
}

/** Converts what a reference points at once, and points at that. */
function convertReference(schema: JsonSchema, reference: string, path: string, walk: Walk): JsonSchema {
  let entry = walk.references.get(reference);
  if (!walk.rules.recursion && (reference === "#" || (entry && !entry.schema))) {
    throw new Unrepresentable("a schema that contains itself", path);
  }
  if (reference !== "#" && !entry) {
    const target = resolveReference(walk.root, reference);
    if (!target) throw new Unrepresentable(`the reference ${reference} leads nowhere`, path);
    const base =
      reference
        .split("/")
        .at(-1)
        ?.replaceAll(/[^\w-]/g, "_") || "part";
    const isTaken = [...walk.references.values()].some(({ name }) => name === base);
    entry = { name: isTaken ? `${base}_${walk.references.size}` : base };
    walk.references.set(reference, entry);
    entry.schema = convert(target, path, 0, walk);
  }
  const pointer = { $ref: entry ? `#/$defs/${entry.name}` : reference };
  // Decoders want nothing beside a `$ref`, so a description goes around it.
  return typeof schema.description === "string"
    ? { description: schema.description, anyOf: [pointer] }
    : pointer;
}

function convertValue(schema: JsonSchema, path: string, depth: number, walk: Walk): JsonSchema {
  const { rules } = walk;
  const type = typeOf(schema);
  if (type === undefined) throw new Unrepresentable("a value of any kind", path);
  const kept = Object.entries(schema).filter(([keyword, value]) => isEnforced(keyword, value, rules));
  const result: Record<string, unknown> = {
    ...describeDropped(
      schema,
      kept.map(([keyword]) => keyword),
    ),
    type,
    ...Object.fromEntries(kept),
  };
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("object")) Object.assign(result, convertObject(schema, path, depth, walk));
  if (types.includes("array")) {
    if (!isObject(schema.items) || Array.isArray(schema.items) || schema.prefixItems !== undefined) {
      throw new Unrepresentable("an array whose items are not all of one schema", path);
    }
    result.items = convert(schema.items, `${path}/items`, depth, walk);
  }
  return result;
}

function isEnforced(keyword: string, value: unknown, rules: StrictRules): boolean {
  if (keyword === "const" || keyword === "enum") return true;
  if (isNoise(value) || !rules.keywords.test(keyword)) return false;
  if (keyword === "format") return rules.formats.includes(String(value));
  // Decoders compile patterns to automata, which cannot look around or back.
  return keyword !== "pattern" || !/\(\?[=!<]|\\[bBkpP1-9]/.test(String(value));
}

function convertObject(schema: JsonSchema, path: string, depth: number, walk: Walk): JsonSchema {
  const { rules } = walk;
  const { properties, additionalProperties, patternProperties } = schema;
  if (!isObject(properties) || patternProperties !== undefined || (additionalProperties ?? false) !== false) {
    throw new Unrepresentable("an object with properties of any name", path);
  }
  const names = Object.keys(properties);
  walk.properties += names.length;
  if (depth >= rules.maxDepth)
    throw new Unrepresentable(`more than ${rules.maxDepth} objects inside each other`, path);
  if (walk.properties > rules.maxProperties)
    throw new Unrepresentable(`more than ${rules.maxProperties} properties`, path);

  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => names.includes(name))
    : [];
  const converted = Object.entries(properties).map(([name, property]) => {
    const form = convert(property, `${path}/properties/${name}`, depth + 1, walk);
    const isWidened = rules.optionalAsNullable && !required.includes(name);
    return [name, isWidened ? acceptNull(form) : form];
  });
  return {
    properties: Object.fromEntries(converted),
    required: rules.optionalAsNullable ? names : required,
    additionalProperties: false,
  };
}
