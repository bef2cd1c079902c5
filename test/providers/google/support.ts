import { type GoogleOptions, GoogleSDK } from "../../../src/providers/google/index.ts";
import { answering } from "../support.ts";

export * from "../support.ts";

/** A model of an SDK whose server answers this way. */
export function modelAnswering(
  answer: Parameters<typeof answering>[0],
  options: GoogleOptions = {},
  name = "gemini-2.5-flash",
) {
  const { fetch, asked } = answering(answer);
  return {
    model: new GoogleSDK({ apiKey: "test-key-of-no-account", fetch, ...options }).model({ name }),
    asked,
  };
}

/** An answer, or an event of one, with these parts. */
export function parts(...list: readonly Record<string, unknown>[]): Record<string, unknown> {
  return { candidates: [{ content: { role: "model", parts: list } }] };
}

/** The event that ends an answer. */
export function end(finishReason = "STOP", rest: Record<string, unknown> = {}): Record<string, unknown> {
  return { candidates: [{ content: { role: "model" }, finishReason, ...rest }] };
}
