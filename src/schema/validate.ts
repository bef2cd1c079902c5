import type { Schema } from "../contracts/schema.ts";
import type { SchemaIssue } from "../core/errors/agent-errors.ts";
import { type Lazy, lazy } from "../core/lazy.ts";
import { jsonSchemaOf, standardOf } from "./json-schema-of.ts";

const jsonValidator: Lazy<typeof import("./validate-json.ts")> = /* @__PURE__ */ lazy(
  () => import("./validate-json.ts"),
);
const nullDropper: Lazy<typeof import("./drop-widened-nulls.ts")> = /* @__PURE__ */ lazy(
  () => import("./drop-widened-nulls.ts"),
);

/** The value that a schema yields, or what it found wrong. `cause` is what the schema threw instead of judging. */
export type Validation<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[]; readonly cause?: unknown };

/**
 * Checks a value against a Standard Schema or a plain JSON Schema. The answer comes at once where the schema is a
 * synchronous Standard Schema and as a promise else: the interpreting JSON Schema validator is loaded on first use. Never
 * throws and never rejects: what a schema throws becomes its one issue.
 *
 * @example
 * await validate({ type: "integer" }, 3); // { value: 3 }
 * await validate({ type: "integer" }, "3"); // { issues: [{ message: 'Instance type "string" is invalid. …', path: [] }] }
 */
export function validate<T>(schema: Schema<T>, value: unknown): Validation<T> | Promise<Validation<T>> {
  try {
    const result = standardOf(schema)?.validate?.(value) ?? checkJsonSchema<T>(schema, value);
    return "then" in result ? result.then(settle, refuse) : settle(result);
  } catch (error) {
    return refuse(error);
  }
}

/**
 * Checks a value that a model wrote. As `validate`, but a value that fails and holds `null` gets a second chance: strict
 * dialects make optional properties nullable, so nulls of optional properties that do not accept `null` are dropped and
 * the rest is checked again.
 *
 * @example
 * const schema = { type: "object", properties: { note: { type: "string" } } };
 * await validateModelValue(schema, { note: null }); // { value: {} }
 */
export function validateModelValue<T>(
  schema: Schema<T>,
  value: unknown,
): Validation<T> | Promise<Validation<T>> {
  const first = validate(schema, value);
  const look = (result: Validation<T>): Validation<T> | Promise<Validation<T>> =>
    result.issues ? lookAgain(schema, value, result) : result;
  return "then" in first ? first.then(look) : look(first);
}

async function lookAgain<T>(
  schema: Schema<T>,
  value: unknown,
  result: Validation<T>,
): Promise<Validation<T>> {
  try {
    const { dropWidenedNulls, holdsNull } = await nullDropper();
    const jsonSchema = holdsNull(value) ? jsonSchemaOf(schema) : undefined;
    const narrowed = jsonSchema ? dropWidenedNulls(value, jsonSchema) : value;
    return narrowed === value ? result : await validate(schema, narrowed);
  } catch {
    return result;
  }
}

async function checkJsonSchema<T>(schema: Schema<T>, value: unknown): Promise<Validation<T>> {
  const jsonSchema = jsonSchemaOf(schema);
  if (!jsonSchema) throw new Error("it has neither a Standard Schema `validate` nor a JSON Schema.");
  const { validateJson } = await jsonValidator();
  return validateJson<T>(jsonSchema, value);
}

/** Takes over no more than the standard says: some libraries hang the whole input, secrets and all, on each issue. */
function settle<T>(result: Validation<T>): Validation<T> {
  if (!result.issues) return { value: result.value };
  const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }): PropertyKey =>
    typeof segment === "object" ? segment.key : segment;
  return {
    issues: Array.from(result.issues, ({ message, path }) => ({
      message,
      path: Array.from(path ?? [], keyOf),
    })),
  };
}

function refuse(error: unknown): { readonly issues: readonly SchemaIssue[]; readonly cause: unknown } {
  const reason = error instanceof Error ? error.message : String(error);
  return { issues: [{ message: `The schema could not be applied: ${reason}`, path: [] }], cause: error };
}
