import type { ToolCallRequest } from "../contracts/message.ts";

/**
 * An answer, or the turn that it became, without the calls that are settled: they are the provider's own affair, and stand in
 * what it wants back.
 *
 * @example
 * const call = { id: "call_1", name: "roll", input: {}, settled: true } as const;
 * withoutSettled({ content: "Six.", toolCalls: [call] }).toolCalls; // []
 */
export function withoutSettled<Turn extends { readonly toolCalls?: readonly ToolCallRequest[] }>(
  turn: Turn,
): Turn {
  const { toolCalls = [] } = turn;
  const open = toolCalls.filter(({ settled }) => !settled);
  return open.length === toolCalls.length ? turn : { ...turn, toolCalls: open };
}
