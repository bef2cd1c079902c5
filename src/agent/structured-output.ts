import type { AgentExecuteOptions } from "../contracts/agent.ts";
import type { JsonSchema, Schema } from "../contracts/schema.ts";
import { jsonSchemaOf } from "../schema/json-schema-of.ts";
import type { AgentDefinition } from "./agent-config.ts";

/** How the answer of a run becomes `data`. */
export interface StructuredOutput {
  /** What the answer is checked against. */
  readonly schema: Schema;
  /** What the model is told to write, where that can be said as a JSON Schema. */
  readonly json: JsonSchema | undefined;
  /** Whether the model takes the JSON Schema itself; else the system prompt says it. */
  readonly native: boolean;
  readonly lenient: boolean;
}

/** The structured output that the options ask for; those of the call replace those of the agent. */
export function structuredOutput(
  definition: AgentDefinition,
  options: AgentExecuteOptions,
): StructuredOutput | undefined {
  const output = options.output ?? (options.responseSchema ? undefined : definition.config.output);
  const schema = output ?? options.responseSchema;
  if (!schema) return undefined;
  const json = options.responseSchema ?? jsonSchemaOf(schema);
  const native = json !== undefined && definition.config.model.capabilities?.structuredOutput === true;
  return { schema, json, native, lenient: definition.lenient };
}
