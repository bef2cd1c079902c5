import type { JsonSchema } from "../../contracts/schema.ts";
import { validateJson } from "../../schema/validate-json.ts";
import { codingSections, type SectionDefinition, superSections } from "./sections.ts";

const TEXT: JsonSchema = { type: "string" };
const FULL_TEXT: JsonSchema = { type: "string", pattern: "\\S" };

/**
 * What `parseSuperPromptJson` takes, as JSON Schema: any field may be missing or `null`, none may have another type.
 *
 * @example
 * SuperPromptWireSchema.type; // "object"
 */
export const SuperPromptWireSchema: JsonSchema = /* @__PURE__ */ wireSchema(superSections);

/**
 * What a super prompt is, as JSON Schema: the last gate of both parsers.
 *
 * @example
 * PromptQualitySchema.required; // ["role", "task", "context", "chainOfThought", "constraints", "formatSpec", "fullPrompt", "extras"]
 */
export const PromptQualitySchema: JsonSchema = /* @__PURE__ */ qualitySchema(superSections);

/**
 * What `parseCodingBriefJson` takes, as `SuperPromptWireSchema`.
 *
 * @example
 * CodingBriefWireSchema.type; // "object"
 */
export const CodingBriefWireSchema: JsonSchema = /* @__PURE__ */ wireSchema(codingSections);

/**
 * What a coding brief is, as `PromptQualitySchema`.
 *
 * @example
 * CodingBriefSchema.additionalProperties; // false
 */
export const CodingBriefSchema: JsonSchema = /* @__PURE__ */ qualitySchema(codingSections);

/** What a model is asked for that writes JSON: the sections alone. */
export function requestSchema(sections: readonly SectionDefinition[]): JsonSchema {
  const properties = sections.map(({ field, heading, isList }) => {
    const schema = isList ? { type: "array", items: TEXT } : TEXT;
    return [field, { ...schema, description: heading }];
  });
  const required = sections.filter(({ isOptional }) => !isOptional).map(({ field }) => field);
  return object(properties, required);
}

/** The fields of a value that do not fit a schema; none are named where the value as a whole does not. */
export function wrongFields(schema: JsonSchema, value: unknown): readonly string[] | undefined {
  const { issues } = validateJson(schema, value);
  return issues && [...new Set(issues.flatMap(({ path = [] }) => path.slice(0, 1).map(String)))];
}

function wireSchema(sections: readonly SectionDefinition[]): JsonSchema {
  const text = { type: ["string", "null"] };
  const list = { type: ["array", "null"], items: TEXT };
  const properties = sections.flatMap(({ field, names = [field], isList }) =>
    names.map((name) => [name, isList ? list : text]),
  );
  const extras = { type: ["object", "null"], additionalProperties: text };
  return {
    type: "object",
    properties: Object.fromEntries([...properties, ["fullPrompt", text], ["extras", extras]]),
  };
}

function qualitySchema(sections: readonly SectionDefinition[]): JsonSchema {
  const properties = sections.map(({ field, isList, isOptional }) => {
    const text = isOptional ? TEXT : FULL_TEXT;
    const list = { type: "array", items: FULL_TEXT, ...(!isOptional && { minItems: 1 }) };
    return [field, isList ? list : text];
  });
  properties.push(["fullPrompt", FULL_TEXT], ["extras", { type: "object", additionalProperties: TEXT }]);
  const required = properties.map(([name]) => name);
  const notes = [
    ["normalized", { const: true }],
    ["warnings", { type: "array", items: TEXT }],
  ];
  return object([...properties, ...notes], required);
}

function object(properties: Iterable<readonly unknown[]>, required: readonly unknown[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}
