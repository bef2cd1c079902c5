import type { ReasoningPart, ToolCallRequest } from "../contracts/message.ts";
import type { ModelChunk, ModelResponse } from "../contracts/model.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { TextCallScanner } from "./text-call-scanner.ts";

/**
 * Reads a model's stream to its end, tells the listeners what comes in, and returns the whole answer.
 *
 * @throws ProviderError (`PROVIDER_ERROR`) where the stream ends without saying that it is done.
 */
export async function collectStream(
  execution: AgentExecution,
  chunks: AsyncIterable<ModelChunk>,
  tripIndex: number,
  scanner: TextCallScanner | undefined,
): Promise<ModelResponse> {
  const { events, call, holdsOutput } = execution;
  const { runId, rootRunId } = execution.run;
  const objects =
    execution.structured && !holdsOutput ? new (await import("./object-deltas.ts")).ObjectDeltas() : undefined;
  const toolCalls: ToolCallRequest[] = [];
  const reasoning: ReasoningPart[] = [];
  let thought = "";
  let content = "";
  let done: Extract<ModelChunk, { type: "done" }> | undefined;

  const show = (text: string): void => {
    content += text;
    if (holdsOutput || !events.active) return;
    events.emit({ type: "agent.trip.streaming", runId, rootRunId, tripIndex, delta: text });
    const object = objects?.next(content);
    if (object !== undefined) events.emit({ type: "agent.object-delta", runId, rootRunId, tripIndex, object });
  };
  const take = (pieces: readonly (string | ToolCallRequest)[]): void => {
    for (const piece of pieces) {
      if (typeof piece === "string") show(piece);
      else toolCalls.push(piece);
    }
  };

  for await (const chunk of chunks) {
    if (call.signal?.aborted) throw call.signal.reason;
    switch (chunk.type) {
      case "delta":
        if (chunk.content === "") break;
        if (scanner) take(await scanner.push(chunk.content));
        else show(chunk.content);
        break;
      case "reasoning-delta":
        thought += chunk.content;
        if (events.active && !holdsOutput) {
          events.emit({ type: "agent.reasoning-delta", runId, rootRunId, tripIndex, delta: chunk.content });
        }
        break;
      case "reasoning":
        reasoning.push(chunk.part);
        break;
      case "tool-call-delta":
        if (events.active) {
          const { id: toolCallId, name: toolName, delta } = chunk;
          events.emit({ type: "agent.tool.input-delta", runId, rootRunId, tripIndex, toolCallId, toolName, delta });
        }
        break;
      case "tool-call": {
        const { type: _type, ...request } = chunk;
        toolCalls.push(request);
        break;
      }
      case "done":
        done = chunk;
        break;
    }
    if (done) break;
    if (call.sink?.full) await call.sink.drained();
  }
  if (scanner) take(scanner.end());
  if (!done) {
    execution.text = content;
    throw new ProviderError("The stream ended before the model was done: the answer is cut off. Try again.");
  }
  if (reasoning.length === 0 && thought !== "") reasoning.push({ type: "reasoning", text: thought });
  const { type: _type, ...end } = done;
  return {
    content: scanner && toolCalls.length > 0 ? content.trim() : content,
    ...end,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(reasoning.length > 0 ? { reasoning } : {}),
  };
}
