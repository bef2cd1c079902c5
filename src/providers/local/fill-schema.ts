import type { JsonSchema } from "../../contracts/schema.ts";
import { sentencesOf } from "../../core/text/sentences.ts";
import { isObject, resolveReference } from "../../schema/resolve-reference.ts";
import { fillNumber, fillString } from "./fill-scalar.ts";
import { findBoolean, namedChoices, numbersIn } from "./find-facts.ts";
import { type Wanted, wordsOfName } from "./find-text.ts";

/** How deep a value may nest: a recursive schema ends there. */
const deepest = 6;

/** How many places are filled below that, where a schema asks for them; one that contains itself has no end. */
const mostPlaces = 1000;

/** How many items are made up to reach `minItems`, and how many parts of an `allOf` are joined. */
const mostItems = 1000;
const mostParts = 200;

/** What a place of the schema is filled with; `found` says whether the text had something for it. */
interface Filled {
  readonly value: unknown;
  readonly found: boolean;
}

interface Place {
  readonly root: JsonSchema;
  readonly text: string;
  readonly wanted: Wanted;
  readonly depth: number;
  readonly left: { places: number };
}

/**
 * Fills a value that fits a JSON Schema with what a text says: numbers near the words of a property, choices that are
 * named, dates and addresses, lists, sentences. Required places without an answer get their default, `null` where that is
 * allowed, or the plainest value that fits; optional ones are left out. Understands local `$ref`, `allOf`, `anyOf`,
 * `oneOf`, `const`, `enum`, bounds, lengths and the common formats. Rules, not understanding: a `pattern` that nothing in
 * the text matches cannot be satisfied.
 *
 * @example
 * const schema = { type: "object", properties: { year: { type: "integer" } }, required: ["year"] };
 * fillSchema(schema, "It first flew in 1966."); // { year: 1966 }
 */
export function fillSchema(schema: JsonSchema, text: string): unknown {
  const wanted = { name: "", description: "" };
  return fill(schema, { root: schema, text, wanted, depth: 0, left: { places: mostPlaces } }).value;
}

function fill(given: unknown, place: Place): Filled {
  if (place.depth > deepest && place.left.places-- <= 0) return { value: null, found: false };
  const schema = resolve(given, place.root);
  const description = typeof schema.description === "string" ? schema.description : place.wanted.description;
  const here = { ...place, wanted: { ...place.wanted, description } };
  if ("const" in schema) return { value: schema.const, found: true };
  if (Array.isArray(schema.enum)) return chooseValue(schema.enum, schema, here);
  const alternatives = listOf(schema.anyOf) ?? listOf(schema.oneOf);
  if (alternatives) return fillAlternative(alternatives, schema, here);
  const filled = fillType(schema, here);
  if (filled.found) return filled;
  if ("default" in schema) return { value: schema.default, found: false };
  return allowsNull(schema) ? { value: null, found: false } : filled;
}

function fillType(schema: JsonSchema, place: Place): Filled {
  switch (typeOf(schema)) {
    case "object":
      return fillObject(schema, place);
    case "array":
      return fillArray(schema, place);
    case "number":
    case "integer":
      return fillNumber(schema, place.text, place.wanted);
    case "boolean": {
      const value = findBoolean(place.text, place.wanted);
      return { value: value ?? false, found: value !== undefined };
    }
    case "null":
      return { value: null, found: false };
    default:
      return fillString(schema, place.text, place.wanted);
  }
}

