import type { AIError } from "../../core/errors/ai-error.ts";
import {
  ContentFilterError,
  ContextLengthExceededError,
  InvalidRequestError,
  ModelUnavailableError,
  ProviderError,
} from "../../core/errors/provider-errors.ts";
import type { ChromeAvailability } from "./language-model.ts";

type Reason = readonly [kind: "unavailable" | "invalid" | "failed", why: string];

const FORBIDDEN: Reason = ["unavailable", "is not allowed here, by a policy, a setting or the frame"];
const UNREADABLE: Reason = [
  "invalid",
  "does not take an option, the schema, or the data of a picture or a sound",
];
const STOPPED: Reason = ["failed", "was stopped or failed"];
/** What the names of exceptions mean. */
const REASONS: Readonly<Record<string, Reason>> = {
  NotAllowedError: FORBIDDEN,
  SecurityError: FORBIDDEN,
  NotSupportedError: ["invalid", "does not take a language, a kind of content or a keyword of the schema"],
  TypeError: UNREADABLE,
  EncodingError: UNREADABLE,
  DataError: UNREADABLE,
  InvalidStateError: ["failed", "has lost the session"],
  SyntaxError: ["failed", "wrote an answer that does not fit what it must"],
  NetworkError: ["failed", "could not be downloaded"],
  AbortError: STOPPED,
  OperationError: STOPPED,
  UnknownError: STOPPED,
};

/**
 * The error of a place that has no built-in model: workers never have one, other places may get one.
 *
 * @example
 * missingModel().code; // "MODEL_UNAVAILABLE"
 */
export function missingModel(): ModelUnavailableError {
  // Browsers alone have it, and in workers only.
  if ("importScripts" in globalThis) {
    return new ModelUnavailableError(
      "MODEL_NOT_IN_WORKER",
      "The browser's model is not in workers. Ask it in a window and send messages; an extension's service worker asks its side panel, popup or offscreen document.",
    );
  }
  return unavailable(
    "is not here: it takes a page over HTTPS in a browser that has one, such as Chrome from 148 on a desktop",
  );
}

/**
 * The error of a model that cannot be asked as things are; `undefined` where it can.
 *
 * @example
 * unreadyModel("unavailable")?.code; // "MODEL_UNAVAILABLE"
 */
export function unreadyModel(availability: ChromeAvailability): ModelUnavailableError | undefined {
  if (availability === "unavailable") {
    return unavailable(
      "cannot do what is asked: the device may be too small, or the kinds of content or the languages are not among its own (see chrome://on-device-internals)",
    );
  }
  return availability !== "available" && lacksGesture() ? needsGesture(availability) : undefined;
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

/**
 * Turns what the browser's model threw into an error of its kind, by the name of the `DOMException`; `undefined` for what
 * says nothing. The names are those of the Prompt API and of the Writing Assistance APIs, whose infrastructure it shares.
 *
 * @param availability set where a session was to be made: what the browser had said before.
 *
 * @example
 * explainError(new DOMException("Filtered.", "NotReadableError"))?.code; // "CONTENT_FILTER"
 */
export function explainError(cause: unknown, availability?: ChromeAvailability): AIError | undefined {
  const { name, message } = cause instanceof Error ? cause : { name: "", message: "" };
  if (name === "QuotaExceededError") {
    // What the newer form of the exception tells.
    const { quota, requested } = Object(cause);
    return tooLong(numberOf(quota), numberOf(requested), cause);
  }
  if (name === "NotReadableError") {
    return new ContentFilterError("The browser held the answer back. Change the content.", { cause });
  }
  if (availability !== undefined) {
    const isGesture = availability !== "available" || /gesture|activation/i.test(message);
    if (name === "NotAllowedError" && isGesture) return needsGesture(availability, cause);
    if (/^(?:NotSupported|InvalidState)Error$/.test(name)) {
      return unavailable("cannot do what is asked on this device", cause);
    }
  }
  const reason = Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
  if (!reason) return undefined;
  const [kind, why] = reason;
  if (kind === "unavailable") return unavailable(why, cause);
  if (kind === "failed") return new ProviderError(`The browser's model ${why}. Try again.`, { cause });
  return new InvalidRequestError(`The browser's model ${why}. Leave it out or change it.`, { cause });
}

function needsGesture(availability: ChromeAvailability, cause?: unknown): ModelUnavailableError {
  return new ModelUnavailableError(
    "MODEL_NEEDS_GESTURE",
    `The browser's model is ${availability}, and browsers start that for a click or a key only. Call prepare() in a click handler, then try again.`,
    { cause, context: { availability } },
  );
}

/** Whether the browser says that nobody has clicked or typed just now; workers say nothing. */
function lacksGesture(): boolean {
  return Object(Object(globalThis.navigator).userActivation).isActive === false;
}

function unavailable(why: string, cause?: unknown): ModelUnavailableError {
  return new ModelUnavailableError(
    "MODEL_UNAVAILABLE",
    `The browser's model ${why}. Fall back to another model.`,
    { cause },
  );
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
