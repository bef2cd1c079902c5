import { ModelUnavailableError } from "../../core/errors/provider-errors.ts";
import type { ChromeAvailability } from "./language-model.ts";

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
  return new ModelUnavailableError(
    "MODEL_UNAVAILABLE",
    "There is no LanguageModel here. It takes a page over HTTPS in a browser with a built-in model, such as Chrome from 148 on a desktop; fall back to another model elsewhere.",
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
    return new ModelUnavailableError(
      "MODEL_UNAVAILABLE",
      "The browser has no model for what is asked: the device may be too small, or the model cannot do the kinds of content or the languages. See chrome://on-device-internals; fall back to another model.",
    );
  }
  return availability !== "available" && lacksGesture() ? needsGesture(availability) : undefined;
}

/**
 * The error of a model that must be downloaded first.
 *
 * @example
 * needsGesture("downloadable").code; // "MODEL_NEEDS_GESTURE"
 */
export function needsGesture(availability: ChromeAvailability, cause?: unknown): ModelUnavailableError {
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
