import type { ToolInvokeOptions } from "../contracts/tool.ts";

/** The fields that a report of a tool call has beyond those of every report. */
export interface ToolCallFields<Output = unknown> {
  readonly type: "tool";
  readonly input: unknown;
  readonly tripIndex?: number;
  readonly toolCallId?: string;
  output?: Output;
}

/** The fields of a tool call's report, before it is known how the call ends. */
export function callFields<Output>(input: unknown, options: ToolInvokeOptions): ToolCallFields<Output> {
  const { tripIndex, toolCallId } = options;
  return {
    type: "tool",
    ...(tripIndex === undefined ? {} : { tripIndex }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    input: "reportedInput" in options ? options.reportedInput : input,
  };
}
