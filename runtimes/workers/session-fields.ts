import { AIError } from "../../src/core/errors/ai-error.ts";

/**
 * The fields of a JSON object that somebody sent. What is not known is refused, so that a misspelt name is no silence.
 *
 * @throws AIError `INVALID_INPUT`.
 */
export function fieldsOf(text: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(`Send a JSON object of ${known.join(", ")}.`);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return Object.fromEntries(Object.entries(value));
  throw invalid(`${JSON.stringify(unknown.slice(0, 40))} is not known here. Send ${known.join(", ")}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(message: string): AIError {
  return new AIError("INVALID_INPUT", message, {}, "validation");
}
