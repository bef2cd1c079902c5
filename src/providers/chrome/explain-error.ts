import type { AIError } from "../../core/errors/ai-error.ts";
import {
  ContentFilterError,
  ContextLengthExceededError,
  InvalidRequestError,
  ModelUnavailableError,
  ProviderError,
} from "../../core/errors/provider-errors.ts";
import type { ChromeAvailability } from "./language-model.ts";
import { needsGesture } from "./missing-model.ts";

/**
 * Turns what the browser's model threw into an error of its kind, by the name of the `DOMException`; `undefined` for what
 * says nothing. The names are those of the Prompt API and of the Writing Assistance APIs, whose infrastructure it shares.
 *
 * @param availability set where a session was to be made: what the browser had said before.
 *
 * @example
 * explainError(new DOMException("Filtered.", "NotReadableError"))?.code; // "CONTENT_FILTER"
 */
export function explainError(thrown: unknown, availability?: ChromeAvailability): AIError | undefined {
  const { name, message } = thrown instanceof Error ? thrown : { name: "", message: "" };
  const cause = thrown;
  switch (name) {
    case "QuotaExceededError":
      return tooLong(...sizesOf(thrown), cause);
    case "NotAllowedError":
      if (availability !== undefined && (availability !== "available" || /gesture|activation/i.test(message)))
        return needsGesture(availability, cause);
      return unavailable("is not allowed here: a policy, a setting or the frame forbids it", cause);
    case "SecurityError":
      return unavailable("is not allowed here: a policy, a setting or the frame forbids it", cause);
    case "NotReadableError":
      return new ContentFilterError("The browser held the answer back. Change the content.", { cause });
    case "NotSupportedError":
    case "InvalidStateError":
      if (availability !== undefined)
        return unavailable("cannot do what is asked, or the device cannot run it", cause);
      if (name === "InvalidStateError")
        return new ProviderError("The browser has closed the session. Try again.", { cause });
      return new InvalidRequestError(
        "The browser's model does not take a language, a kind of content or a keyword of the schema. Leave it out.",
        { cause },
      );
    case "TypeError":
    case "EncodingError":
    case "DataError":
      return new InvalidRequestError(
        "The browser's model does not accept the request: an option, the schema or the data of a picture or a sound.",
        { cause },
      );
    case "SyntaxError":
      return new ProviderError("The model wrote an answer that does not fit what it must. Try again.", {
        cause,
      });
    case "NetworkError":
      return new ProviderError("The download of the browser's model failed. Try again.", { cause });
    case "AbortError":
      return new ProviderError("The browser stopped the model. Try again.", { cause });
    case "OperationError":
    case "UnknownError":
      return new ProviderError("The browser's model failed. Try again.", { cause });
    default:
      return undefined;
  }
}

/**
 * The error of a conversation that is longer than the model takes.
 *
 * @example
 * tooLong(4096, 5000).limit; // 4096
 */
export function tooLong(
  limit: number | undefined,
  actual: number | undefined,
  cause?: unknown,
): ContextLengthExceededError {
  const sizes = actual === undefined ? "" : ` (${actual} tokens of ${limit ?? "fewer"})`;
  return new ContextLengthExceededError(
    `The conversation is longer than the browser's model takes${sizes}. Shorten it, or choose a model with a larger context.`,
    { cause, limit, actual },
  );
}

/** What the newer form of the exception tells. */
function sizesOf(thrown: unknown): [limit: number | undefined, actual: number | undefined] {
  const { quota, requested } = Object(thrown);
  return [numberOf(quota), numberOf(requested)];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function unavailable(why: string, cause: unknown): ModelUnavailableError {
  return new ModelUnavailableError(
    "MODEL_UNAVAILABLE",
    `The browser's model ${why}. Fall back to another model.`,
    { cause },
  );
}
