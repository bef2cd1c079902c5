import type { JsonSchema } from "../../contracts/schema.ts";
import { type Dialect, strictOr } from "./dialect.ts";
import { toObjectRoot } from "./object-root.ts";
import { type StrictRules, toStrictForm } from "./strict-form.ts";

const dialects: WeakMap<JsonSchema, Dialect> = /* @__PURE__ */ new WeakMap();

/** The subset of OpenAI's Structured Outputs guide. */
const RULES: StrictRules = {
  keywords: /^(?:pattern|format|m(?:in|ax)Items|multipleOf|minimum|maximum|exclusiveM(?:in|ax)imum)$/,
  formats: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
  optionalAsNullable: true,
  recursion: true,
  maxDepth: 10,
  maxProperties: 5000,
};

/**
 * A schema for OpenAI's function tools and Structured Outputs, also of the services that follow them. In the strict form
 * every object is closed and every property required; optional properties take `null`, which `validateModelValue` undoes.
 * A schema that has no strict form, such as one with free-form objects, keeps its words and only gets an object root
 * without a union. Cached by schema.
 *
 * @example
 * const { schema, strict } = openaiDialect({ type: "object", properties: { note: { type: "string" } } });
 * strict; // true
 * schema.properties; // { note: { type: ["string", "null"] } }
 * schema.required; // ["note"]
 */
export function openaiDialect(schema: JsonSchema): Dialect {
  let dialect = dialects.get(schema);
  if (!dialect) {
    const plain = toObjectRoot(schema);
    dialect = strictOr(plain, () => toStrictForm(plain, RULES));
    dialects.set(schema, dialect);
  }
  return dialect;
}