function fillObject(schema: JsonSchema, place: Place): Filled {
  const value: Record<string, unknown> = {};
  const required = new Set(listOf(schema.required) ?? []);
  let found = false;
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    const isRequired = required.has(name);
    if (!isRequired && place.depth >= deepest) continue;
    const filled = fill(property, { ...place, wanted: { name, description: "" }, depth: place.depth + 1 });
    if (!isRequired && !filled.found) continue;
    found ||= filled.found;
    // Not by assignment: a property may be called `__proto__`.
    Object.defineProperty(value, name, {
      value: filled.value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return { value, found };
}

function fillArray(schema: JsonSchema, place: Place): Filled {
  const least = typeof schema.minItems === "number" ? schema.minItems : 0;
  const most = typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY;
  if (place.depth >= deepest && least === 0) return { value: [], found: false };
  const prefix = listOf(schema.prefixItems) ?? [];
  const inside = { ...place, depth: place.depth + 1 };
  const values = prefix.map((item) => fill(item, inside).value);
  const items = schema.items === false ? [] : itemValues(resolve(schema.items, place.root), inside);
  for (const item of items) {
    if (values.length >= most) break;
    if (!schema.uniqueItems || !values.includes(item)) values.push(item);
  }
  const found = values.length > prefix.length;
  while (values.length < Math.min(least, mostItems)) values.push(fill(schema.items, inside).value);
  return { value: values, found };
}

/** What a text lists that the items of an array could be. */
function itemValues(items: JsonSchema, place: Place): unknown[] {
  if (Array.isArray(items.enum)) {
    return namedChoices(
      place.text,
      items.enum.map((choice) => ({ choice, words: String(choice) })),
    );
  }
  const type = typeOf(items);
  if (type === "number" || type === "integer") {
    const numbers = numbersIn(place.text).map(({ value }) => value);
    return numbers.filter((value) => fillNumber(items, String(value), place.wanted).value === value);
  }
  const parts = listedParts(place.text, place.wanted);
  return parts.map(
    (part) => fill(items, { ...place, text: part, wanted: { name: "text", description: "" } }).value,
  );
}

/** Lines with list marks, else a list with commas after the name, else the first sentences. */
function listedParts(text: string, wanted: Wanted): string[] {
  const lines = text
    .split("\n")
    .flatMap((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/.exec(line)?.[1] ?? []);
  if (lines.length > 0) return lines;
  const label = wordsOfName(wanted.name).join(" ");
  const lower = text.toLowerCase();
  const at = label === "" ? -1 : lower.indexOf(label);
  const list =
    at === -1 ? undefined : /^[^\n:]{0,20}:\s*([^\n.]+)/.exec(text.slice(at + label.length, at + 500))?.[1];
  if (list) return list.split(/,| and /).flatMap((part) => part.trim() || []);
  return sentencesOf(text)
    .slice(0, 3)
    .map(({ start, end }) => text.slice(start, end));
}

function chooseValue(values: readonly unknown[], schema: JsonSchema, { text }: Place): Filled {
  const [named] = namedChoices(
    text,
    values.filter((value) => value !== null).map((choice) => ({ choice, words: String(choice) })),
  );
  if (named !== undefined) return { value: named, found: true };
  if ("default" in schema) return { value: schema.default, found: false };
  return { value: values.includes(null) ? null : values[0], found: false };
}

/** The alternative whose constants and names the text mentions most, else the first that is not `null`. */
function fillAlternative(alternatives: readonly unknown[], schema: JsonSchema, place: Place): Filled {
  const { anyOf: _anyOf, oneOf: _oneOf, ...shared } = schema;
  const choices = alternatives.map((alternative) => ({ ...shared, ...resolve(alternative, place.root) }));
  const solid = choices.filter((choice) => typeOf(choice) !== "null");
  const [named] = namedChoices(
    place.text,
    solid.map((choice) => ({ choice, words: describe(choice, place.root) })),
  );
  const filled = fill(named ?? solid[0] ?? choices[0], place);
  if (filled.found) return filled;
  if ("default" in schema) return { value: schema.default, found: false };
  return solid.length < choices.length ? { value: null, found: false } : filled;
}

function describe(schema: JsonSchema, root: JsonSchema): string {
  const own = [schema.const, schema.title, schema.description, ...(listOf(schema.enum) ?? [])];
  const properties = Object.values(isObject(schema.properties) ? schema.properties : {}).map((one) =>
    resolve(one, root),
  );
  return [...own, ...properties.flatMap((one) => [one.const, ...(listOf(one.enum) ?? [])])]
    .filter((word) => typeof word === "string" || typeof word === "number")
    .join(" ");
}

/** Follows references and joins the parts of an `allOf`. */
function resolve(given: unknown, root: JsonSchema, left = { parts: mostParts }): JsonSchema {
  let schema = isObject(given) ? given : {};
  for (let hops = 0; typeof schema.$ref === "string" && hops < 20; hops++) {
    const { $ref, ...siblings } = schema;
    schema = { ...resolveReference(root, String($ref)), ...siblings };
  }
  const parts = listOf(schema.allOf);
  if (!parts || left.parts <= 0) return schema;
  const { allOf: _allOf, ...own } = schema;
  left.parts -= parts.length;
  return parts.reduce<JsonSchema>((joined, part) => join(joined, resolve(part, root, left)), own);
}

function join(left: JsonSchema, right: JsonSchema): JsonSchema {
  const properties = { ...object(left.properties), ...object(right.properties) };
  const required = [...(listOf(left.required) ?? []), ...(listOf(right.required) ?? [])];
  return { ...left, ...right, properties, required };
}

function typeOf(schema: JsonSchema): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const named = types.find((type) => typeof type === "string" && type !== "null") ?? types[0];
  if (typeof named === "string") return named;
  if (isObject(schema.properties) && Object.keys(schema.properties).length > 0) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  return "minimum" in schema || "maximum" in schema || "multipleOf" in schema ? "number" : "string";
}

function allowsNull(schema: JsonSchema): boolean {
  return schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes("null"));
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function object(value: unknown): JsonSchema {
  return isObject(value) ? value : {};
}
