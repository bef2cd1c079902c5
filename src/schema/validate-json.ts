import { type OutputUnit, type ValidationResult, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "../contracts/schema.ts";
import type { SchemaIssue } from "../core/errors/agent-errors.ts";

const validators: WeakMap<JsonSchema, Validator> = /* @__PURE__ */ new WeakMap();

/** Errors that only say that something further inside is wrong, which has an error of its own. */
const WRAPPERS = [
  "$ref",
  "$recursiveRef",
  "allOf",
  "if",
  "dependentSchemas",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "additionalItems",
  "unevaluatedItems",
];

/**
 * Checks a value against a plain JSON Schema (drafts 4 to 2020-12; the last where `$schema` does not say) with a validator
 * that interprets: no code is generated, so it works under a strict content security policy. Yields the value itself, no
 * copy. A `pattern` that is not a regular expression here is left out. Throws where the schema is not usable, such as at a
 * `$ref` that leads nowhere.
 *
 * @example
 * validateJson({ type: "string", format: "uuid" }, "no").issues?.[0]?.message; // 'String does not match format "uuid".'
 */
export function validateJson<T>(
  schema: JsonSchema,
  value: unknown,
): { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] } {
  if (value === undefined) return { issues: [{ message: "A value is missing.", path: [] }] };
  let validator = validators.get(schema);
  if (!validator) {
    // The validator writes notes into the schema, so it gets a copy of its own.
    validator = new Validator(JSON.parse(JSON.stringify(schema), mendPattern), draftOf(schema), false);
    validators.set(schema, validator);
  }
  const { valid, errors } = run(validator, value);
  if (valid) return { value: value as T };
  const leaves = errors.filter(({ keyword }) => !WRAPPERS.includes(keyword));
  return { issues: (leaves.length > 0 ? leaves : errors).map(toIssue) };
}

/** Server-made patterns escape more than the `u` flag, under which patterns run, allows. */
function mendPattern(keyword: string, value: unknown): unknown {
  if (keyword !== "pattern" || typeof value !== "string") return value;
  const mended = value.replace(/\\([^A-Za-z0-9^$\\.*+?()[\]{}|/])/g, (_, character: string) => {
    const code = character.charCodeAt(0);
    return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : character;
  });
  return [value, mended].find((pattern) => {
    try {
      return new RegExp(pattern, "u");
    } catch {
      return false;
    }
  });
}

function draftOf({ $schema }: JsonSchema): "4" | "7" | "2019-09" | "2020-12" {
  const uri = String($schema);
  if (uri.includes("draft-04")) return "4";
  if (uri.includes("draft-06") || uri.includes("draft-07")) return "7";
  return uri.includes("2019-09") ? "2019-09" : "2020-12";
}

function run(validator: Validator, value: unknown): ValidationResult {
  try {
    return validator.validate(value);
  } catch (error) {
    // Members such as `undefined` are no JSON, which the validator refuses. What goes over the wire is.
    const text = JSON.stringify(value);
    if (text === undefined) throw error;
    return validator.validate(JSON.parse(text));
  }
}

function toIssue({ keyword, instanceLocation, error }: OutputUnit): SchemaIssue {
  const path = instanceLocation
    .split("/")
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
  return { message: keyword === "false" ? "Nothing is allowed here." : error, path };
}
