import type { Message } from "../../../src/contracts/message.ts";
import type { Model } from "../../../src/contracts/model.ts";
import { estimateTokens } from "../../../src/core/text/estimate-tokens.ts";

/** A model that counts how often it is asked. */
export interface AnsweringModel extends Model {
  readonly calls: () => number;
}

/** A model whose answers a function makes. A call costs a hundredth of a cent for a thousand tokens. */
export function answeringModel(
  name: string,
  answer: (messages: readonly Message[]) => string | Promise<string>,
): AnsweringModel {
  let calls = 0;
  return {
    name,
    provider: "world",
    pricing: { input: 0.1, output: 0.1 },
    calls: () => calls,
    async complete(messages, { signal } = {}) {
      calls += 1;
      signal?.throwIfAborted();
      const content = await answer(messages);
      const input = messages.reduce((sum, message) => sum + estimateTokens(String(message.content)), 0);
      const output = estimateTokens(content);
      return { content, finishReason: "stop", usage: { input, output, total: input + output } };
    },
    stream() {
      throw new Error("This model does not stream.");
    },
  };
}
