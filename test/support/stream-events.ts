import type { AgentEvent } from "../../src/contracts/agent.ts";

/** The events of a stream, to its end. */
export async function eventsOf(stream: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The text that a stream has shown. */
export function shownText(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === "agent.trip.streaming" ? event.delta : "")).join("");
}
