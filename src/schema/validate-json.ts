import { dereference, type OutputUnit, type ValidationResult, validate } from "@cfworker/json-schema";
import type { JsonSchema } from "../contracts/schema.ts";
import type { SchemaIssue } from "../core/errors/agent-errors.ts";

type Check = (value: unknown) => ValidationResult;

const checks: WeakMap<JsonSchema, Check> = /* @__PURE__ */ new WeakMap();

/** How many references one check may follow. A small schema can ask for more than a lifetime. */
const MAX_REFERENCES = 200_000;

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
 * `$ref` that leads nowhere, and where its references lead to each other too often.
 *
 * @example
 * validateJson({ type: "string", format: "uuid" }, "no").issues?.[0]?.message; // 'String does not match format "uuid".'
 */
export function validateJson<T>(
  schema: JsonSchema,
  value: unknown,
): { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] } {
  if (value === undefined) return { issues: [{ message: "A value is missing.", path: [] }] };
  let check = checks.get(schema);
  if (!check) {
    check = checkOf(schema);
    checks.set(schema, check);
  }
  const { valid, errors } = run(check, value);
  if (valid) return { value: value as T };
  const leaves = errors.filter(({ keyword }) => !WRAPPERS.includes(keyword));
  return { issues: (leaves.length > 0 ? leaves : errors).map(toIssue) };
}

function checkOf(schema: JsonSchema): Check {
  // The validator writes notes into the schema, so it gets a copy of its own.
  const copy = JSON.parse(JSON.stringify(schema), mendPattern);
  const draft = draftOf(schema);
  let left = 0;
  const schemas = new Proxy(dereference(copy), {
    get(target, uri) {
      if (left-- > 0) return Reflect.get(target, uri);
      throw new Error("its references lead to each other too often for a value to be checked.");
    },
  });
  return (value) => {
    left = MAX_REFERENCES;
    return validate(value, copy, draft, schemas, false);
  };
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

function run(check: Check, value: unknown): ValidationResult {
  try {
    return check(value);
  } catch (error) {
    // Members such as `undefined` are no JSON, which the validator refuses. What goes over the wire is.
    const text = JSON.stringify(value);
    if (text === undefined) throw error;
    return check(JSON.parse(text));
  }
}

function toIssue({ keyword, instanceLocation, error }: OutputUnit): SchemaIssue {
  const path = instanceLocation
    .split("/")
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
  return { message: keyword === "false" ? "Nothing is allowed here." : error, path };
}
