import { AIError } from "../../core/errors/ai-error.ts";
import { InvalidRequestError, ProviderAuthError } from "../../core/errors/provider-errors.ts";
import { type CallTarget, serviceFailure } from "../adapter/failure.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";

/** The errors of the AI SDK that say more than their class: by name, since there may be several copies of it. */
const AUTH: RegExp = /^AI_Load(?:APIKey|Setting)Error$/;
const INVALID: RegExp =
  /^AI_(?:InvalidPrompt|InvalidArgument|InvalidMessageRole|NoSuchModel|NoSuchProviderReference|UnsupportedFunctionality|TooManyEmbeddingValuesForCall)Error$/;
const UNREADABLE: RegExp =
  /^AI_(?:JSONParse|TypeValidation|EmptyResponseBody|InvalidResponseData|InvalidStreamPart|NoContentGenerated)Error$/;

/**
 * Turns what a model of the AI SDK threw into what all adapters throw: an `APICallError` into the service's own account of
 * the failure, others by their names. What came from this package comes out as it was.
 *
 * @example
 * const thrown = Object.assign(new Error("Too many."), { statusCode: 429, responseBody: "{}", isRetryable: true });
 * explainThrown(thrown, { provider: "openai.chat", name: "gpt-4o" }); // a service failure with the status 429
 */
export function explainThrown(thrown: unknown, target: CallTarget): unknown {
  if (AIError.is(thrown)) return thrown;
  // In a stream a failure is any value.
  if (typeof thrown !== "object" || thrown === null) return serviceFailure(200, { error: String(thrown) });
  const { name, cause, lastError, statusCode, responseBody, responseHeaders, data, message }: Thrown = thrown;
  if (AIError.is(cause)) return cause;
  if (lastError) return explainThrown(lastError, target);
  if (typeof statusCode === "number") {
    return serviceFailure(statusCode, responseBody || data || String(message), headersOf(responseHeaders));
  }
  const call = `The call of "${target.name}" (${target.provider})`;
  const named = String(name);
  if (AUTH.test(named)) {
    return new ProviderAuthError(`${call} has no API key or lacks a setting. Pass it to the provider.`, {
      cause: thrown,
    });
  }
  if (INVALID.test(named)) {
    return new InvalidRequestError(`${call} cannot be made: the model does not take what is asked.`, {
      cause: thrown,
    });
  }
  if (UNREADABLE.test(named)) return unreadableAnswer(target, "cannot be read", thrown);
  // Without a status there was no answer; the cause says why.
  if (thrown instanceof Error) return named === "AI_APICallError" && cause instanceof Error ? cause : thrown;
  return serviceFailure(200, { error: thrown });
}

/** What the errors of the AI SDK may have. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  /** Of an error after several tries. */
  readonly lastError?: unknown;
  readonly statusCode?: unknown;
  readonly responseBody?: unknown;
  readonly responseHeaders?: unknown;
  readonly data?: unknown;
}

function headersOf(headers: unknown): Headers {
  const own = new Headers();
  for (const [name, value] of Object.entries(Object(headers))) {
    try {
      own.set(name, String(value));
    } catch {
      // No header of use.
    }
  }
  return own;
}
