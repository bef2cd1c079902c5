import type { ReadEvents, StreamEnd } from "../contracts/event-log.ts";
import type { Store } from "../contracts/store.ts";
import { abortable } from "../core/abort.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { RunEvent } from "../core/events.ts";
import type { RunStream } from "../core/run-stream.ts";
import { wait } from "../core/wait.ts";
import { cancelRequested, requestCancel } from "./cancel-stream.ts";
import { type EventLogOptions, EventWriter } from "./event-log.ts";
import { EventRows } from "./event-rows.ts";

/** A longer timer would fire at once. */
const LONGEST_PAUSE_MS = 2_147_483_647;

/** Options of a resumable stream. */
export interface ResumableStreamOptions<Event extends RunEvent = RunEvent> extends EventLogOptions {
  readonly store: Store;
  /** What readers ask for: the id of the run, of a turn of a chat, or any other text. Each stream has one of its own. */
  readonly id: string;
  /**
   * Which events are stored. Default all. Leave out what nobody reads: an `agent.object-delta` holds the whole object so far,
   * so that those of a large object take far more room than the object.
   */
  readonly keep?: ((event: Event) => boolean) | undefined;
}

/** The stream of a run that is stored while it runs, whoever reads it. */
export interface ResumableStream<Event extends RunEvent, Result> {
  readonly id: string;
  /** The result of the run. Does not wait for the store. */
  readonly result: Promise<Result>;
  /** Resolves when the run has settled and the stream has its end: hand it to `waitUntil` of a Worker. Never rejects. */
  readonly ended: Promise<StreamEnd>;
  /**
   * Reads after an id, or from the beginning, as often as wanted. Leaving the loop disconnects: the run goes on. Throws
   * `StoreError` where the store failed, `STREAM_ENDED` where the id was used before, and the signal's reason.
   */
  readonly read: ReadEvents<Event>;
  /** Cancels the run for good. Resolves when it has settled and the stream has its end. Never rejects. */
  readonly cancel: (reason?: string) => Promise<StreamEnd>;
}

/**
 * Stores the events of a run as they come, so that they can be read by event id from any process that has the store, left,
 * and taken up again. No reader holds up the run, and the store does not either: events gather while it writes. Only where
 * 16 MiB wait for it the run waits too, for as long as the store takes to write or to fail. A store that fails for good costs
 * the readers their stream and never the run its result.
 *
 * A wish to cancel that was stored before is honoured. Pass a function that makes the stream, and it is looked for before
 * the run begins; it gets no chance to cost anything then.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for times that cannot work.
 *
 * @example
 * const helper = agent({ model: mockModel({ name: "mock", responses: [{ content: "Cairo" }] }) });
 * const stream = resumableStream(() => helper.stream("Capital of Egypt?"), { store: memoryStore(), id: "chat-1" });
 * for await (const { id, event } of stream.read()) {
 *   if (event.type === "agent.trip.streaming") console.log(id, event.delta);
 * }
 * (await stream.result).text?.trim(); // "Cairo"
 */
export function resumableStream<
  Event extends RunEvent,
  Result extends { readonly error?: AIError | undefined },
>(
  source: RunStream<Event, Result> | (() => RunStream<Event, Result>),
  options: ResumableStreamOptions<Event>,
): ResumableStream<Event, Result> {
  const { store, id, keep, pollMs = 1000, ttlMs } = options;
  const log = new EventWriter<Event>(store, id, options);
  const over = new AbortController();
  let stream = typeof source === "function" ? undefined : source;
  let wish: { readonly reason: string | undefined } | undefined;
  let looking: Promise<void> | undefined;

  const stop = (reason: string | undefined): void => {
    wish ??= { reason };
    stream?.cancel(wish.reason);
  };
  /** Looks for a wish that somebody else has stored. A store that fails is the log's matter. */
  const look = (): Promise<void> => {
    looking ??= cancelRequested(store, id).then(
      (request) => {
        looking = undefined;
        if (request && !over.signal.aborted) stop(request.reason);
      },
      () => {
        looking = undefined;
      },
    );
    return looking;
  };
  /** The one timer of a run: a tool that works for long writes nothing, and shall be stopped all the same. */
  const watch = async (): Promise<void> => {
    while (!wish) {
      await wait(Math.min(pollMs, LONGEST_PAUSE_MS), over.signal);
      await look();
    }
  };
  const isKept = (event: Event): boolean => {
    try {
      return keep?.(event) ?? true;
    } catch {
      // The run is not to fail for it.
      return true;
    }
  };
  const pump = async (): Promise<Result> => {
    const looked = look();
    if (typeof source === "function") await looked;
    const running = typeof source === "function" ? source() : source;
    stream = running;
    if (wish) stop(wish.reason);
    for await (const event of running) {
      if (isKept(event)) log.append([event]);
      while (log.isBehind) await log.news();
    }
    return running.result;
  };

  log.cancel = stop;
  log.beforeWrite = () => void (over.signal.aborted || look());
  const opened = log.open();
  const result = pump();
  const ended = result
    .then(
      ({ error }): StreamEnd => {
        if (!error) return { outcome: "completed" };
        return wish ? { outcome: "cancelled", reason: wish.reason } : { outcome: "failed" };
      },
      (): StreamEnd => ({ outcome: "failed" }),
    )
    .then(async (end) => {
      over.abort();
      await log.end(end).catch(() => undefined);
      return end;
    });
  void watch().catch(() => undefined);

  return {
    id,
    result,
    ended,
    async *read(after, readOptions) {
      // An id that was used before must not give the events of then.
      await abortable(opened, readOptions?.signal);
      if (log.failure !== undefined && log.next === undefined) throw log.failure;
      return yield* log.read(after, readOptions);
    },
    async cancel(reason) {
      stop(reason);
      if (!over.signal.aborted) {
        // Whoever takes the run up again if this process dies now shall know.
        await requestCancel(new EventRows(store, id), reason, ttlMs).catch(() => undefined);
      }
      return ended;
    },
  };
}
