import type { GivenDecision, KeptCall } from "../contracts/interrupt.ts";
import type { Json, ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall } from "../contracts/tool.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { plainJson } from "../store/plain-json.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { isSuspended } from "./is-suspended.ts";

/** How all calls of a run ended that have, by the arguments that the model wrote. */
export function callsOf({ run, report, messages }: AgentExecution, scope?: string): KeptCall[] {
  const last = messages.findLast(({ role }) => role === "assistant")?.toolCalls ?? [];
  const asked = [...report.trips.map(({ toolCalls = [] }) => toolCalls), last];
  // A model may give one id to several calls.
  const left: (ToolCallRequest | undefined)[][] = asked.map((calls) => [...calls]);
  return run.report.children.flatMap((child) => {
    const { tripIndex, toolCallId, output, error } = child as ToolCall;
    if (child.type !== "tool" || tripIndex === undefined || isSuspended(child)) return [];
    const calls = asked[tripIndex] ?? [];
    const rest = left[tripIndex] ?? [];
    const index = rest.findIndex((call) => call?.id === toolCallId);
    const call = calls[index];
    if (!call) return [];
    rest[index] = undefined;
    const ended: { error?: Json; output?: Json } = error
      ? { error: plainJson(error) }
      : output === undefined
        ? {}
        : { output: plainJson(output) };
    const ordinal = ordinalOf(call, calls);
    const args = plainJson(call.input);
    return [{ toolName: call.name, tripIndex, ...(scope && { scope }), ordinal, args, ...ended }];
  });
}

/** Which one of the calls with its tool and its arguments a call is, from 0. */
export function ordinalOf(call: ToolCallRequest, calls: readonly ToolCallRequest[]): number {
  const before = calls.slice(0, Math.max(0, calls.indexOf(call)));
  return before.filter(({ name, input }) => name === call.name && isSame(input, call.input)).length;
}

/** Whether a call was of this tool, with these arguments. */
export function isCallOf({ toolName, args }: KeptCall, { name, input }: ToolCallRequest): boolean {
  return toolName === name && isSame(args, input);
}

/** Whether a decision was made for a call of this tool with these arguments, at this gate. */
export function isFor(given: GivenDecision, asked: AskedFor): boolean {
  return given.toolName === asked.toolName && given.gate === asked.gate && isSame(given.args, asked.args);
}

/** Whether a call is one of this trip of this run. */
export function isAt(one: Place, { tripIndex, scope }: Place): boolean {
  return one.tripIndex === tripIndex && one.scope === scope;
}

/** A call that a decision is looked for. */
type AskedFor = Omit<GivenDecision, "decision" | "signature">;

interface Place {
  readonly tripIndex: number;
  readonly scope?: string | undefined;
}

/** Whether two values are the same as JSON. */
function isSame(first: unknown, second: unknown): boolean {
  return canonicalJson(first) === canonicalJson(second);
}
