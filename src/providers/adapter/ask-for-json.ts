import type { Message } from "../../contracts/message.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { jsonInstruction } from "../../schema/json-instruction.ts";

/**
 * Asks for an answer of a JSON Schema in words, at the end of the system message. Servers of open models hold every word
 * of an answer to the schema that they are given, so that a model could call no tool.
 *
 * @example
 * const [system] = askForJson([{ role: "user", content: "Hi" }], { type: "object" });
 * system?.role; // "system"
 */
export function askForJson(messages: readonly Message[], schema: JsonSchema): readonly Message[] {
  const instruction = jsonInstruction(schema);
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: instruction }, ...messages];
  const content =
    typeof first.content === "string"
      ? `${first.content}\n\n${instruction}`
      : [...first.content, { type: "text", text: `\n\n${instruction}` } as const];
  return [{ ...first, content }, ...rest];
}
