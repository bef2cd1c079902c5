export { jsonSchemaOf } from "./json-schema-of.ts";
export { type Validation, validate } from "./validate.ts";
