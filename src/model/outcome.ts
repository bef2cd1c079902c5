import type { ReasoningPart, ToolCallRequest } from "../contracts/message.ts";
import type { ModelChunk, ModelResponse } from "../contracts/model.ts";
import { AIError } from "../core/errors/ai-error.ts";
import * as errors from "../core/errors/index.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";
import type { CassetteOutcome, RecordedError } from "./cassette.ts";

/**
 * What came of a recorded request, as a whole answer. Throws the error of one that failed, and `PROVIDER_ERROR` for a stream
 * that was cut off.
 *
 * @example
 * replayedResponse({ chunks: [{ type: "delta", content: "Hi" }, { type: "done", finishReason: "stop" }] }).content; // "Hi"
 */
export function replayedResponse(outcome: CassetteOutcome): ModelResponse {
  if (outcome.error) throw revivedError(outcome.error);
  return structuredClone(outcome.response ?? wholeAnswer(outcome.chunks));
}

/**
 * What came of a recorded request, as the chunks of a stream. Throws the error of one that failed.
 *
 * @example
 * const chunks = replayedChunks({ response: { content: "Hi", finishReason: "stop" } });
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function replayedChunks(outcome: CassetteOutcome): readonly ModelChunk[] {
  if (outcome.error) throw revivedError(outcome.error);
  return structuredClone(outcome.chunks ?? chunksOfAnswer(outcome.response));
}

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

/** The error that a cassette keeps: of the class that it had, with its code and its fields. */
function revivedError(recorded: RecordedError): Error {
  const { name, message, code, context, ...fields } = recorded;
  if (code === undefined) return Object.assign(new Error(message), { name });
  // The constructors differ; what they would set is all in the record.
  const error = new AIError("PROVIDER_ERROR", message);
  const classes: Readonly<Record<string, unknown>> = errors;
  const found = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (typeof found === "function") Object.setPrototypeOf(error, found.prototype);
  return Object.assign(error, { name, code, ...(context && { context }) }, fields);
}

function wholeAnswer(chunks: readonly ModelChunk[]): ModelResponse {
  const toolCalls: ToolCallRequest[] = [];
  const reasoning: ReasoningPart[] = [];
  let content = "";
  let end: Omit<ModelResponse, "content"> | undefined;
  for (const chunk of chunks) {
    if (chunk.type === "delta") content += chunk.content;
    if (chunk.type === "reasoning") reasoning.push(chunk.part);
    if (chunk.type === "tool-call") {
      const { type: _type, ...request } = chunk;
      toolCalls.push(request);
    }
    if (chunk.type === "done") {
      const { type: _type, ...last } = chunk;
      end = last;
    }
  }
  if (!end) throw new ProviderError("The recorded stream broke off before its end. Record it again.");
  const calls = toolCalls.length > 0 ? { toolCalls } : {};
  return { content, ...end, ...calls, ...(reasoning.length > 0 ? { reasoning } : {}) };
}

function chunksOfAnswer(response: ModelResponse): ModelChunk[] {
  const { content, toolCalls = [], reasoning = [], ...end } = response;
  return [
    ...reasoning.flatMap((part): ModelChunk[] => [
      ...(part.text ? [{ type: "reasoning-delta", content: part.text } as const] : []),
      { type: "reasoning", part },
    ]),
    ...(content ? [{ type: "delta", content } as const] : []),
    ...toolCalls.map((request): ModelChunk => ({ type: "tool-call", ...request })),
    { type: "done", ...end },
  ];
}
