import { AIError } from "../core/errors/ai-error.ts";
import * as errors from "../core/errors/index.ts";
import type { RecordedError } from "./cassette.ts";

/**
 * An error as a cassette keeps it: without its stack and its cause, and without the provider's own words.
 *
 * @example
 * recordedError(new ai.ProviderRateLimitError("Too many requests.", { retryAfter: 500 })).retryAfter; // 500
 */
export function recordedError(error: unknown): RecordedError {
  if (!AIError.is(error)) {
    const { name = "Error", message = "" }: { name?: unknown; message?: unknown } = Object(error);
    return { name: String(name), message: String(message) };
  }
  const { stack: _stack, cause: _cause, context: _context, ...fields } = { ...error };
  const { name, message, ...told } = error.toJSON();
  return { ...fields, ...told, name: String(name), message: String(message) };
}

/**
 * The error that a cassette keeps: of the class that it had, with its code and its fields.
 *
 * @example
 * const recorded = recordedError(new ai.ProviderTimeoutError("Too late."));
 * revivedError(recorded).name; // "ProviderTimeoutError"
 */
export function revivedError(recorded: RecordedError): Error {
  const { name, message, code, context, ...fields } = recorded;
  if (code === undefined) return Object.assign(new Error(message), { name });
  // The constructors differ; what they would set is all in the record.
  const error = new AIError("PROVIDER_ERROR", message);
  const classes: Readonly<Record<string, unknown>> = errors;
  const found = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (typeof found === "function") Object.setPrototypeOf(error, found.prototype);
  return Object.assign(error, { name, code, ...(context && { context }) }, fields);
}
