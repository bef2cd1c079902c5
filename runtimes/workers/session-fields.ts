import { randomId } from "../../src/core/ids.ts";
import { invalidInput } from "./session-refusals.ts";

/** An id that is a part of a path and of a key as it is. */
const RUN_ID = /^\w[\w.:~-]{0,119}$/;

/** Whether a text can be the id of a run. The path of a run may not look like another one. */
export function isRunId(id: unknown): id is string {
  return typeof id === "string" && RUN_ID.test(id) && id !== "messages" && id !== "runs";
}

/**
 * A message that somebody sent, and the id of its run, a random one where it is missing.
 *
 * @throws AIError `INVALID_INPUT`.
 */
export function messageOf(
  input: unknown,
  runId: unknown = randomId(),
): { readonly input: string; readonly runId: string } {
  if (typeof input !== "string" || input === "") {
    throw invalidInput('"input" must be a text that is not empty.');
  }
  if (isRunId(runId)) return { input, runId };
  throw invalidInput(
    '"runId" must have 1 to 120 letters, digits and _ . : ~ - with one of the first three in front, and not be "messages" or "runs".',
  );
}

/**
 * The fields of a JSON object that somebody sent. What is not known is refused, so that a misspelt name is no silence.
 *
 * @throws AIError `INVALID_INPUT`.
 */
export function fieldsOf(text: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput(`Send a JSON object of ${known.join(", ")}.`);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return Object.fromEntries(Object.entries(value));
  throw invalidInput(`${JSON.stringify(unknown.slice(0, 40))} is not known here. Send ${known.join(", ")}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
