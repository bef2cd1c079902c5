import { type OllamaOptions, OllamaSDK } from "../../../src/providers/ollama/index.ts";
import { answering } from "../support.ts";

export * from "../support.ts";

/** A model of an SDK whose server answers this way. */
export function modelAnswering(
  answer: Parameters<typeof answering>[0],
  options: OllamaOptions = {},
  name = "llama3.2",
) {
  const { fetch, asked } = answering(answer);
  return { model: new OllamaSDK({ fetch, ...options }).model({ name }), asked };
}

/** The lines of an answer as the server writes them; texts stand for themselves. */
export function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");
}

/** The line of one piece of a message. */
export function piece(message: unknown, rest: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: "llama3.2", created_at: "2026-01-01T00:00:00Z", message, done: false, ...rest };
}

/** The line that ends an answer. */
export function last(rest: Record<string, unknown> = {}): Record<string, unknown> {
  return piece({ role: "assistant", content: "" }, { done: true, done_reason: "stop", ...rest });
}

/** A line with one call. */
export function call(name: unknown, input?: unknown, rest: Record<string, unknown> = {}) {
  return piece({
    role: "assistant",
    content: "",
    tool_calls: [{ function: { name, arguments: input }, ...rest }],
  });
}

export const question = [{ role: "user", content: "?" }] as const;
