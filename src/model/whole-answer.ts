import type { ReasoningPart, ToolCallRequest } from "../contracts/message.ts";
import type { ModelChunk, ModelResponse } from "../contracts/model.ts";

/**
 * The whole answer of recorded chunks, for who asks not for a stream.
 *
 * @example
 * wholeAnswer([{ type: "delta", content: "Hi" }, { type: "done", finishReason: "stop" }]).content; // "Hi"
 */
export function wholeAnswer(chunks: readonly ModelChunk[]): ModelResponse {
  const toolCalls: ToolCallRequest[] = [];
  const reasoning: ReasoningPart[] = [];
  let content = "";
  let end: Omit<ModelResponse, "content"> = { finishReason: "error" };
  for (const chunk of chunks) {
    if (chunk.type === "delta") content += chunk.content;
    if (chunk.type === "reasoning") reasoning.push(chunk.part);
    if (chunk.type === "tool-call") {
      const { type: _type, ...request } = chunk;
      toolCalls.push(request);
    }
    if (chunk.type === "done") {
      const { type: _type, ...last } = chunk;
      end = last;
    }
  }
  const calls = toolCalls.length > 0 ? { toolCalls } : {};
  return { content, ...end, ...calls, ...(reasoning.length > 0 ? { reasoning } : {}) };
}

/**
 * The chunks of a recorded whole answer, for who asks for a stream.
 *
 * @example
 * chunksOfAnswer({ content: "Hi", finishReason: "stop" }).map(({ type }) => type); // ["delta", "done"]
 */
export function chunksOfAnswer(response: ModelResponse): ModelChunk[] {
  const { content, toolCalls = [], reasoning = [], ...end } = response;
  return [
    ...reasoning.flatMap((part): ModelChunk[] => [
      ...(part.text ? [{ type: "reasoning-delta", content: part.text } as const] : []),
      { type: "reasoning", part },
    ]),
    ...(content ? [{ type: "delta", content } as const] : []),
    ...toolCalls.map((request): ModelChunk => ({ type: "tool-call", ...request })),
    { type: "done", ...end },
  ];
}
