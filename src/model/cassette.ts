import type { Message } from "../contracts/message.ts";
import type { ModelCallOptions, ModelChunk, ModelResponse } from "../contracts/model.ts";

/** An error as a cassette keeps it. Those of this package have a `code`, and their own fields, such as `retryAfter`. */
export interface RecordedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly category?: string;
  readonly retryable?: boolean;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** What was asked: as it was said, with secrets hidden, without the signal and the headers, and tools without their code. */
export interface RecordedRequest {
  readonly messages: readonly Message[];
  readonly options?: ModelCallOptions;
}

/** What came of a request: exactly one of a whole answer, the chunks of a streamed one, and an error. */
export type CassetteOutcome =
  | { readonly response: ModelResponse; readonly chunks?: never; readonly error?: never }
  | { readonly chunks: readonly ModelChunk[]; readonly response?: never; readonly error?: never }
  | { readonly error: RecordedError; readonly response?: never; readonly chunks?: never };

/** One request and what came of it. */
export type CassetteEntry = {
  readonly requestHash: string;
  readonly request: RecordedRequest;
} & CassetteOutcome;

/** Requests to a model and what came of them, in the order in which they were made. */
export interface Cassette {
  readonly version: 1;
  /** The name of the model that answered. */
  readonly model: string;
  readonly provider: string;
  readonly entries: readonly CassetteEntry[];
}

/**
 * What is wrong with a value as a cassette, for an error message; `undefined` for a cassette.
 *
 * @example
 * cassetteFault({ version: 2, entries: [] }); // "has version 2, and this package reads version 1"
 */
export function cassetteFault(value: unknown): string | undefined {
  if (!isRecord(value) || !("version" in value)) return "is no cassette";
  const { version, model, provider, entries } = value;
  if (version !== 1) return `has version ${JSON.stringify(version)}, and this package reads version 1`;
  if (typeof model !== "string" || typeof provider !== "string" || !Array.isArray(entries)) {
    return "lacks its model, provider or entries";
  }
  const damaged = entries.findIndex((entry) => !isEntry(entry));
  return damaged < 0 ? undefined : `is damaged: its entry ${damaged} cannot be read`;
}

/** Whether a value is a cassette. */
export function isCassette(value: unknown): value is Cassette {
  return cassetteFault(value) === undefined;
}

function isEntry(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { requestHash, request, response, chunks, error } = value;
  if (typeof requestHash !== "string" || !isRecord(request) || !Array.isArray(request.messages)) return false;
  if ([response, chunks, error].filter((outcome) => outcome !== undefined).length !== 1) return false;
  if (chunks)
    return (
      Array.isArray(chunks) && chunks.every((chunk) => isRecord(chunk) && typeof chunk.type === "string")
    );
  if (isRecord(error)) return typeof error.name === "string" && typeof error.message === "string";
  return (
    isRecord(response) && typeof response.content === "string" && typeof response.finishReason === "string"
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
