export { describeIssues } from "./describe-issues.ts";
export { anthropicDialect } from "./dialects/anthropic.ts";
export type { Dialect } from "./dialects/dialect.ts";
export { geminiDialect } from "./dialects/gemini.ts";
export { openaiDialect } from "./dialects/openai.ts";
export { jsonSchemaOf } from "./json-schema-of.ts";
export { type JsonReading, readJson } from "./read-json.ts";
export { requireJsonSchema } from "./require-json-schema.ts";
export { type Validation, validate, validateModelValue } from "./validate.ts";
