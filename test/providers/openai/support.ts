import { type OpenAIOptions, OpenAISDK } from "../../../src/providers/openai/index.ts";
import { answering } from "../support.ts";

export * from "../support.ts";

/** A model of an SDK whose server answers this way. */
export function modelAnswering(
  answer: Parameters<typeof answering>[0],
  options: OpenAIOptions = {},
  name = "gpt-4o",
) {
  const { fetch, asked } = answering(answer);
  return {
    model: new OpenAISDK({ apiKey: "sk-test-key-of-no-account", fetch, ...options }).model({ name }),
    asked,
  };
}

/** The event of one delta. */
export function delta(fields: unknown, rest: Record<string, unknown> = {}): Record<string, unknown> {
  return { choices: [{ index: 0, delta: fields, finish_reason: null, ...rest }] };
}

/** The event that ends an answer. */
export function end(reason = "stop"): Record<string, unknown> {
  return { choices: [{ index: 0, delta: {}, finish_reason: reason }] };
}
