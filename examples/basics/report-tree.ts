import {
  type AgentReport,
  type ExecutionReport,
  type LLMTrip,
  totalCost,
  type Usage,
} from "../../src/index.ts";

/** The report of an agent run as a tree of lines: its trips to the model, the tools they called, tokens, cost and time. */
export function reportTree(report: AgentReport): string {
  const { name, status, trips, children, usage, duration } = report;
  const lines = [
    `${name} ${status} in ${milliseconds(duration)}: ${counted(trips.length, "trip")}, ${tokens(usage)}, ${cost(usage)}`,
  ];
  for (const [index, trip] of trips.entries()) {
    const isLast = index === trips.length - 1;
    const tools = children.filter((child) => child.type === "tool" && child.tripIndex === trip.index);
    lines.push(`${isLast ? "└─" : "├─"} ${tripLine(trip)}`);
    for (const [place, tool] of tools.entries()) {
      lines.push(`${isLast ? "   " : "│  "}${place === tools.length - 1 ? "└─" : "├─"} ${toolLine(tool)}`);
    }
  }
  return lines.join("\n");
}

function tripLine({ index, finishReason, usage, duration }: LLMTrip): string {
  const what =
    finishReason === "tool_calls" ? "calls a tool" : finishReason === "stop" ? "answers" : finishReason;
  return `trip ${index + 1} ${what}: ${tokens(usage)}, ${milliseconds(duration)}`;
}

function toolLine(tool: ExecutionReport): string {
  if (tool.type !== "tool") return tool.name;
  const outcome = tool.error ? `failed with ${tool.error.code}` : found(tool.output);
  return `tool ${tool.name} ${JSON.stringify(tool.input)}: ${outcome}, ${milliseconds(tool.duration)}`;
}

function found(output: unknown): string {
  return Array.isArray(output) ? counted(output.length, "passage") : "done";
}

/** Unknown is not zero: a provider may not tell. */
function tokens({ input, output }: Usage): string {
  if (input === undefined || output === undefined) return "tokens unknown";
  return `${input.toLocaleString("en")} tokens in, ${output.toLocaleString("en")} out`;
}

function cost({ cost: known }: Usage): string {
  if (!known) return "cost unknown";
  const dollars = totalCost(known);
  return dollars === 0 ? "$0" : `$${dollars.toFixed(dollars < 0.01 ? 6 : 4)}`;
}

function milliseconds(duration: number): string {
  return duration < 1000 ? `${Math.round(duration)} ms` : `${(duration / 1000).toFixed(1)} s`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
