import type { AgentEvent, AgentResult, AgentStream } from "../../src/contracts/agent.ts";
import type { StreamEnd } from "../../src/contracts/event-log.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import type { Store } from "../../src/contracts/store.ts";
import { BudgetExceededError } from "../../src/core/errors/agent-errors.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { EventQueue, type StreamSink } from "../../src/core/run-stream.ts";
import type { CountedFetch } from "../../src/net/counted-fetch.ts";
import { type ResumableStreamOptions, resumableStream } from "../../src/store/resumable-stream.ts";
import type { AgentObjectOptions } from "./agent-object.ts";
import type { SessionAgent } from "./object-state.ts";
import type { RunRecord } from "./session-records.ts";

/** How a run ended, as its record says it. */
export interface RunEnding {
  readonly outcome: StreamEnd["outcome"];
  readonly result?: AgentResult<unknown> | undefined;
  readonly error?: AIError | undefined;
}

/** What a run of a session needs of its session. */
export interface SessionRunSetup {
  readonly runId: string;
  readonly input: string;
  readonly sessionId: string;
  readonly stream: Omit<ResumableStreamOptions<AgentEvent>, "id">;
  readonly durable: DurableOptions;
  readonly agent: (sessionId: string) => SessionAgent;
  /** What the run knows of the conversation: the same each time that it is taken up. */
  readonly history: (record: RunRecord) => Promise<readonly Message[]>;
  /** Counts that the run is taken up, and tells how it stands. */
  readonly begin: () => Promise<RunRecord>;
  /** Whether the stream has the event of the end. */
  readonly isToldEnd: () => Promise<boolean>;
  /** Asks for a new invocation. */
  readonly askForInvocation: () => Promise<void>;
  /** Writes the end down, before readers of the stream hear of it. */
  readonly end: (ending: RunEnding) => Promise<void>;
}

/** A run that is at work in this object: one stream of events over all the invocations that it takes. */
export interface SessionRun {
  /** Resolves when the run has settled and its stream has its end. Never rejects. */
  readonly ended: Promise<StreamEnd>;
  readonly cancel: (reason?: string) => Promise<StreamEnd>;
  /** A new invocation has begun: a run that waits for one goes on. */
  readonly goOn: () => void;
}

/** So often a run is taken up without a checkpoint in between: what is lost before the first one counts no attempts by itself. */
const MAX_BEGINNINGS = 5;

/**
 * Starts a run, or takes it up where its object was evicted or died: into the same stream, from its last checkpoint. Where the
 * requests of the invocation are used up it waits for the next one.
 */
export function startRun(setup: SessionRunSetup): SessionRun {
  const { runId } = setup;
  let stopped: { readonly reason: unknown } | undefined;
  let leg: AgentStream<unknown> | undefined;
  let goOn = (): void => undefined;

  const nextInvocation = async (): Promise<void> => {
    const came = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await setup.askForInvocation();
    if (!stopped) await came;
  };

  const runLegs = async (sink: StreamSink<AgentEvent>): Promise<AgentResult<unknown>> => {
    for (;;) {
      const record = await setup.begin();
      leg = await startLeg(setup, record);
      if (stopped) leg.cancel(stopped.reason);
      let isFirst = true;
      for await (const event of leg) {
        if (event.type === "agent.error" && isPause(event.error)) continue;
        // A run that had ended when its object died tells of its end alone, which it may have told before.
        const isTold = isFirst && isEnd(event) && (await setup.isToldEnd());
        isFirst = false;
        if (isTold) continue;
        sink.emit(event);
        if (sink.full) await sink.drained();
      }
      const result = await leg.result;
      if (!isPause(result.error)) return result;
      await nextInvocation();
    }
  };

  const run = async (sink: StreamSink<AgentEvent>): Promise<AgentResult<unknown>> => {
    const ending = await runLegs(sink).then(
      (result): RunEnding => ({ outcome: outcomeOf(result.error), result, error: result.error }),
      (cause: unknown): RunEnding => {
        const error = AIError.is(cause) ? cause : new AIError("AI_ERROR", "The run failed.", { cause });
        sink.emit({ type: "agent.error", runId, rootRunId: runId, error });
        return { outcome: outcomeOf(error), error };
      },
    );
    await setup.end(ending);
    if (ending.result) return ending.result;
    throw ending.error;
  };
  const outcomeOf = (error: AIError | undefined): StreamEnd["outcome"] =>
    !error ? "completed" : stopped ? "cancelled" : "failed";

  const cancel = (reason: unknown): void => {
    stopped ??= { reason };
    leg?.cancel(reason);
    goOn();
  };
  const stream = resumableStream(() => new EventQueue(run, cancel), { ...setup.stream, id: runId });
  stream.result.catch(() => undefined);
  return { ended: stream.ended, cancel: stream.cancel, goOn: () => goOn() };
}

/** How the runs of a session are saved. */
export function durableOptions(
  store: Store,
  requests: CountedFetch,
  { mode = "per-call", maxAttempts, maxSubrequests }: AgentObjectOptions,
): DurableOptions {
  return {
    store,
    mode,
    // The session has it.
    saveHistory: false,
    // It is read when the run has ended, whatever the agent does with runs of its own.
    deleteOnComplete: false,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(maxSubrequests === undefined
      ? {}
      : { subrequests: { limit: maxSubrequests, used: () => requests.used() } }),
    // What cannot be counted must not be billed again and again.
    onCheckpointError: "stop",
  };
}

async function startLeg(
  { runId, input, sessionId, durable, agent, history }: SessionRunSetup,
  record: RunRecord,
): Promise<AgentStream<unknown>> {
  const { begun, checkpoints } = record;
  if (begun > MAX_BEGINNINGS) {
    throw new BudgetExceededError(
      `The run was taken up ${MAX_BEGINNINGS} times and reached no checkpoint: it probably ends its object. Its session goes on without it.`,
      { limit: MAX_BEGINNINGS, actual: begun, context: { dimension: "attempts", limit: MAX_BEGINNINGS } },
    );
  }
  const options = { sessionId, durable, history: await history(record) };
  if (checkpoints > 0) return agent(sessionId).resumeStream(runId, options);
  return agent(sessionId).stream(input, { ...options, runId });
}

/** Whether a run only waits for a new invocation. */
function isPause(error: AIError | undefined): boolean {
  return error?.code === "BUDGET_EXCEEDED" && error.context?.dimension === "subrequests";
}

function isEnd(event: AgentEvent): boolean {
  return event.type === "agent.completed" || event.type === "agent.error";
}
