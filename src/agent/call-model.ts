import type { StreamingToolGuardConfig } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";
import type { ModelResponse } from "../contracts/model.ts";
import { abortable } from "../core/abort.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { onDemand } from "./load-on-demand.ts";
import type { TextCallScanner } from "./text-call-scanner.ts";

/** Asks the model once: whole, or as a stream whose events go to the listeners. Rejects as soon as the run is aborted. */
export async function callModel(
  execution: AgentExecution,
  messages: readonly Message[],
  tripIndex: number,
): Promise<ModelResponse> {
  const { model, streamingToolGuard } = execution.definition.config;
  const { call, modelOptions } = execution;
  const guard = call.options.streamingToolGuard ?? streamingToolGuard;
  const scanner = guard && (await textCallScanner(execution, guard));
  if (call.sink) {
    const { collectStream } = await onDemand();
    return abortable(
      collectStream(execution, model.stream(messages, modelOptions), tripIndex, scanner),
      call.signal,
    );
  }
  const response = await abortable(model.complete(messages, modelOptions), call.signal);
  return scanner ? recoverCalls(scanner, response) : response;
}

/** What looks for tool calls in the text of a run that has tools. */
async function textCallScanner(
  { definition }: AgentExecution,
  guard: StreamingToolGuardConfig,
): Promise<TextCallScanner | undefined> {
  if (definition.tools.length === 0) return undefined;
  const { TextCallScanner } = await onDemand();
  return new TextCallScanner(definition.toolsByName, guard.maxBuffer);
}

/** Takes the tool calls that a model wrote into its text out of it. */
async function recoverCalls(scanner: TextCallScanner, response: ModelResponse): Promise<ModelResponse> {
  const pieces = [...(await scanner.push(response.content)), ...scanner.end()];
  const calls = pieces.filter((piece) => typeof piece !== "string");
  if (calls.length === 0) return response;
  const content = pieces.filter((piece) => typeof piece === "string").join("");
  return { ...response, content: content.trim(), toolCalls: [...(response.toolCalls ?? []), ...calls] };
}
