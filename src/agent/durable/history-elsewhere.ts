import type { Message } from "../../contracts/message.ts";
import type { AgentSnapshot, SavedHistory } from "../../contracts/snapshot.ts";
import type { AgentExecution } from "../agent-execution.ts";
import { repairHistory } from "../repair-history.ts";

/** Where the history stands in a conversation that is about to begin: before its last message, which is the input. */
export function historyElsewhere({ call, messages }: AgentExecution): SavedHistory {
  const count = repairHistory(call.options.history ?? []).length;
  return { at: messages.length - 1 - count, count };
}

/** The first messages of a run, as they are saved. */
export function withoutHistory(messages: readonly Message[], history?: SavedHistory): readonly Message[] {
  if (!history) return messages;
  return [...messages.slice(0, history.at), ...messages.slice(history.at + history.count)];
}

/** Whether a run has its history with it, or is given one of the right length. */
export function hasHistory({ history }: AgentSnapshot, given: readonly Message[] = []): boolean {
  return history === undefined || repairHistory(given).length === history.count;
}

/** The run with its whole conversation. */
export function withHistory(snapshot: AgentSnapshot, given: readonly Message[] = []): AgentSnapshot {
  const { history, messages } = snapshot;
  if (!history) return snapshot;
  const { at } = history;
  return {
    ...snapshot,
    messages: [...messages.slice(0, at), ...repairHistory(given), ...messages.slice(at)],
  };
}
