import type { JsonSchema } from "../../contracts/schema.ts";
import { type Dialect, strictOr } from "./dialect.ts";
import { toObjectRoot } from "./object-root.ts";
import { type StrictRules, toStrictForm } from "./strict-form.ts";

const dialects: WeakMap<JsonSchema, Dialect> = /* @__PURE__ */ new WeakMap();

/** The subset of Anthropic's structured outputs and strict tool use. */
const RULES: StrictRules = {
  keywords: /^(?:pattern|format)$/,
  formats: ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
  optionalAsNullable: false,
  recursion: false,
  maxDepth: 20,
  maxProperties: 5000,
};

/**
 * A schema for Anthropic's tools and structured outputs. `plain` is the schema with an object root that has no `oneOf`,
 * `anyOf`, `allOf` or `$ref`, which every tool needs; the strict form closes objects, keeps optional properties optional
 * and tells the bounds that the decoder does not know in descriptions. Cached by schema.
 *
 * @example
 * anthropicDialect({ oneOf: [{ type: "object", properties: {} }] }).schema.type; // "object"
 */
export function anthropicDialect(schema: JsonSchema): Dialect {
  let dialect = dialects.get(schema);
  if (!dialect) {
    const plain = toObjectRoot(schema);
    dialect = strictOr(plain, () => toStrictForm(plain, RULES));
    dialects.set(schema, dialect);
  }
  return dialect;
}
