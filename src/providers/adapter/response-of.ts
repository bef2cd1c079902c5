import type { ReasoningPart, ToolCallRequest } from "../../contracts/message.ts";
import type { ModelChunk, ModelResponse } from "../../contracts/model.ts";

/**
 * Puts the chunks of an answer together into a response.
 *
 * @example
 * responseOf([{ type: "delta", content: "Hi" }, { type: "done", finishReason: "stop" }]).content; // "Hi"
 */
export function responseOf(chunks: readonly ModelChunk[]): ModelResponse {
  const toolCalls: ToolCallRequest[] = [];
  const reasoning: ReasoningPart[] = [];
  let content = "";
  let end: Omit<ModelResponse, "content"> = { finishReason: "error" };
  for (const { type, ...chunk } of chunks) {
    if (type === "delta" && "content" in chunk) content += chunk.content;
    if ("input" in chunk) toolCalls.push(chunk);
    if ("part" in chunk) reasoning.push(chunk.part);
    if ("finishReason" in chunk) end = chunk;
  }
  return {
    content,
    ...end,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(reasoning.length > 0 && { reasoning }),
  };
}
