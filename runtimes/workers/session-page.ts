import type { Message } from "../../src/contracts/message.ts";

/** Which messages of a conversation are wanted: the last `limit` ones before an index. */
export interface PageOptions {
  readonly limit?: number | undefined;
  readonly before?: number | undefined;
}

/** A part of a conversation. */
export interface MessagePage {
  readonly messages: readonly Message[];
  /** The index of the first one: `before` of the page before this one. */
  readonly first: number;
  /** How many messages the conversation has. */
  readonly total: number;
}

export function pageOf(
  all: readonly Message[],
  { limit = all.length, before = all.length }: PageOptions,
): MessagePage {
  const end = Math.min(before, all.length);
  const first = Math.max(0, end - limit);
  return { messages: all.slice(first, end), first, total: all.length };
}

/** Where the end of a conversation begins that has at most so many messages, and one of the user first. */
export function recentFrom(all: readonly Message[], most: number): number {
  if (all.length <= most) return 0;
  const start = all.findIndex(({ role }, index) => index >= all.length - most && role === "user");
  return start === -1 ? all.length : start;
}
