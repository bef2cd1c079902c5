export { describeIssues } from "./describe-issues.ts";
export { jsonSchemaOf } from "./json-schema-of.ts";
export { type JsonReading, readJson } from "./read-json.ts";
export { type Validation, validate } from "./validate.ts";
