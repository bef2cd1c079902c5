import type { JsonSchema } from "../contracts/schema.ts";

/**
 * What the system prompt says to a model that takes no schema of its own.
 *
 * @example
 * jsonInstruction(undefined); // "Answer with JSON only: no prose before or after it, no code fence."
 */
export function jsonInstruction(schema: JsonSchema | undefined): string {
  const rule = "Answer with JSON only: no prose before or after it, no code fence.";
  return schema ? `${rule} The JSON must fit this JSON Schema:\n${JSON.stringify(schema)}` : rule;
}
