import type { Message } from "../contracts/message.ts";
import type { ModelResponse } from "../contracts/model.ts";
import { abortable } from "../core/abort.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { onDemand } from "./load-on-demand.ts";
import type { Shown } from "./shown.ts";

/** Asks the model once: whole, or as a stream whose events go to the listeners. Rejects as soon as the run is aborted. */
export async function callModel(
  execution: AgentExecution,
  messages: readonly Message[],
  tripIndex: number,
  shown?: Shown,
): Promise<ModelResponse> {
  const { config, tools, toolsByName } = execution.definition;
  const { call, modelOptions } = execution;
  const guard = call.options.streamingToolGuard ?? config.streamingToolGuard;
  const scanner =
    guard && tools.length > 0
      ? new (await onDemand()).TextCallScanner(toolsByName, guard.maxBuffer)
      : undefined;
  if (call.sink) {
    const { collectStream } = await onDemand();
    return abortable(
      collectStream(execution, config.model.stream(messages, modelOptions), tripIndex, scanner, shown),
      call.signal,
    );
  }
  const response = await abortable(config.model.complete(messages, modelOptions), call.signal);
  return scanner ? scanner.takeCalls(response) : response;
}
