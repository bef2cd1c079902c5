import type * as ai from "hedgemage";
import { beekeeper, type Passage } from "./agent.ts";

/** What happens on the way to an answer, as plain data that fits through a port. */
export type AnswerMessage =
  | { readonly type: "action"; readonly text: string }
  | { readonly type: "text"; readonly delta: string }
  | {
      readonly type: "end";
      readonly error?: { readonly code: string; readonly message: string };
      /** The passages that the text cites as `[number]`. */
      readonly citations: readonly Passage[];
      readonly report: AnswerReport;
    };

/** What a run took. */
export interface AnswerReport {
  readonly status: ai.RunStatus;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens?: number;
  readonly milliseconds: number;
}

/** Runs the agent here, in the panel or in the service worker. The last message is always an `end`. */
export async function* answer(question: string, signal: AbortSignal): AsyncGenerator<AnswerMessage> {
  const passages: Passage[] = [];
  const stream = beekeeper(passages).stream(question, { signal });
  let text = "";
  for await (const event of stream) {
    if (event.type === "agent.tool.calling") yield { type: "action", text: event.tool.action ?? "Working" };
    if (event.type !== "agent.trip.streaming") continue;
    text += event.delta;
    yield { type: "text", delta: event.delta };
  }
  const { error, report, usage } = await stream.result;
  yield {
    type: "end",
    ...(error && { error: { code: error.code, message: error.message } }),
    citations: passages.filter(({ number }) => text.includes(`[${number}]`)),
    report: {
      status: report.status,
      modelCalls: report.trips.length,
      toolCalls: report.children.length,
      ...(usage.total !== undefined && { tokens: usage.total }),
      milliseconds: Math.round(report.duration),
    },
  };
}
