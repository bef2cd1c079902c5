import type * as ai from "hedgemage";
import { historian, type Passage } from "./agent.ts";

/** One line of the answer to `POST /ask`. */
export type AnswerLine =
  | { readonly type: "action"; readonly text: string }
  | { readonly type: "text"; readonly delta: string }
  | {
      readonly type: "end";
      readonly status: ai.RunStatus;
      readonly error?: { readonly code: string; readonly message: string };
      /** The passages that the text cites as `[number]`. */
      readonly citations: readonly Passage[];
      readonly modelCalls: number;
      readonly toolCalls: number;
      readonly tokens?: number;
      readonly milliseconds: number;
    };

/** Runs the agent and sends what it does as lines of JSON. Where the client hangs up, the run is cancelled. */
export function streamAnswer(question: string): Response {
  const passages: Passage[] = [];
  const hangUp = new AbortController();
  const lines = linesOf(historian(passages).stream(question, { signal: hangUp.signal }), passages);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      hangUp.abort();
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
  });
}

async function* linesOf(
  run: ai.AgentStream<undefined>,
  passages: readonly Passage[],
): AsyncGenerator<AnswerLine> {
  let text = "";
  try {
    for await (const event of run) {
      if (event.type === "agent.tool.calling") yield { type: "action", text: event.tool.action ?? "Working" };
      if (event.type !== "agent.trip.streaming") continue;
      text += event.delta;
      yield { type: "text", delta: event.delta };
    }
    const cited = passages.filter(({ number }) => text.includes(`[${number}]`));
    yield endOf(await run.result, cited);
  } finally {
    const { report, usage } = await run.result;
    console.log(
      JSON.stringify({ run: report.runId, status: report.status, ms: report.duration, tokens: usage.total }),
    );
  }
}

function endOf(
  { error, report, usage }: ai.AgentResult<undefined>,
  citations: readonly Passage[],
): AnswerLine {
  return {
    type: "end",
    status: report.status,
    // The JSON of an error tells nothing of hosts and keys.
    ...(error && { error: { code: error.code, message: String(error.toJSON().message) } }),
    citations,
    modelCalls: report.trips.length,
    toolCalls: report.children.length,
    ...(usage.total !== undefined && { tokens: usage.total }),
    milliseconds: Math.round(report.duration),
  };
}
