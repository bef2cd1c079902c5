import type { ToolContract, ToolMode } from "../../src/contracts/tool.ts";
import { tool } from "../../src/tool/tool.ts";

/** A tool that notes with what it was called, and then does what it shall. */
export function notingTool(
  name: string,
  notes: unknown[],
  work: (input: unknown, signal: AbortSignal) => unknown = () => "done",
  mode?: ToolMode,
): ToolContract {
  return tool({
    name,
    description: name,
    input: { type: "object", properties: { value: {} } } as const,
    ...(mode ? { mode } : {}),
    execute: async (input: unknown, context) => {
      notes.push(input);
      return work(input, context.signal);
    },
  }) as ToolContract;
}
