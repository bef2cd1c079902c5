import type { Message, ToolCallRequest } from "../contracts/message.ts";
import type { ModelResponse } from "../contracts/model.ts";
import { abortable } from "../core/abort.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { collectStream } from "./collect-stream.ts";
import { TextCallScanner } from "./text-call-scanner.ts";

/** Asks the model once: whole, or as a stream whose events go to the listeners. Rejects as soon as the run is aborted. */
export async function callModel(execution: AgentExecution, messages: readonly Message[], tripIndex: number): Promise<ModelResponse> {
  const { model } = execution.definition.config;
  const { call, modelOptions } = execution;
  const response = await abortable(
    call.sink
      ? collectStream(execution, model.stream(messages, modelOptions), tripIndex)
      : model.complete(messages, modelOptions),
    call.signal,
  );
  return call.sink ? response : recoverCalls(execution, response);
}

/** Finds the tool calls that a model wrote into its text, where the agent was told to look for them. */
async function recoverCalls(execution: AgentExecution, response: ModelResponse): Promise<ModelResponse> {
  const scanner = TextCallScanner.of(execution);
  if (!scanner) return response;
  let content = "";
  const calls: ToolCallRequest[] = [];
  for (const piece of [...(await scanner.push(response.content)), ...(await scanner.end())]) {
    if (typeof piece === "string") content += piece;
    else calls.push(piece);
  }
  if (calls.length === 0) return response;
  return { ...response, content: content.trim(), toolCalls: [...(response.toolCalls ?? []), ...calls] };
}
