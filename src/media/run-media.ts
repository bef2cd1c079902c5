import type { MediaModelInfo, MediaReport, MediaRunOptions } from "../contracts/media.ts";
import type { AmbientRun } from "../core/ambient.ts";
import { getAIConfig } from "../core/config.ts";
import { EventDispatcher, type RunEvent } from "../core/events.ts";
import type { RunResult } from "../core/report.ts";
import { type RunOutcome, run } from "../core/run.ts";
import type { StreamSink } from "../core/run-stream.ts";
import type { Usage } from "../core/usage.ts";

/** Who calls a media verb, and who listens. */
export interface MediaCall<Event extends RunEvent> {
  /** The run that this one belongs to. */
  readonly parent: AmbientRun | undefined;
  readonly signal: AbortSignal | undefined;
  /** Where events go when the call is streamed. */
  readonly sink?: StreamSink<Event> | undefined;
}

/** What a verb is called with, as far as every verb has it. */
interface MediaOptions<Event extends RunEvent> extends MediaRunOptions<Event> {
  readonly model: MediaModelInfo;
}

/** One call while it runs: what its body gets. */
export interface MediaWork<Event extends RunEvent, Fields> {
  readonly signal: AbortSignal | undefined;
  readonly isStreamed: boolean;
  /** What has been written so far. */
  text: string | undefined;
  emit(event: WithoutIds<Event>): void;
  /** Waits where the reader of the events is behind. */
  drained(): Promise<void>;
  /** Fills in what the kind's report has beyond every report's fields. */
  tell(fields: Partial<Fields>): void;
  /** Tells what the call used; nothing for what is unknown. */
  spend(usage: Usage | undefined): void;
}

/** An event before it is known whose it is. */
type WithoutIds<Event> = Event extends RunEvent ? Omit<Event, "runId" | "rootRunId"> : never;

/**
 * Runs one call of a media verb: envelope, events, log. Never rejects.
 *
 * @param input what the first event tells of the call.
 * @param fields the fields of the kind's report, as they are at the start.
 */
export async function runMedia<
  Type extends MediaReport["type"],
  Report extends MediaReport,
  Event extends RunEvent,
  Fields extends object,
  Data,
>(
  type: Type,
  options: MediaOptions<Event>,
  { parent, signal, sink }: MediaCall<Event>,
  input: unknown,
  fields: Fields,
  body: (work: MediaWork<Event, Fields>) => Promise<RunOutcome<Data>>,
): Promise<RunResult<Type, Report, Data>> {
  // Without a model, the body tells what is wrong.
  const { name = "", provider = "" } = options.model ?? {};
  const { logger } = getAIConfig();
  // A run whose log cannot be loaded goes on without.
  const loaded = logger && (await import("./media-log.ts").catch(() => undefined));
  const log = logger && loaded?.mediaLog(type, name, logger);
  const events = new EventDispatcher<Event>({
    tiers: [options.on, sink?.handlers],
    sinks: [...(sink ? [sink.emit] : []), ...(log ? [log.sink] : [])],
    onHandlerError: (event, error) => log?.handlerFailed(event, error),
  });
  let text: string | undefined;
  const { outcome, report } = await run<Data, { model: MediaModelInfo }>(
    type,
    {
      name: options.name ?? name,
      runId: options.runId,
      parent,
      sessionId: options.sessionId,
      signal,
      observe: options.observe,
      failure: async (cause) => (await import("./media-failure.ts")).mediaFailure(cause, name, signal),
    },
    () => ({ model: { name, provider }, ...fields }),
    async (context, report) => {
      const { runId, rootRunId } = context;
      // What is sent is an event of the kind, with whose it is added.
      const emit = (event: object): void => events.emit({ ...event, runId, rootRunId } as unknown as Event);
      if (events.active) emit({ type: `${type}.starting`, input });
      signal?.throwIfAborted();
      const work: MediaWork<Event, Fields> = {
        signal,
        isStreamed: sink !== undefined,
        get text() {
          return text;
        },
        set text(written) {
          text = written;
        },
        emit: (event) => {
          if (events.active) emit(event);
        },
        drained: async () => sink?.drained(),
        tell: (known) => void Object.assign(report, known),
        spend: (usage) => context.spend(usage),
      };
      return body(work);
    },
  );
  const { error, data } = outcome;
  const { usage, runId, rootRunId } = report;
  const base = { type, ...(text === undefined ? {} : { text }), usage, report };
  const result = (error ? { ...base, error } : { ...base, data }) as unknown as RunResult<Type, Report, Data>;
  if (events.active) {
    const end = error ? { type: `${type}.error`, error } : { type: `${type}.completed`, result };
    events.emit({ ...end, runId, rootRunId } as unknown as Event);
  }
  return result;
}
