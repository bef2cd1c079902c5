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
  const { model } = execution.definition.config;
  const { call, modelOptions } = execution;
  const scanner = await textCallScanner(execution);
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

/** What looks for tool calls in the text of this run, where its options ask for that and it has tools. */
async function textCallScanner(execution: AgentExecution): Promise<TextCallScanner | undefined> {
  const { definition, call } = execution;
  const guard = call.options.streamingToolGuard ?? definition.config.streamingToolGuard;
  if (!guard || definition.tools.length === 0) return undefined;
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
