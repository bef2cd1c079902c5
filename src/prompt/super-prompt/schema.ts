import type { JsonSchema } from "../../contracts/schema.ts";
import type { SectionDefinition } from "./sections.ts";

/** The JSON Schema of a prompt in sections, for models that write JSON. */
export function schemaOf(sections: readonly SectionDefinition[]): JsonSchema {
  const text = (heading: string): JsonSchema => ({ type: "string", description: heading });
  return {
    type: "object",
    properties: Object.fromEntries(
      sections.map(({ field, heading, isList }) => [
        field,
        isList ? { type: "array", items: { type: "string" }, description: heading } : text(heading),
      ]),
    ),
    required: sections.filter(({ isOptional }) => !isOptional).map(({ field }) => field),
    additionalProperties: false,
  };
}
