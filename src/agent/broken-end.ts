import type { ModelResponse } from "../contracts/model.ts";
import { AgentExecutionError } from "../core/errors/agent-errors.ts";
import { ContentFilterError, ProviderError } from "../core/errors/provider-errors.ts";

/**
 * Refuses an answer that was filtered, broken off, or cut off before it said anything. The tools such an answer names must
 * not run: their arguments may be cut off, too. A text that was cut off at the token limit is let through; its trip says so.
 *
 * @throws ContentFilterError (`CONTENT_FILTER`), ProviderError (`PROVIDER_ERROR`), AgentExecutionError (`AGENT_EXEC_FAILED`).
 */
export function refuseBrokenEnd({ finishReason, content, toolCalls }: ModelResponse): void {
  if (finishReason === "content_filter") {
    throw new ContentFilterError("The provider's content filter stopped the answer. Change the input.");
  }
  if (finishReason === "error")
    throw new ProviderError("The provider broke off the answer with an error. Try again.");
  if (toolCalls?.length) {
    throw new AgentExecutionError(
      "The answer was cut off at the token limit in a tool call, which was not run. Raise maxTokens.",
    );
  }
  if (content === "") {
    throw new AgentExecutionError(
      "The token limit was reached before the model wrote anything. Raise maxTokens.",
    );
  }
}
