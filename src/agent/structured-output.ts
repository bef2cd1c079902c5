import type { AgentExecuteOptions } from "../contracts/agent.ts";
import type { JsonSchema, Schema } from "../contracts/schema.ts";
import { jsonSchemaOf } from "../schema/json-schema-of.ts";
import type { AgentDefinition } from "./agent-config.ts";

/** How the answer of a run becomes `data`. */
export interface StructuredOutput {
  /** What the answer is checked against. */
  readonly schema: Schema;
  /** The JSON Schema for a model that takes one. */
  readonly native: JsonSchema | undefined;
  /** What the system prompt says to a model that takes none. */
  readonly instruction: string | undefined;
  readonly lenient: boolean;
}

/** The structured output that the options ask for; those of the call replace those of the agent. */
export function structuredOutput(definition: AgentDefinition, options: AgentExecuteOptions): StructuredOutput | undefined {
  const output = options.output ?? (options.responseSchema ? undefined : definition.config.output);
  const schema = output ?? options.responseSchema;
  if (!schema) return undefined;
  const json = options.responseSchema ?? jsonSchemaOf(schema);
  const native = definition.config.model.capabilities?.structuredOutput ? json : undefined;
  return { schema, native, instruction: native ? undefined : jsonInstruction(json), lenient: definition.lenient };
}

function jsonInstruction(schema: JsonSchema | undefined): string {
  const rule = "Answer with JSON only: no prose before or after it, no code fence.";
  return schema ? `${rule} The JSON must fit this JSON Schema:\n${JSON.stringify(schema)}` : rule;
}
